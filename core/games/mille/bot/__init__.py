"""The computer players of mille, a module for each level, and what they have in mind.

The normal one (`normal`) plays as the program does, by its own hand, the board, and what it has seen. Unlike the
program it forgets how much it needed which remedy with every hand, and being "too close" to the end leaves out one
card, not all of them.
"""
