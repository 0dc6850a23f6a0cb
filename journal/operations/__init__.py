"""What is done to whole journals: copy, mirror, back up, scrub, repair."""
