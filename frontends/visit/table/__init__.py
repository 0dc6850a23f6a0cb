"""At a table: what is shown, and what may be done there."""
