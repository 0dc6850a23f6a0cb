"""What a game may have besides its rules, what each of these is, and which game has which."""
