"""Records: commands and events as bytes, streams folded into tables, short streams of one owner."""
