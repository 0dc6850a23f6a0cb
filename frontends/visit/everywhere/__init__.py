"""What is the same in every room: preferences, rules, why, waiting."""
