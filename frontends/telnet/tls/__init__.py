"""Callers by TLS, relayed in a process of their own."""
