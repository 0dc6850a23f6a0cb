"""What `parlour ...` does, a module for each command or family of them."""
