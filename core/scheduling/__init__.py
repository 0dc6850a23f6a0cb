"""Who has a turn at the processor, and what time it is: the fair queue, worker processes, the clock of the house."""
