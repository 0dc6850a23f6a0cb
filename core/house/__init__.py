"""The house as a whole: the service that plays tables, and what is closed, erased or compacted."""
