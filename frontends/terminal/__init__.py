"""What a terminal takes and gives: pictures, characters, keys, and the standard streams."""
