"""Catalogues: what is said in the sources, and what that is in other languages. Run by `make messages`."""
