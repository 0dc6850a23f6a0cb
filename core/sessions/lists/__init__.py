"""What there is to see of tables, days and people."""
