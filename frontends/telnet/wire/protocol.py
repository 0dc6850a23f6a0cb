"""The connection: bytes in, events out; what one wants to say in, bytes out. The essay is in the package."""

import codecs
import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

import attrs

from frontends.telnet.wire import events, gmcp
from frontends.telnet.wire.codes import IAC, Command, Option, Verb, escape, negotiate
from frontends.telnet.wire.foreign import TLS_ALERT, TLS_HELLO, foreign_line
from frontends.telnet.wire.gmcp import Gmcp
from frontends.telnet.wire.lines import Lines
from frontends.telnet.wire.octets import Negotiated, Octets, Subnegotiated, Token
from frontends.telnet.wire.options import ON, OURS, SIDES, THEIRS, Options, Place, Side, State
from frontends.telnet.wire.questions import TOLD, CharacterSet, TerminalTypes, Variables, window
from frontends.terminal.characters import encode, encode_cells
from frontends.terminal.keyboard import FINALS, NUMBERED, Keyboard, Names
from frontends.terminal.side_channel import Package
from frontends.terminal.terminal import Clicked, Dropped, Key, Line

SINGLY: tuple[Place, ...] = ((OURS, Option.ECHO), (OURS, Option.SGA))
"""The two options that together make a client send every key by itself and show none of them."""
_THEIRS = (Option.NAWS, Option.TTYPE, Option.SGA, Option.BINARY, Option.CHARSET, Option.NEW_ENVIRON)
_OURS = (Option.BINARY, Option.CHARSET, Option.EOR, Option.MSSP, Option.GMCP)
WELCOME: frozenset[Place] = frozenset([*((THEIRS, one) for one in _THEIRS), *((OURS, one) for one in _OURS)])
"""What the peer gets for the asking. Not ECHO and SGA: they come together, when single keys are wanted."""
WELCOME_SINGLY = WELCOME.union(SINGLY)
"""The same while single keys are wanted."""
RUNS = re.compile(r"[ -~]+|[^ -~]")
"""Characters that are keys by themselves, as many as there are; or one that may be something else."""
_WHOLE_LINE = re.compile(rb"([ -~]*)(?:\r\n|\r\0|\n)").fullmatch
PATIENCE = 256
"""Answers that a peer can cause in the life of the connection, those to TM not counted."""
KEYS = {Command.IP: "c-c", Command.BRK: "c-c", Command.EC: "backspace", Command.EL: "c-u", Command.EOF: "c-d"}
"""Commands that mean the same as keys."""
HERE = "[Yes]\r\n"
"""What AYT is answered with."""
_key = lru_cache(maxsize=512)(Key)
"""Keys are values, so the same ones can be used over and over; to make one takes five times as long as to find it."""


@attrs.define(eq=False, weakref_slot=False)
class Wire:
    """One telnet connection, the server's end, without I/O."""

    characters: bool = False
    """Whether keys come singly; changes with the event `Mode`."""
    speaks_telnet: bool = False
    """Whether the client has ever negotiated; `nc` never does."""
    utf8: bool = False
    """Whether `encode` may use more than ASCII. Set by `Encoded`, by MTTS, and by the shell, which may know better."""
    is_at_rest: bool = True
    """Whether nothing is kept that could change what comes next."""
    _lines: Lines = attrs.field(factory=Lines)
    _octets: Octets = attrs.field(factory=Octets)
    _options: Options = attrs.field(factory=lambda: Options(WELCOME_SINGLY, WELCOME, PATIENCE))
    _undecoded: bytes = b""
    _keyboard: Keyboard = attrs.field(factory=Keyboard)
    _types: TerminalTypes = attrs.field(factory=TerminalTypes)
    _charset: CharacterSet | None = None
    _variables: Variables | None = None
    _gmcp: Gmcp | None = None
    """This, and the two above: None until it is first about them, which with most clients it never is."""
    _was_crawled: bool = False
    _size: tuple[int, int] | None = None
    _wants_characters: bool = False
    _is_new: bool = True
    _may_be_foreign: bool = True
    _is_foreign: bool = False

    # What to send.

    def start(self) -> bytes:
        """The one question that is asked of every connection; send it before anything else.

        The CR after it makes what follows cover the two or three cells of it that a client such as `nc` shows.
        """
        return self._options.enable(THEIRS, Option.TTYPE) + b"\r\0"

    def encode(self, text: str, *, in_cells: bool = False) -> bytes:
        """Text for the client: newlines become CR LF, and what it cannot read becomes something like it, or "?".

        `in_cells`: every character takes as many cells as it would where all of them can be shown.
        """
        is_binary = "\r" in text and self._options.is_on(OURS, Option.BINARY)
        return _octets(text, encode_cells if in_cells else encode, self.utf8, is_binary)

    @property
    def written_as(self) -> object:
        """What is the same for clients to whom one text is the same octets, and one prompt has the same mark."""
        return self.utf8, self.characters, self.speaks_telnet, self._options.standing

    def mark(self) -> bytes:
        """What shows a client that what was sent last is a prompt: EOR if it wants that, or else GA (RFC 854, 885).

        Empty for clients that would show it, or have agreed to do without. Some show no prompt before its mark, so one
        that was sent before the client was known to speak telnet is to be marked when the event `Met` comes.
        """
        if not self.speaks_telnet:
            return b""
        if self._options.is_on(OURS, Option.EOR):
            return bytes((IAC, Command.EOR))
        return b"" if self._options.is_on(OURS, Option.SGA) else bytes((IAC, Command.GA))

    def tell(self, package: Package, payload: bytes) -> bytes:
        """JSON beside the text; empty for a client that does not want it."""
        return gmcp.told(package, payload) if self._gmcp is not None else b""

    def keep_alive(self) -> bytes:
        """Nothing at all, said aloud; empty for clients that would show it."""
        return bytes((IAC, Command.NOP)) if self.speaks_telnet else b""

    def probe(self) -> bytes:
        """Something that is shown nowhere: to a client that does not speak telnet a NUL, which terminals pass over."""
        return self.keep_alive() or b"\0"

    def use_characters(self) -> bytes:
        """Ask for single keys. `Mode` tells the outcome; a client that does not speak telnet never gives one."""
        self._wants_characters = True
        self._options.welcome = WELCOME_SINGLY
        if not self.speaks_telnet:
            return b""
        return b"".join(self._options.enable(*option) for option in SINGLY)

    def use_lines(self) -> bytes:
        """Ask for lines again. Keys come singly until `Mode` says otherwise."""
        self._wants_characters = False
        self._options.welcome = WELCOME
        return b"".join(self._options.disable(*option) for option in SINGLY)

    def hide_typing(self, hidden: bool) -> bytes:
        """Have a client that edits its lines itself show nothing of them (RFC 857), or show them again.

        Where single keys are wanted there is nothing to do: ECHO is on, and the caller shows what it likes.
        """
        if self._wants_characters or not self.speaks_telnet:
            return b""
        turn = self._options.enable if hidden else self._options.disable
        return turn(OURS, Option.ECHO)

    @property
    def hides_typing(self) -> bool:
        """Whether a client that sends whole lines shows nothing of them."""
        return not self.characters and self._options.is_on(OURS, Option.ECHO)

    def expect_mouse(self, mouse: bool) -> None:
        """Say whether the terminal was told to send what the mouse does."""
        self._keyboard.has_mouse = mouse

    # What comes in.

    @property
    def awaits_more(self) -> bool:
        """Whether an ESC has come singly: call `flush` if nothing follows within, say, 50 milliseconds."""
        return self.characters and self._keyboard.held > 0

    @property
    def is_known(self) -> bool:
        """Whether the client has told what it is and where it stands; nothing more is asked of it."""
        if not self._types.is_complete:
            return False
        environ = self._options.state(THEIRS, Option.NEW_ENVIRON)
        if environ is State.WANT_YES:
            return False
        return environ is State.NO or (self._variables is not None and self._variables.has_heard)

    def feed(self, chunk: bytes) -> tuple[events.WireEvent, ...]:
        """What the client sent; how it was split into chunks makes no difference."""
        if self.is_at_rest and (whole := self._whole(chunk)) is not None:
            return whole
        told: list[events.WireEvent] = []
        for token in () if self._is_foreign else self._octets.feed(chunk):
            if isinstance(token, Negotiated) and self._is_settled(token):
                continue
            told += self._meant(token)
            self._is_new = False
            if self._is_foreign:
                break
        self._note_rest()
        return tuple(told)

    def _whole(self, chunk: bytes) -> tuple[events.WireEvent, ...] | None:
        """What is meant by what mostly comes, a key or a line, where nothing before could change it; None for all
        else."""
        if self.characters:
            return _WHOLE_KEYS.get(chunk)
        line = _WHOLE_LINE(chunk) if self._lines.is_empty and not self._may_be_foreign else None
        if line is None or len(line[1]) > self._lines.longest:
            return None
        return (Line(line[1].decode("ascii")),)

    def _is_settled(self, said: Negotiated) -> bool:
        """Whether a negotiation changes nothing; clients that are broken send thousands of those."""
        return self.speaks_telnet and said.option != Option.TM and self._options.is_settled(said.verb, said.option)

    def _note_rest(self) -> None:
        self.is_at_rest = self._octets.is_at_rest and self._keyboard.is_at_rest and not self._undecoded

    def flush(self) -> tuple[events.WireEvent, ...]:
        """Nothing has come for a while: an ESC kept back was the Escape key."""
        flushed = tuple(self._pressed(self._keyboard.flush()))
        self._note_rest()
        return flushed

    def _meant(self, token: Token) -> Iterable[events.WireEvent]:
        match token:
            case Negotiated():
                return self._negotiated(token)
            case Subnegotiated():
                return self._subnegotiated(token.option, token.payload)
            case bytes():
                return self._typed(token)
            case Command():
                return self._commanded(token)

    def _subnegotiated(self, option: int, payload: bytes) -> Iterable[events.WireEvent]:
        match option:
            case Option.NAWS:
                return self._resized(payload)
            case Option.TTYPE:
                return self._named(self._types.hear(payload))
            case Option.CHARSET:
                return self._encoded(payload)
            case Option.NEW_ENVIRON:
                self._variables = self._variables or Variables()
                told = self._variables.hear(payload)
                return () if told is None else (told,)
            case Option.GMCP:
                return self._told_beside(payload)
            case _:
                return ()

    def _typed(self, octets: bytes) -> Iterator[events.WireEvent]:
        if self._is_new and octets[0] == TLS_HELLO:
            self._is_foreign = True
            yield events.Foreign("tls", TLS_ALERT)
            return
        for run in RUNS.findall(self._decoded(octets)):
            if self._is_foreign:
                return
            if len(run) > 1 and not self.characters and self._keyboard.is_at_rest:
                yield from self._lined(self._lines.text + run, self._lines.add(run))
                continue
            for character in run:
                yield from self._pressed(self._keyboard.press(character))

    def _decoded(self, octets: bytes) -> str:
        """The characters that are whole; what may be the beginning of another one is kept."""
        if not self._undecoded and octets.isascii():
            return octets.decode("ascii")
        octets = self._undecoded + octets
        text, used = codecs.utf_8_decode(octets, "replace", False)
        self._undecoded = octets[used:]
        return text

    def _pressed(self, keys: Names) -> Iterator[events.WireEvent]:
        for key in keys:
            if isinstance(key, Clicked | Dropped):
                if self.characters:
                    yield key
            elif self.characters:
                yield _key(key)
            else:
                yield from self._lined(self._lines.text, self._lines.press(key))

    def _lined(self, line: str, event: events.WireEvent | None) -> Iterator[events.WireEvent]:
        """The line as it is passed on, unless the first one shows that the peer took the wrong door."""
        if event is None:
            return
        if self._may_be_foreign:
            self._may_be_foreign = False
            if foreign := foreign_line(line[: self._lines.longest]):
                self._is_foreign, event = True, foreign
        yield event

    def _commanded(self, command: Command) -> Iterator[events.WireEvent]:
        if command in KEYS:
            yield from self._pressed((KEYS[command],))
        elif command is Command.AYT and self._options.spend():
            yield events.Answer(self.encode(HERE))

    # Options.

    def _negotiated(self, said: Negotiated) -> Iterator[events.WireEvent]:
        if not self.speaks_telnet:
            yield from self._met()
        if said.option == Option.TM:
            if said.verb is Verb.DO:
                yield events.Answer(negotiate(Verb.WILL, Option.TM))
            return
        side = SIDES[said.verb]
        was_on = self._options.is_on(side, said.option)
        if answer := self._options.hear(said.verb, said.option):
            yield events.Answer(answer)
        if not was_on and self._options.is_on(side, said.option):
            yield from self._began(side, said.option)
        elif was_on and said.option == Option.GMCP and self._gmcp is not None:
            yield from self._gave_up_gmcp()
        if said.option == Option.TTYPE and said.verb is Verb.WONT:
            yield from self._named(self._types.give_up())
        if said.option in (Option.ECHO, Option.SGA):
            yield from self._settled()

    def _met(self) -> Iterator[events.WireEvent]:
        """The first sign that the client speaks telnet: now it can be asked for more."""
        self.speaks_telnet = True
        self._may_be_foreign = False
        yield events.Met()
        asked = self._options.enable(THEIRS, Option.NAWS)
        asked += self._options.enable(THEIRS, Option.NEW_ENVIRON)
        asked += self._options.enable(OURS, Option.MSSP) + self._options.enable(OURS, Option.GMCP)
        if self._wants_characters:
            asked += self.use_characters()
        yield events.Answer(asked)

    def _began(self, side: Side, option: int) -> Iterator[events.WireEvent]:
        """An option came on just now: ask what it is for."""
        question = b""
        match option:
            case Option.TTYPE if side is THEIRS:
                question = self._types.ask()
            case Option.CHARSET if side is OURS:
                self._charset = self._charset or CharacterSet()
                question = self._charset.ask()
            case Option.NEW_ENVIRON if side is THEIRS:
                self._variables = self._variables or Variables()
                question = self._variables.ask()
            case Option.GMCP if side is OURS:
                self._gmcp = Gmcp()
            case Option.MSSP if side is OURS and not self._was_crawled:
                self._was_crawled = True
                yield events.Crawled()
            case _:
                pass
        if question:
            yield events.Answer(question)

    def _gave_up_gmcp(self) -> Iterator[events.WireEvent]:
        """The client wants nothing beside the text any more, unless it has only said yes once more."""
        if not self._options.is_on(OURS, Option.GMCP):
            self._gmcp = None
            yield events.Supports(frozenset())

    def _told_beside(self, payload: bytes) -> Iterator[events.WireEvent]:
        match self._gmcp.hear(payload) if self._gmcp is not None else None:
            case bytes() as answer:  # As many octets as it took to ask for it.
                yield events.Answer(answer)
            case events.Supports() as supports:
                yield supports
            case None:
                pass

    def _settled(self) -> Iterator[events.WireEvent]:
        """Whether keys come singly now; and if one of the two options is refused, the other is given up."""
        states = [self._options.state(*option) for option in SINGLY]
        was_refused = self._wants_characters and State.NO in states
        if was_refused and (answer := self.use_lines()):
            yield events.Answer(answer)
        characters = ON.issuperset(states)
        if characters != self.characters:
            self.characters = characters
            yield events.Mode(characters)
            if characters:
                yield from (_key(character) for character in self._lines.clear())
        elif was_refused:
            yield events.Mode(characters)

    # What the client tells of itself.

    def _resized(self, payload: bytes) -> Iterator[events.WireEvent]:
        size = window(payload)
        if size is not None and size != self._size:
            self._size = size
            yield events.Sized(*size)

    def _named(self, named: events.Named | None) -> Iterator[events.WireEvent]:
        if named is None:
            return
        if named.complete:
            self._types = TOLD
        yield named
        if not self.utf8 and events.Mtts.UTF8 in named.mtts:
            self.utf8 = True
            yield events.Encoded(True)
        if not named.complete and (question := self._types.ask()):
            yield events.Answer(question)

    def _encoded(self, payload: bytes) -> Iterator[events.WireEvent]:
        if not self._options.spend():
            return
        self._charset = self._charset or CharacterSet()
        utf8, answer = self._charset.hear(payload)
        if answer:
            yield events.Answer(answer)
        if utf8 is not None:
            self.utf8 = utf8
            yield events.Encoded(utf8)


@lru_cache(maxsize=64)
def _octets(text: str, encoded: Callable[[str, bool], bytes], utf8: bool, binary: bool) -> bytes:
    """Text as it is sent. What goes to many at once, such as a sentence to all who watch, is encoded once."""
    lone_return = "\r" if binary else "\r\0"
    lines = text.replace("\r\n", "\n").replace("\r", lone_return).replace("\n", "\r\n")
    return escape(encoded(lines, utf8))


def _whole_keys() -> dict[bytes, tuple[events.WireEvent, ...]]:
    """What the chunks mean that most keys come as, when nothing before could change it: 0.1 us each in place of 5."""

    def played(sent: str) -> tuple[events.WireEvent, ...]:
        keyboard = Keyboard()
        names = [name for character in sent for name in keyboard.press(character)]
        return tuple(_key(name) for name in names if isinstance(name, str))

    sent = [chr(code) for code in range(ord(" "), 127)]
    sent += [f"\x1b{opening}{final}" for opening in "[O" for final in FINALS]
    sent += [f"\x1b[{number}~" for number in NUMBERED]
    sent += ["\r\0", "\r\n", "\x7f", "\t"]
    return {keys.encode(): played(keys) for keys in sent}


_WHOLE_KEYS = _whole_keys()
