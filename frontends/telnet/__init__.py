"""The telnet house: the protocol without I/O, and the trio shell around it."""
