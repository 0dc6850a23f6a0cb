"""Signed notes (C2SP signed-note): a text, and below it lines with signatures by keys that have names.

Keys are Ed25519. A key of type 1 signs the text alone; one of type 4 belongs to a witness and signs it with the time
(C2SP tlog-cosignature). Public and private keys are written as Go's package note writes them.
"""

import binascii
import unicodedata
from base64 import b64decode, b64encode
from collections.abc import Iterable, Sequence
from hashlib import sha256
from importlib.util import find_spec

import attrs

from core.base.game import Refused
from core.base.merkle_tree import HASH_BYTES

SIGNS, COSIGNS = 1, 4
"""Types of keys: that of a log or anybody, and that of a witness."""
KEY_BYTES = 32
_ID_BYTES = 4
_TIME_BYTES = 8
_LONGEST_NAME = 200
_MOST_SIGNATURES = 100
MOST_HASHES = 63
"""In a proof."""
LARGEST = 64 << 10
"""Bytes of a note; a checkpoint with 100 signatures has fewer."""
_DASH = "\u2014 "
_PRIVATE = "PRIVATE+KEY+"


def check_possible() -> None:
    """Raises Refused where nothing can be signed or checked."""
    if find_spec("cryptography") is None:
        raise Refused("This needs the package cryptography: install Parlour with [house].")


@attrs.frozen
class Signature:
    """One line below a note."""

    name: str
    id: bytes
    value: bytes

    @property
    def line(self) -> str:
        """As it is written, with its line end."""
        return f"{_DASH}{self.name} {encoded(self.id + self.value)}\n"


@attrs.frozen
class Note:
    """A text and its signatures, which nobody has checked yet."""

    text: str
    """With its last line end."""
    signatures: tuple[Signature, ...]

    def __str__(self) -> str:
        """The note as it is written."""
        return self.text + "\n" + "".join(signature.line for signature in self.signatures)


@attrs.frozen
class PublicKey:
    """What anybody needs to check a signature."""

    name: str
    type: int
    raw: bytes

    @property
    def id(self) -> bytes:
        """Four bytes that stand before each of its signatures."""
        return _id(self.name, self.type, self.raw)

    def __str__(self) -> str:
        """The key as it is given to others."""
        return f"{self.name}+{self.id.hex()}+{encoded(bytes([self.type]) + self.raw)}"

    def time_of(self, text: str, signature: Signature) -> int:
        """When a signature of this key was made, 0 where it does not say that. Raises: Refused for a false one."""
        value, time = signature.value, 0
        if self.type == COSIGNS:
            time, value = int.from_bytes(value[:_TIME_BYTES], "big"), value[_TIME_BYTES:]
        if not _is_right(self.raw, value, _signed(self.type, text, time)):
            raise Refused("The signature of {name} is not right.", name=self.name)
        return time


@attrs.frozen
class PrivateKey:
    """What signs. It is never shown."""

    name: str
    type: int
    seed: bytes = attrs.field(repr=False)

    @property
    def public(self) -> PublicKey:
        """What others check with."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        raw = Ed25519PrivateKey.from_private_bytes(self.seed).public_key().public_bytes_raw()
        return PublicKey(self.name, self.type, raw)

    @property
    def text(self) -> str:
        """The key as it is kept."""
        return f"{_PRIVATE}{self.name}+{self.public.id.hex()}+{encoded(bytes([self.type]) + self.seed)}"

    def sign(self, text: str, time: int = 0) -> Signature:
        """The signature of a text; `time` is in seconds since the epoch, for a witness."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        value = Ed25519PrivateKey.from_private_bytes(self.seed).sign(_signed(self.type, text, time))
        at = time.to_bytes(_TIME_BYTES, "big") if self.type == COSIGNS else b""
        return Signature(self.name, self.public.id, at + value)


def _signed(type: int, text: str, time: int) -> bytes:
    """What a key of a type signs of a text."""
    return (f"cosignature/v1\ntime {time}\n{text}" if type == COSIGNS else text).encode()


def _is_right(raw: bytes, value: bytes, signed: bytes) -> bool:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(raw).verify(value, signed)
    except (InvalidSignature, ValueError):
        return False
    return True


def _id(name: str, type: int, raw: bytes) -> bytes:
    return sha256(f"{name}\n".encode() + bytes([type]) + raw).digest()[:_ID_BYTES]


def read_public_key(text: str) -> PublicKey:
    """A key as it is given to others. Raises: Refused."""
    parts = text.strip().split("+", 2)
    material = decoded(parts[2]) if len(parts) == 3 else b""
    if len(material) == 1 + KEY_BYTES and material[0] in (SIGNS, COSIGNS) and is_name(parts[0]):
        key = PublicKey(parts[0], material[0], material[1:])
        if str(key) == text.strip():
            return key
    raise Refused("That is not the key of a log or witness: one reads NAME+1a2b3c4d+AbCd...")


def read_private_key(text: str) -> PrivateKey:
    """A key as it is kept. Raises: Refused."""
    check_possible()
    parts = text.strip().removeprefix(_PRIVATE).split("+", 2)
    material = decoded(parts[2]) if len(parts) == 3 else b""
    if len(material) == 1 + KEY_BYTES and material[0] in (SIGNS, COSIGNS) and is_name(parts[0]):
        key = PrivateKey(parts[0], material[0], material[1:])
        if key.text == text.strip():
            return key
    raise Refused("That is not the private key of a log or witness.")


def is_name(name: str) -> bool:
    """Whether a key may be called so: no blanks, no plus signs, nothing that cannot be shown."""
    is_plain = name.isprintable() and not any(unicodedata.category(one)[0] == "Z" or one == "+" for one in name)
    return 0 < len(name) <= _LONGEST_NAME and is_plain


def read_note(raw: bytes) -> Note:
    """A note as it was written, of which no signature has been checked. Raises: Refused."""
    note = _read(raw)
    if note is None:
        raise Refused("That is not a signed note.")
    return note


def _read(raw: bytes) -> Note | None:
    try:
        whole = raw.decode() if len(raw) <= LARGEST else ""
    except UnicodeDecodeError:
        return None
    text, blank, below = whole.rpartition("\n\n")
    signatures = read_signatures(below)
    if not (text and blank) or not signatures or any(one < " " and one != "\n" for one in whole):
        return None
    return Note(text + "\n", signatures)


def read_signatures(text: str) -> tuple[Signature, ...]:
    """The signatures in some lines; none where one of the lines is no signature."""
    lines = text.split("\n")
    if lines.pop() or len(lines) > _MOST_SIGNATURES:
        return ()
    found = tuple(map(_signature, lines))
    return tuple(filter(None, found)) if all(found) else ()


def _signature(line: str) -> Signature | None:
    name, _, value = line.removeprefix(_DASH).partition(" ")
    raw = decoded(value)
    if not line.startswith(_DASH) or not is_name(name) or len(raw) <= _ID_BYTES:
        return None
    return Signature(name, raw[:_ID_BYTES], raw[_ID_BYTES:])


@attrs.frozen
class Signed:
    """A signature that was checked."""

    key: PublicKey
    time: int
    """In seconds since the epoch; 0 where it says none."""


def signers_of(note: Note, keys: Iterable[PublicKey]) -> tuple[Signed, ...]:
    """Which of these keys have signed a note; signatures of others count for nothing.

    Raises: Refused, where one of them seems to have signed and has not.
    """
    check_possible()
    known: Sequence[PublicKey] = tuple(keys)
    found: dict[PublicKey, Signed] = {}
    for signature in note.signatures:
        for key in known:
            if (key.name, key.id) == (signature.name, signature.id):
                found.setdefault(key, Signed(key, key.time_of(note.text, signature)))
    return tuple(found.values())


def number_in(text: str) -> int | None:
    """A number as it is written, without a sign or a zero before it; None for anything else."""
    is_number = text.isascii() and text.isdecimal() and len(text) < 20 and str(int(text)) == text
    return int(text) if is_number else None


def hashes_in(lines: Sequence[str]) -> tuple[bytes, ...] | None:
    """Hashes in base64, one on each line; None where one is none, or they are too many for a proof."""
    hashes = tuple(map(decoded, lines))
    are_hashes = len(hashes) <= MOST_HASHES and all(len(hash) == HASH_BYTES for hash in hashes)
    return hashes if are_hashes else None


def encoded(raw: bytes) -> str:
    """Bytes in base64."""
    return b64encode(raw).decode()


def decoded(text: str) -> bytes:
    """The bytes of a text in base64, nothing for what is not exactly that."""
    try:
        raw = b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return b""
    return raw if encoded(raw) == text else b""
