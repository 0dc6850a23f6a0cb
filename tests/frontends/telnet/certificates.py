"""Certificates made for a test, by openssl."""

from __future__ import annotations

import ssl
import subprocess
from pathlib import Path

import attrs


@attrs.frozen
class Made:
    """A certificate that signs itself, for 127.0.0.1."""

    certificate: Path
    key: Path

    def context(self) -> ssl.SSLContext:
        """What a client needs that trusts it alone."""
        return ssl.create_default_context(cafile=str(self.certificate))


def make(directory: Path, name: str = "house") -> Made:
    """A new one, over what is there of that name."""
    made = Made(directory / f"{name}.pem", directory / f"{name}.key")
    command = [
        "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1",
        "-subj", "/CN=house", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", str(made.key), "-out",
        str(made.certificate),
    ]  # fmt: skip
    subprocess.run(command, check=True, capture_output=True)
    return made
