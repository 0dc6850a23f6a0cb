"""What programs send and are sent, as values and bytes: nothing here reads, writes or waits."""
