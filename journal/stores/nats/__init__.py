"""The journal on NATS JetStream, for houses on many machines. Nothing here knows games."""
