"""A client of NATS and JetStream: addresses, connections, the protocol, consumers."""
