"""Callers: the listening sockets, the limits by address and network, and callers behind a balancer."""
