"""What a person may do in the parlour, as functions and values: the one way in for every door.

A door (telnet, a local terminal, a program) opens a `Session` and calls the functions of this package with it. They
know no terminal, no language and no prompt: they answer values or raise `Refused` with a message.
"""
