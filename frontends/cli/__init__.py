"""The local client: prompt_toolkit in a thread, as a terminal."""
