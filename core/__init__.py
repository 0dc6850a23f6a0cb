"""The rules of the house: games as pure functions, tables around them, and the service that plays them."""
