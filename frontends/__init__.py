"""What people meet: the command line, the local client, the telnet house."""
