"""Texts of a visit without I/O: pages, lists, wording, names of keys, orders that are typed."""
