"""`parlour admin`: what operators do to a house as it runs, at a socket beside its journal or over telnet."""
