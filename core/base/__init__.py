"""What everything in core stands on: what a game is, messages, chance, cards, texts, durations, token buckets."""
