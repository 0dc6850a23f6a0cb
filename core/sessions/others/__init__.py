"""What people do with one another."""
