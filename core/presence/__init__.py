"""Who is here and in the other houses, what they are told of one another, and who is invited."""
