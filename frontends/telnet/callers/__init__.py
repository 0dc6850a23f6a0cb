"""Those who call: where the house listens, who is let in, and who comes through a balancer."""
