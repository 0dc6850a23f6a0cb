"""Who somebody is: coming in by a name, names, registration."""
