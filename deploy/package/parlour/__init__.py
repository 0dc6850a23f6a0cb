"""A games parlour for the terminal: `parlour`, or `python -m parlour`. It is a program; there is no API to import,
except `parlour.client`, for programs that play."""
