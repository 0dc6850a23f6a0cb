"""One telnet connection as a terminal: the wire and the line editor around a socket that is never waited for.

What is put out is sent at once, without blocking. A client that does not read is *behind*: text for it is kept up to a
limit, pictures are not kept at all; when it can be written to again it gets the text and then the latest picture
whole. So one slow reader costs a bounded buffer, and delays nobody.
"""

from __future__ import annotations

import math
import socket
from collections import deque
from contextlib import suppress
from functools import lru_cache

import attrs
import trio

from frontends.screens import paint
from frontends.screens.picture import Look, Picture
from frontends.telnet.editor import LineEditor, is_single
from frontends.telnet.wire import (
    Answer,
    Encoded,
    Foreign,
    Interrupted,
    Key,
    Line,
    Manner,
    Mtts,
    Named,
    Sized,
    TooLong,
    Wire,
    WireEvent,
)
from frontends.terminal import Closed, Input, Prompt, Resized

READ_SIZE = 4096
ESCAPE_PAUSE = 0.05
"""Seconds after which an ESC that nothing follows is the Escape key."""
MOST_UNSENT = 1 << 16
"""Bytes kept for a client that does not read; one that lets more pile up is dropped."""
MOST_WAITING = 256
"""Inputs kept while the conversation is busy; what is typed ahead of that is dropped with a bell."""
DRAWING_TERMINALS = ("XTERM", "SCREEN", "TMUX", "RXVT", "LINUX", "VT", "ANSI", "KITTY", "ALACRITTY", "FOOT", "ST-")
UTF8_TERMINALS = ("XTERM", "TMUX", "SCREEN", "KITTY", "ALACRITTY", "FOOT", "ST-")
"""Terminals that in practice read UTF-8, although nothing in telnet says so."""

_painted = lru_cache(maxsize=64)(paint.paint)
"""The way from one picture to the next, shared by all who see both: a watched move is painted once."""


class Connection:
    """A `Terminal` over a non-blocking stream socket. `attend` must run beside whoever uses it.

    Attributes:
        heard_at: when the client last sent anything, on trio's clock.
    """

    def __init__(self, sock: socket.socket, wire: Wire | None = None) -> None:
        self.sock = sock
        self.wire = wire or Wire()
        self.look = Look(colour=False, utf8=False, single_keys=False)
        self.editor = LineEditor()
        self.closed = False
        self._chosen: dict[str, bool] = {}
        self._inputs: deque[Input] = deque()
        self._taken = 0
        self._reading = trio.CancelScope()
        self._has_pulled = False
        self._unsent = bytearray()
        self._behind = trio.Event()
        self._shown: Picture | None = None
        self._wanted: Picture | None = None
        self._on_screen = False
        self._at_prompt = False
        self._has_asked = False
        self._has_offered = False
        self.heard_at = trio.current_time()

    # What a terminal does.

    def write(self, text: str) -> None:
        """Scroll some text up, above the prompt."""
        if self.wire.characters:
            self._send_text(self.editor.erase() + text)
        else:
            self._send_text("\n" + text if self._at_prompt else text)
        self._at_prompt = False

    def ask(self, prompt: Prompt) -> None:
        """Show this prompt, and what is half typed."""
        same = self._at_prompt and prompt.text == self.editor.prompt
        self.editor = attrs.evolve(
            self.editor, prompt=prompt.text, words=prompt.words, columns=max(20, self.look.columns)
        )
        if not same:
            self._draw_prompt()

    def _draw_prompt(self) -> None:
        if self.wire.characters:
            self._send_text(self.editor.draw())
        elif self.editor.prompt:
            self._send(self.wire.prompt(("\n" if self._at_prompt else "") + self.editor.prompt))
        # Without a prompt nothing stands in the way of the next line of text.
        self._at_prompt = self.wire.characters or bool(self.editor.prompt)

    def show(self, picture: Picture, repaint: bool = False) -> None:
        """Make the screen show this picture, as soon as the client reads."""
        self._wanted = picture
        if repaint:
            self._shown = None
        if not self._unsent:
            self._paint()

    def _paint(self) -> None:
        if self._wanted is not None and self._wanted is not self._shown:
            changes = _painted(self._shown, self._wanted, self.look.colour)
            self._shown = self._wanted
            self._send_text(changes)

    def prefill(self, text: str) -> None:
        """Let this stand in the prompt; a client that sends whole lines edits them itself, so it is told instead."""
        if not self.wire.characters:
            self.write(f"You had typed: {text}\n")
            return
        shown = "".join(character for character in text if is_single(character))
        self.editor = self.editor.prefilled(shown)
        self._at_prompt = False

    def ring(self) -> None:
        """Ring the bell."""
        self._send(b"\a")

    def use_screen(self, screen: bool) -> None:
        """Change the manner; the picture stays above the text that follows it."""
        self._on_screen = screen
        self._send_text(paint.enter() if screen else paint.leave(self.look.rows))
        self._shown = self._wanted = None
        self._at_prompt = False

    def adapt(self, look: Look) -> None:
        """Use these colours and characters from now on."""
        self._chosen = {"colour": look.colour, "utf8": look.utf8}
        self.look = attrs.evolve(self.look, **self._chosen)
        self.wire.utf8 = look.utf8
        self._shown = None

    def count_given(self) -> int:
        """How much has come so far; what waits in the socket is read for that."""
        before = len(self._inputs)
        if not self.closed:
            self._read_now()
        if len(self._inputs) > before or self.closed:
            # Whoever waits for the socket in `receive` would wait on: what it waits for has been read here.
            self._has_pulled = True
            self._reading.cancel()
        return self._taken + len(self._inputs)

    def count_taken(self) -> int:
        """How much of it was received."""
        return self._taken

    async def receive(self) -> Input:
        """What the person did next. The first call asks the client what it can do, behind the words of welcome."""
        if not self._has_asked:
            self._has_asked = True
            self._send(self.wire.start())
        while True:
            if not self._inputs and self.closed:
                await trio.lowlevel.checkpoint()
                return Closed()
            if not self._inputs:
                await self._read()
            elif (received := self._heed(self._pop())) is not None:
                return received

    def _pop(self) -> Input:
        self._taken += 1
        return self._inputs.popleft()

    def _heed(self, input: Input) -> Input | None:
        """What an input means now: in line manner a key is a part of a line. What is typed ahead waits till then."""
        match input:
            case Key(name) if not self._on_screen:
                return self._edit(name)
            case Line():
                self._at_prompt = False
                return input
            case _:
                return input

    def _edit(self, key: str) -> Input | None:
        edit = self.editor.press(key)
        self.editor = edit.editor
        self._send_text(edit.echo)
        if edit.line is not None or key == "c-c":
            self._at_prompt = False
            return Key("c-c") if edit.line is None else Line(edit.line)
        if edit.ended:
            self._close()
        return None

    # Reading.

    async def _read(self) -> None:
        self._has_pulled = False
        with trio.move_on_after(ESCAPE_PAUSE if self.wire.awaits_more else math.inf) as self._reading:
            await trio.lowlevel.wait_readable(self.sock)
        if not self._reading.cancelled_caught:
            self._read_now()
        elif not self._has_pulled:
            self._take(self.wire.flush())

    def _read_now(self) -> None:
        """Read what is there, without waiting."""
        try:
            chunk = self.sock.recv(READ_SIZE)
        except BlockingIOError:
            return
        except OSError:
            chunk = b""
        if not chunk:
            self._close()
        self.heard_at = trio.current_time()
        self._take(self.wire.feed(chunk))

    def _take(self, events: tuple[WireEvent, ...]) -> None:
        for event in events:
            match event:
                case Answer(octets):
                    self._send(octets)
                case Line() | Key():
                    self._put(event)
                case Interrupted():
                    self._put(Key("c-c"))
                case TooLong():
                    self._complain("That line is too long: please type a shorter one.\n")
                case Foreign(_, answer):
                    self._send(answer)
                    self._close()
                case Sized() | Named() | Encoded() | Manner():
                    self._learn(event)

    def _complain(self, sentence: str) -> None:
        self.ring()
        self._at_prompt = False
        self.write(sentence)
        self._draw_prompt()

    def _put(self, input: Input) -> None:
        if len(self._inputs) < MOST_WAITING:
            self._inputs.append(input)
        else:
            self.ring()

    def _learn(self, event: Sized | Named | Encoded | Manner) -> None:
        match event:
            case Sized(rows, columns):
                look = attrs.evolve(self.look, rows=rows, columns=columns)
            case Named(names, mtts):
                look = attrs.evolve(self.look, **(_abilities(names, mtts) | self._chosen))
                if look.colour and Mtts.SCREEN_READER not in mtts:
                    self._offer_single_keys()
            case Encoded(utf8):
                look = attrs.evolve(self.look, **({"utf8": utf8} | self._chosen))
            case Manner(characters):
                look = attrs.evolve(self.look, single_keys=characters)
        self.look = look
        self.wire.utf8 = self.look.utf8
        self._put(Resized(self.look))

    def _offer_single_keys(self) -> None:
        """Once: a client that would rather not is not asked with every further name of its terminal."""
        if not self._has_offered:
            self._has_offered = True
            self._send(self.wire.use_characters())

    # Sending.

    def _send_text(self, text: str) -> None:
        self._send(self.wire.encode(text))

    def _send(self, octets: bytes) -> None:
        if self.closed or not octets:
            return
        if self._unsent:
            self._keep(octets)
            return
        sent = self._try_send(octets)
        if sent < len(octets) and not self.closed:
            self._keep(octets[sent:])

    def _try_send(self, octets: bytes | bytearray) -> int:
        try:
            return self.sock.send(octets)
        except BlockingIOError:
            return 0
        except OSError:
            self._close()
            return 0

    def _keep(self, octets: bytes) -> None:
        if len(self._unsent) + len(octets) > MOST_UNSENT:
            self._close()
            return
        self._unsent += octets
        self._behind.set()

    async def attend(self) -> None:
        """Send what could not be sent at once, whenever the client reads again."""
        while not self.closed:
            await self._behind.wait()
            while self._unsent and not self.closed:
                await trio.lowlevel.wait_writable(self.sock)
                del self._unsent[: self._try_send(self._unsent)]
            self._behind = trio.Event()
            if self._on_screen and self._wanted is not self._shown:
                self._shown = None
                self._paint()

    async def drain(self) -> None:
        """Wait until everything is sent."""
        while self._unsent and not self.closed:
            await trio.lowlevel.wait_writable(self.sock)
            del self._unsent[: self._try_send(self._unsent)]

    def keep_alive(self) -> None:
        """Send nothing at all, so that a connection nobody is behind any more comes to an end."""
        if not self._unsent:
            self._send(self.wire.keep_alive())

    def _close(self) -> None:
        """Be done with this client; whoever waits to read from it or write to it is woken."""
        self.closed = True
        self._unsent.clear()
        self._behind.set()
        with suppress(OSError):
            self.sock.shutdown(socket.SHUT_RDWR)


def _abilities(names: tuple[str, ...], mtts: Mtts) -> dict[str, bool]:
    """What a terminal of these names can do."""
    known = tuple(name.upper() for name in names)
    draws = Mtts.ANSI in mtts or Mtts.VT100 in mtts or _any_of(known, DRAWING_TERMINALS)
    return {"colour": draws, "utf8": Mtts.UTF8 in mtts or _any_of(known, UTF8_TERMINALS)}


def _any_of(names: tuple[str, ...], beginnings: tuple[str, ...]) -> bool:
    return any(name.startswith(beginnings) for name in names)
