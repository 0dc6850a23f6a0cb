"""Coming to tables: opening, joining, watching, coming back."""
