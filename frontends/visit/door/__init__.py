"""Coming in: who somebody is, names, passwords, registration."""
