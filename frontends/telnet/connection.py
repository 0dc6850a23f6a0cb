"""One telnet connection as a terminal: the wire and the line editor around a socket that is never waited for.

A client that does not read is not *clear*: text for it is kept up to a limit, pictures are not kept at all; when it
can be written to again it gets the text and then the latest picture whole. So one slow reader costs a bounded buffer,
and delays nobody.

The one task of a connection is the one that calls `receive`. Everything else that happens to it (news to show, the
house that hangs up, pictures that were held back) is a plain call from another task, which never waits.
"""

from __future__ import annotations

import math
import socket
from collections.abc import Awaitable
from contextlib import suppress

import attrs
import trio

from core.message import message
from frontends.screens import paint
from frontends.screens.picture import Look, Picture
from frontends.telnet.abilities import BARE, NOTHING, Told, shared
from frontends.telnet.board import Board
from frontends.telnet.clicking import Clicks
from frontends.telnet.editor import LineEditor, folded, plainly
from frontends.telnet.pacing import Pace
from frontends.telnet.rescue import Rescue
from frontends.telnet.sending import Later, Sender, Why
from frontends.telnet.wire import (
    Answer,
    Clicked,
    Encoded,
    Environment,
    Foreign,
    Interrupted,
    Key,
    Line,
    Met,
    Mode,
    Named,
    Sized,
    TooLong,
    Wire,
    WireEvent,
)
from frontends.terminal import Closed, Input, Prompt, Resized, Warned

READ_SIZE = 1024
"""Bytes that are dealt with before others get their turn; octets of negotiation take the longest, some 8 us each."""
MOST_REST = 16
"""Reads of what a client sent last, before its socket is closed."""
ESCAPE_PAUSE = 0.05
"""Seconds after which an ESC that nothing follows is the Escape key."""
TOO_FAST = message("You send more than people type: the rest is heeded a little later.")
MOUSE_ON, MOUSE_OFF = b"\x1b[?1000h\x1b[?1006h", b"\x1b[?1006l\x1b[?1000l"
CTRL_C = Key("c-c")
EMPTY_LINE = LineEditor()
NOT_IN_LINES = ("wheel up", "wheel down")
"""Keys that are passed over in line mode, where the bell would be a nuisance."""


@attrs.define(eq=False)
class Connection:
    """A `Terminal` over a non-blocking stream socket.

    Attributes:
        received: bytes that came from the client.
        foreign: the protocol that the client speaks instead of telnet; empty if it does not.
    """

    sock: socket.socket
    later: Later
    rescue: Rescue | None = None
    wire: Wire = attrs.field(factory=Wire)
    look: Look = BARE
    editor: LineEditor = EMPTY_LINE
    pace: Pace = attrs.field(factory=Pace)
    received: int = 0
    foreign: str = ""
    out: Sender = attrs.field(init=False)
    _told: Told = attrs.field(default=NOTHING, init=False)
    _chosen: Look | None = attrs.field(default=None, init=False)
    """What the person chose, which stands against what the client tells."""
    _has_offered: bool = attrs.field(default=False, init=False)
    """Whether single keys were offered: a client that would rather not is not asked again."""
    _has_ended: bool = attrs.field(default=False, init=False)
    """Whether the client will send nothing more; it may still read."""
    _inputs: list[Line | Key | Clicked] = attrs.field(factory=list, init=False)
    _taken: int = attrs.field(default=0, init=False)
    _is_resized: bool = attrs.field(default=False, init=False)
    """Whether the look has changed since it was told last."""
    _resized_at: float = attrs.field(default=-math.inf, init=False)
    _clicks: Clicks = attrs.field(factory=Clicks, init=False)
    _is_receiving: bool = attrs.field(default=False, init=False)
    _is_woken: bool = attrs.field(default=False, init=False)
    _at_prompt: bool = attrs.field(default=False, init=False)
    _has_asked: bool = attrs.field(default=False, init=False)
    """Whether the person has seen the prompt since they last finished a line."""
    _on_screen: bool = attrs.field(default=False, init=False)
    _wants_mouse: bool = attrs.field(default=False, init=False)
    _has_mouse: bool = attrs.field(default=False, init=False)
    _board: Board | None = attrs.field(default=None, init=False)
    """Made when the first picture is to be shown."""

    def __attrs_post_init__(self) -> None:
        self.out = Sender(self.sock, self.later, self._catch_up, self.pace.traffic.unsent_bytes)

    # Text.

    @property
    def hides(self) -> bool:
        """Whether the client shows nothing by itself, or can be told not to."""
        return self.wire.characters or self.wire.speaks_telnet

    @property
    def _draws_lines(self) -> bool:
        """Whether what is typed is shown by us, and can be drawn anew."""
        return self.wire.characters and not self.look.reader

    def write(self, text: str) -> None:
        """Scroll some text up, above the prompt."""
        if self._draws_lines:
            self._send_text(self.editor.erase() + text)
        else:
            self._send_text("\n" + text if self._at_prompt else text)
        self._at_prompt = False

    def ask(self, prompt: Prompt) -> None:
        """Show this prompt, and what is half typed. For a screen reader it is shown but once for each line."""
        same = prompt.text == self.editor.prompt
        is_seen = same and (self._at_prompt or (self._has_asked and self.look.reader))
        columns = max(20, self.look.columns)
        if prompt.is_secret is not self.editor.is_secret:
            self.out.send(self.wire.hide_typing(prompt.is_secret))
            is_seen = False
        if not same or (prompt.words, columns, prompt.is_secret) != (
            self.editor.words, self.editor.columns, self.editor.is_secret,
        ):  # fmt: skip
            self.editor = self.editor.asking(prompt.text, columns, prompt.words, prompt.is_secret)
        if not is_seen:
            self._draw_prompt(above=not same or not self._has_asked)

    def _draw_prompt(self, *, above: bool = False) -> None:
        """Show the prompt; `above`: also what of it finds no room in a row beside what is typed."""
        if self._draws_lines:
            first = folded(self.editor.prompt, self.editor.columns)[0] if above else ""
            self._send_drawn(f"{self.editor.erase()}{first}\n" if first else "")
            self._send_drawn(self.editor.draw())
        elif self.editor.prompt:
            self.out.send(self.wire.prompt(("\n" if self._at_prompt else "") + self.editor.prompt))
        # Without a prompt nothing stands in the way of the next line of text.
        self._at_prompt = self._draws_lines or bool(self.editor.prompt)
        self._has_asked = True

    def prefill(self, text: str) -> None:
        """Let this stand in the prompt; a client that sends whole lines edits them itself, so it is told instead."""
        if not self._draws_lines:
            self.write(self.look.words.text("You had typed: {line}", line=text) + "\n")
            return
        self.editor = self.editor.prefilled(text)
        self._at_prompt = False

    def ring(self) -> None:
        """Ring the bell."""
        self.out.send(b"\a")

    def _send_text(self, text: str) -> None:
        self.out.send(self.wire.encode(text))

    def _send_drawn(self, text: str) -> None:
        self.out.send(self.wire.encode(text, in_cells=True))

    # Pictures.

    def show(self, picture: Picture, repaint: bool = False) -> None:
        """Make the screen show this picture, as soon as its time has come and the client reads."""
        if self._board is not None:
            self._board.show(picture, repaint)

    def _catch_up(self) -> None:
        if self._board is not None:
            self._board.catch_up()

    def use_screen(self, screen: bool) -> None:
        """Change the mode; the picture stays above the text that follows it."""
        if screen == self._on_screen:
            return
        self._on_screen = screen
        if self.rescue is not None:
            (self.rescue.lend if screen else self.rescue.take_back)(self.sock)
        if not screen:
            self._set_mouse()
        self._send_text(paint.enter() if screen else paint.leave(self.look.rows))
        if screen:
            self._set_mouse()
        if self._board is None:
            self._board = Board(self.out, self.later, self.look)
        self._board.clear()
        self._at_prompt = self._has_asked = False

    def use_mouse(self, mouse: bool) -> None:
        """Have clicks told, on a terminal that can, for as long as a board is shown."""
        self._wants_mouse = mouse
        self._set_mouse()

    def _set_mouse(self) -> None:
        mouse = self._wants_mouse and self._on_screen and self._told.abilities.mouse
        if mouse != self._has_mouse:
            self._has_mouse = mouse
            self.wire.expect_mouse(mouse)
            self.out.send(MOUSE_ON if mouse else MOUSE_OFF)

    # What the terminal can do.

    def adapt(self, look: Look) -> None:
        """Use these colours, characters and language from now on; a screen reader's client edits its lines itself."""
        self._chosen = look
        self._become(self.look)
        if self._board is not None:
            self._board.repaint()

    def _become(self, look: Look) -> None:
        """Have this look, but for what the person chose."""
        if (chosen := self._chosen) is not None:
            look = attrs.evolve(
                look, colour=chosen.colour, utf8=chosen.utf8, language=chosen.language, reader=chosen.reader
            )
        self.look = shared(look)
        self.wire.utf8 = look.utf8
        if self._board is not None:
            self._board.look = self.look
        self._set_mouse()
        if look.reader:
            self.out.send(self.wire.use_lines())
            self._has_offered = False
        elif self._told.abilities.screen and not self._has_offered:
            self._has_offered = True
            self.out.send(self.wire.use_characters())

    def _learn(self, event: Named | Environment | Encoded | Mode) -> None:
        match event:
            case Named(names, mtts):
                self._told = shared(attrs.evolve(self._told, names=names, mtts=mtts))
            case Environment(variables):
                self._told = shared(attrs.evolve(self._told, variables=variables))
            case Encoded(utf8):
                self._told = shared(attrs.evolve(self._told, utf8=utf8))
            case Mode(characters):
                self.look = attrs.evolve(self.look, single_keys=characters)
                self._at_prompt = self._at_prompt and not characters
        self._become(self.look if isinstance(event, Mode) else self._told.abilities.adapt(self.look))
        # What a terminal can do is told at once; only sizes, which come in bursts, have to wait for their time.
        self._is_resized, self._resized_at = True, -math.inf

    def _resize(self, rows: int, columns: int) -> None:
        self.look = shared(attrs.evolve(self.look, rows=rows, columns=columns))
        self._is_resized = True

    # What comes in.

    def count_given(self) -> int:
        """How much has come so far; what waits in the socket is read for that."""
        before = self.received
        if not self._is_over:
            self._read_now(self._count())
        if self._is_receiving and (self.received > before or self._is_over):
            # Whoever waits for the socket in `receive` would wait on: what it waits for has been read here.
            trio.lowlevel.notify_closing(self.sock)
        return self._taken + len(self._inputs)

    def count_taken(self) -> int:
        """How much of it was received."""
        return self._taken

    @property
    def _is_over(self) -> bool:
        """Whether nothing more can come."""
        return self._has_ended or self.out.ended is not None

    async def meet(self, seconds: float) -> None:
        """Ask the client what it is, and wait for that, but not longer than so many seconds; those who type go on."""
        self.out.send(self.wire.start())
        with trio.move_on_after(seconds):
            while not (self.wire.is_known or self._inputs or self._is_over):
                await trio.lowlevel.wait_readable(self.sock)
                now = self._count()
                if self.pace.is_hurried(now):
                    break  # Who sends so much before being greeted is no client that tells what it is.
                self._read_now(now)

    def wake(self) -> None:
        """Have a `receive` that waits answer None."""
        if self.pace.interrupt():
            self._is_woken = True
        elif self._is_receiving:
            self._is_woken = True
            trio.lowlevel.notify_closing(self.sock)

    async def receive(self) -> Input | None:
        """What the person did next; None when woken."""
        is_over = self._has_ended or self.out.ended is not None
        if self._inputs and not is_over:
            # Others get their turn between two inputs. Before an input is taken, so that none is lost when whoever
            # asked for it has given up waiting in the meantime.
            await self.pace.turn()
        elif self._is_resized or is_over:
            await trio.lowlevel.checkpoint()
        while (received := self._next()) is None:
            if not self._is_woken:
                self._is_receiving = True
                try:
                    await self._something()
                except trio.ClosedResourceError:
                    pass  # What was waited for has been read in `count_given`, or there is something else to be done.
                finally:
                    self._is_receiving = False
            if self._is_woken:
                self._is_woken = False
                return None
            if self._is_calm:
                if (received := self._read_key()) is not None:
                    return received
                continue
            now = self._count()
            if self.pace.is_hurried(now):
                await self.pace.turn()
                now = trio.current_time()
            self._read_now(now)
        return received

    @property
    def _is_calm(self) -> bool:
        """Whether what comes next may be read and heeded at once, without counting it."""
        return self.pace.spare > 0 and not (self._inputs or self._is_resized or self._has_ended or self.out.ended)

    def _something(self) -> Awaitable[None]:
        """What to wait for until there may be something to read or to tell. No coroutine of its own: each that waits
        costs memory for everybody who sits in the lobby."""
        if self._is_calm and self.wire.is_at_rest:
            return trio.lowlevel.wait_readable(self.sock)
        now = self._count()
        seconds = self.pace.until_input(now) if self._inputs else self.pace.until_read(now)
        if seconds > 0:
            return self.pace.rest(seconds)
        if self._is_resized or self.wire.awaits_more:
            return self._wait_for_time()
        return trio.lowlevel.wait_readable(self.sock)

    def _count(self) -> float:
        """Have counted what went through until now; the answer is the time."""
        now = trio.current_time()
        self.pace.count(now, self.out.sent)
        return now

    def _next(self) -> Input | None:
        """What can be told now; None as long as nothing can."""
        if self.out.ended is not None:
            return Closed()  # Whoever is gone wants nothing done any more.
        if not (self._inputs or self._is_resized):
            return Closed() if self._has_ended else None
        now = self._count()
        if self._is_resized and now >= self._next_size_at:
            self._is_resized, self._resized_at = False, now
            return Resized(self.look)
        if self._inputs and self.pace.until_input(now) > 0:
            return Warned(TOO_FAST) if self.pace.is_to_be_told(now) else None
        while self._inputs:
            self._taken += 1
            if (received := self._heed(self._inputs.pop(0))) is not None:
                self.pace.charge_input(now)
                return received
        return Closed() if self._has_ended else None

    @property
    def _next_size_at(self) -> float:
        return self._resized_at + 1 / self.pace.traffic.sizes_a_second

    async def _wait_for_time(self) -> None:
        """Wait for the socket, or until a window size may be told, or an ESC that nothing follows is a key."""
        told_at = self._next_size_at if self._is_resized else math.inf
        key_at = trio.current_time() + ESCAPE_PAUSE if self.wire.awaits_more else math.inf
        with trio.CancelScope(deadline=min(told_at, key_at)) as waiting:
            await trio.lowlevel.wait_readable(self.sock)
        if waiting.cancelled_caught and key_at <= told_at:
            self._take(self.wire.flush())

    def _heed(self, input: Line | Key | Clicked) -> Input | None:
        """What an input means now: in line mode a key is a part of a line. What is typed ahead waits till then."""
        if isinstance(input, Key):
            if self._on_screen:
                return input
            return self._edit(input.name) if input.name not in NOT_IN_LINES else None
        if isinstance(input, Clicked):
            return self._clicks.told(input.row, input.column, trio.current_time()) if self._on_screen else None
        self._at_prompt = self._has_asked = False
        if self.editor.is_secret and self.wire.hides_typing:
            self._send_text("\n")  # The client has shown not even the line end.
        return input

    def _edit(self, key: str) -> Input | None:
        edit = self.editor.press(key)
        self.editor = edit.editor
        self._send_drawn(plainly(edit.echo) if self.look.reader else edit.echo)
        if edit.line is not None or edit.key:
            self._at_prompt = self._has_asked = False
            return Line(edit.line) if edit.line is not None else Key(edit.key)
        return None

    def _read_now(self, now: float) -> None:
        """Read what is there and may be read, without waiting."""
        if not self._is_over and self.pace.until_read(now) <= 0:
            chunk = self._read()
            self.pace.charge_read(now, chunk)
            self._take(self.wire.feed(chunk))

    def _read_key(self) -> Input | None:
        """Read while nothing waits here: a single key, which is most of what comes, is told without a detour."""
        chunk = self._read()
        events = self.wire.feed(chunk)
        if len(events) == 1 and isinstance(key := events[0], Key):
            self.pace.spare -= 1
            self._taken += 1
            return self._heed(key)
        self.pace.charge_read(self._count(), chunk)
        self._take(events)
        return None

    def _read(self) -> bytes:
        try:
            chunk = self.sock.recv(READ_SIZE)
        except BlockingIOError:
            return b""
        except OSError:
            self.out.end(Why.LOST)
            return b""
        self._has_ended = not chunk
        self.received += len(chunk)
        return chunk

    def _take(self, events: tuple[WireEvent, ...]) -> None:
        size: Sized | None = None
        answers = b""
        for event in events:
            if isinstance(event, Answer):
                answers += event.octets  # Those that follow one another are sent as one.
                continue
            if answers:
                self.out.send(answers)
                answers = b""
            match event:
                case Key() | Line() | Clicked():
                    self._put(event)
                case Sized():
                    size = event  # of several only the last one matters
                case Interrupted():
                    self._put(CTRL_C)
                case Met():
                    if self._at_prompt:
                        self.out.send(self.wire.mark())
                case TooLong():
                    self._complain(self.look.words.text("That line is too long: please type a shorter one."))
                case Foreign(kind, answer):
                    self.foreign = kind
                    self.out.send(answer)
                    self.out.end(Why.FOREIGN)
                case Named() | Environment() | Encoded() | Mode():
                    self._learn(event)
        if answers:
            self.out.send(answers)
        if size is not None:
            self._resize(size.rows, size.columns)

    def _put(self, input: Line | Key | Clicked) -> None:
        if len(self._inputs) < self.pace.traffic.typed_ahead:
            self._inputs.append(input)
        else:
            self.ring()

    def _complain(self, sentence: str) -> None:
        self.ring()
        if self._on_screen:
            return
        self._at_prompt = False  # they have just typed a line end
        self.write(sentence + "\n")
        self._draw_prompt()

    # The end.

    def keep_alive(self) -> None:
        """Send nothing at all, so that a connection nobody is at the other end of comes to an end."""
        if self.out.is_clear:
            self.out.send(self.wire.keep_alive())

    def restore(self) -> None:
        """Leave the terminal as it was found: without a board, and with its mouse its own."""
        self.use_screen(False)

    def hang_up(self, why: Why, sentence: str = "") -> None:
        """End the connection from this side, with a sentence if there is one; `receive` gives `Closed`."""
        if self.out.ended is None:
            self.restore()
            if sentence:
                self.write(sentence + "\n")
            self.out.end(why)
            self.pace.interrupt()

    def close(self) -> None:
        """Let go of the socket. What the client sent last is taken first: unread, it would undo our last words."""
        self._read_rest()
        self.out.end(self.why)
        if self.rescue is not None and self._on_screen:
            self.rescue.take_back(self.sock)
        trio.lowlevel.notify_closing(self.sock)
        self.sock.close()

    def _read_rest(self) -> None:
        with suppress(OSError):
            self.sock.shutdown(socket.SHUT_WR)
            for _ in range(MOST_REST):
                if not self.sock.recv(READ_SIZE):
                    break

    @property
    def why(self) -> Why:
        """Why the connection is over, if nobody has ended it on purpose."""
        return self.out.ended or (Why.HUNG_UP if self._has_ended else Why.LEFT)
