"""The formats of C2SP in which any log that grows is written, signed and proved. Pure."""
