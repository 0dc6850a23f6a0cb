"""Small programs to begin with: `python -m parlour.client.examples.random_player 127.0.0.1:2424`."""
