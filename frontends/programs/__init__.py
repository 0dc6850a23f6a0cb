"""The door for programs: JSON Lines over TCP (`parlour serve --programs`) or standard streams (`parlour programs`)."""
