"""One telnet connection as a terminal: the wire and the line editor around a socket that is never waited for.

A client that does not read is not *clear*: text for it is kept up to a limit, pictures are not kept at all; when it
can be written to again it gets the text and then the latest picture whole. So one slow reader costs a bounded buffer,
and delays nobody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager

import attrs
import trio

from core.base.message import Message
from frontends.telnet.abilities import NOTHING, Told, changed
from frontends.telnet.editor import ERASE, LineEditor, folded, plainly
from frontends.telnet.input import LONG_AGO, READ_SIZE, InputStream
from frontends.telnet.output import Sender, Why, send_all
from frontends.telnet.reception import read_rest
from frontends.telnet.screen import Screen, show_all
from frontends.telnet.side_channel import GmcpChannel
from frontends.telnet.terminal_rescue import Rescue
from frontends.telnet.wire import events, mssp
from frontends.telnet.wire.mssp import Figures
from frontends.terminal import paint
from frontends.terminal.double_clicks import Clicks
from frontends.terminal.picture import Look, Picture
from frontends.terminal.terminal import Clicked, Dropped, Given, Input, Key, Line, Prompt

EMPTY_LINE = LineEditor()
NOT_IN_LINES = ("wheel up", "wheel down")
"""Keys that are passed over in line mode, where the bell would be a nuisance."""


@attrs.define(eq=False, weakref_slot=False)
class Connection(InputStream):
    """A `Terminal` over a non-blocking stream socket.

    Attributes:
        foreign: the protocol that the client speaks instead of telnet; empty if it does not.
    """

    rescue: Rescue | None = None
    editor: LineEditor = EMPTY_LINE
    figures: Callable[[], Figures] = tuple
    """What crawlers are told of the house; of one that is in no list nothing."""
    foreign: str = ""
    _told: Told = attrs.field(default=NOTHING, init=False)
    _chosen: Look | None = attrs.field(default=None, init=False)
    """What the person chose, which stands against what the client tells."""
    _has_offered: bool = attrs.field(default=False, init=False)
    """Whether single keys were offered: a client that refused is not asked again."""
    _clicks: Clicks | None = attrs.field(default=None, init=False)
    _at_prompt: bool = attrs.field(default=False, init=False)
    _has_asked: bool = attrs.field(default=False, init=False)
    """Whether the person has seen the prompt since they last finished a line."""
    _wants_mouse: bool = attrs.field(default=False, init=False)
    _has_mouse: bool = attrs.field(default=False, init=False)
    _screen: Screen | None = attrs.field(default=None, init=False)
    """Made when the first picture is to be shown."""

    def __attrs_post_init__(self) -> None:
        self.out = Sender(self.sock, self.later, most_unsent=self.pace.traffic.unsent_bytes)

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
            self._send_text(ERASE + text)
        else:
            self._send_text("\n" + text if self._at_prompt else text)
        self._at_prompt = False

    def ask(self, prompt: Prompt) -> None:
        """Show this prompt, and what is half typed. For a screen reader it is shown but once for each line."""
        same = prompt.text == self.editor.prompt
        is_seen = same and (self._at_prompt or (self._has_asked and self.look.reader))
        if prompt.is_secret is not self.editor.is_secret:
            self.out.send(self.wire.hide_typing(prompt.is_secret))
            is_seen = False
        self.editor = self.editor.asking(prompt.text, max(20, self.look.columns), prompt.offer, prompt.is_secret)
        if not is_seen:
            self._draw_prompt(above=not same or not self._has_asked)

    @classmethod
    def write_all(cls, terminals: Iterable[Connection], text: str) -> None:
        """Scroll some text up on many terminals, and have the prompt of each stand under it.

        Most are alike: what the first of those is sent, the others are.
        """
        alike: dict[object, list[Connection]] = {}
        for one in terminals:
            alike.setdefault(one._drawn_as, []).append(one)
        for first, *others in alike.values():
            octets = first._draw_under(text)
            for other in others:
                other._at_prompt, other._has_asked = first._at_prompt, first._has_asked
            send_all([other.out for other in others], octets)

    @property
    def _drawn_as(self) -> object:
        """All that makes a difference to what a client is sent as text and prompt."""
        editor, look = self.editor, self.look
        half_typed = editor.prompt, editor.text, editor.cursor, editor.is_secret
        return self.wire.written_as, look.reader, look.columns, self._at_prompt, self._has_asked, half_typed

    def _draw_under(self, text: str) -> bytes:
        """Scroll some text up, and have the prompt stand under it; returns what is sent."""
        editor, out = self.editor, self.out
        with out:
            before = len(out.held)
            self.write(text)
            self.ask(Prompt(editor.prompt, editor.offer, is_secret=editor.is_secret))
            return out.held[before:]

    def _draw_prompt(self, *, above: bool = False) -> None:
        """Show the prompt; `above`: also what of it finds no room in a row beside what is typed."""
        if self._draws_lines:
            first = folded(self.editor.prompt, self.editor.columns)[0] if above else ""
            self._send_drawn((f"{ERASE}{first}\n" if first else "") + self.editor.draw())
        elif self.editor.prompt:
            self.out.send(self.wire.encode(("\n" if self._at_prompt else "") + self.editor.prompt) + self.wire.mark())
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

    def together(self) -> AbstractContextManager[None]:
        """Send what the block puts out as one; it must not wait."""
        return self.out

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
        if self._screen is not None:
            self._screen.show(picture, repaint)

    @classmethod
    def show_all(cls, terminals: Iterable[Connection], picture: Picture) -> None:
        """Show many people this picture."""
        show_all([one._screen for one in terminals if one._screen is not None], picture)

    def soon(self, act: Callable[[], None]) -> None:
        """Do something for this client in a turn of its own."""
        if self.pace.payer is not None:
            self.pace.payer.soon(act)
        else:
            act()

    async def turn(self) -> None:
        """Wait for a turn of this client's, if others wait for theirs."""
        if self.pace.is_crowded and not self._is_over:
            await self.pace.turn()

    def use_screen(self, screen: bool) -> None:
        """Change the mode; the picture stays above the text that follows it."""
        if screen == self._on_screen:
            return
        self._on_screen = screen
        if self.rescue is not None:
            (self.rescue.lend if screen else self.rescue.take_back)(self.sock)
        if not screen:
            self._set_mouse()
        self._send_text(paint.CLEAR if screen else paint.leave(self.look.rows))
        if screen:
            self._set_mouse()
        if self._screen is None:
            self._screen = Screen(self.out, self.later, self.look, self.soon)
            self.out.on_empty = self._catch_up
        self._screen.clear()
        self._at_prompt = self._has_asked = False

    def _catch_up(self) -> None:
        """The client has read all that it was sent."""
        if self._screen is not None:
            self._screen.catch_up()
        if self._beside is not None:
            self._beside.catch_up()

    def use_mouse(self, mouse: bool) -> None:
        """Have clicks told, on a terminal that can, for as long as a board is shown."""
        self._wants_mouse = mouse
        self._set_mouse()

    def _set_mouse(self) -> None:
        mouse = self._wants_mouse and self._on_screen and self._told.abilities.mouse
        if mouse != self._has_mouse:
            self._has_mouse = mouse
            self.wire.expect_mouse(mouse)
            self.out.send(paint.MOUSE_ON if mouse else paint.MOUSE_OFF)

    # What the terminal can do.

    def adapt(self, look: Look) -> None:
        """Use these colours, characters and language from now on; a screen reader's client edits its lines itself."""
        self._chosen = look
        self._become(self.look)
        if self._screen is not None:
            self._screen.repaint()

    def _become(self, look: Look) -> None:
        """Have this look, but for what the person chose."""
        if (chosen := self._chosen) is not None:
            look = changed(look, colour=chosen.colour, utf8=chosen.utf8, language=chosen.language, reader=chosen.reader)
        self.look = look
        self.wire.utf8 = look.utf8
        if self._screen is not None:
            self._screen.look = self.look
        self._set_mouse()
        if look.reader:
            self.out.send(self.wire.use_lines())
            self._has_offered = False
        elif self._told.abilities.screen and not self._has_offered:
            self._has_offered = True
            self.out.send(self.wire.use_characters())

    def _learn(self, event: events.Named | events.Environment | events.Encoded | events.Mode) -> None:
        match event:
            case events.Named():
                self._told = changed(self._told, names=event.names, mtts=event.mtts)
            case events.Environment():
                self._told = changed(self._told, variables=event.variables)
            case events.Encoded():
                self._told = changed(self._told, utf8=event.utf8)
            case events.Mode():
                self.look = changed(self.look, single_keys=event.characters)
                self._at_prompt = self._at_prompt and not event.characters
        self._become(self.look if isinstance(event, events.Mode) else self._told.abilities.adapt(self.look))
        # Abilities are given out at once; only sizes, which come in bursts, have to wait for their time.
        self._is_resized, self._resized_at = True, LONG_AGO

    def _talk_beside(self, event: events.Supports | events.Crawled) -> None:
        """What concerns clients of MUDs alone. The visit hears of what they understand as of a new size."""
        if isinstance(event, events.Crawled):
            self.out.send(mssp.told(self.figures()))
            return
        if self._beside is None:
            self._beside = GmcpChannel(self.out, self.later, self.wire, self.soon)
            self.out.on_empty = self._catch_up
        self._beside.packages = event.packages
        self._is_resized = True

    # What it means.

    def _interpret(self, input: Given) -> Input | None:
        """What an input means now: in line mode a key is a part of a line. What is typed ahead waits till then."""
        if isinstance(input, Key):
            return self._edit(input.name) if input.name not in NOT_IN_LINES else None
        if isinstance(input, Clicked | Dropped):
            self._clicks = self._clicks or Clicks()
            if not self._on_screen:
                return None
            if isinstance(input, Dropped):
                return self._clicks.let_go(input.row, input.column)
            return self._clicks.told(input.row, input.column, trio.current_time())
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

    def _take(self, told: tuple[events.WireEvent, ...]) -> None:
        size: events.Sized | None = None
        with self.out:  # All answers are sent as one.
            for event in told:
                match event:  # In the order in which most come: who has just come has many.
                    case events.Answer():
                        self.out.send(event.octets)
                    case events.Named() | events.Mode() | events.Environment() | events.Encoded():
                        self._learn(event)
                    case events.Sized():
                        size = event  # of several only the last one matters
                    case events.Met():
                        if self._at_prompt:
                            self.out.send(self.wire.mark())
                    case Key() | Line() | Clicked() | Dropped():
                        self._put(event)
                    case events.TooLong():
                        self._refuse_line()
                    case events.Foreign(kind, answer):
                        self.foreign = kind
                        self.out.send(answer)
                        self.out.end(Why.FOREIGN)
                    case events.Supports() | events.Crawled():
                        self._talk_beside(event)
        if size is not None:
            self.look = changed(self.look, rows=size.rows, columns=size.columns)
            self._is_resized = True

    def _put(self, input: Given) -> None:
        if len(self._inputs) < self.pace.traffic.typed_ahead:
            self._inputs = (*self._inputs, input)
        else:
            self.ring()

    def _refuse_line(self) -> None:
        self.ring()
        if not self._on_screen:
            self._at_prompt = False  # they have just typed a line end
            self.write(self.look.words.text("That line is too long: type a shorter one.") + "\n")
            self._draw_prompt()

    # The end.

    def keep_alive(self) -> None:
        """Send IAC NOP, so that TCP notices a dead peer."""
        if self.out.unsent is None:
            self.out.send(self.wire.keep_alive())

    def say_last(self, said: Message, why: Why) -> None:
        """Tell why the house hangs up."""
        self.write(self.look.words.say(said) + "\n")

    def part(self, why: Why, said: Message) -> None:
        """End the connection from this side, with a sentence; `receive` gives `Closed`."""
        if self.out.ended is None:
            self.use_screen(False)  # which leaves the terminal as it was found
            self.say_last(said, why)
            self.out.end(why)
            self.pace.interrupt()

    def close(self) -> None:
        """Close the socket, even when this raises."""
        try:
            read_rest(self.sock, READ_SIZE)
            self.out.end(self.why)
            if self.rescue is not None and self._on_screen:
                self.rescue.take_back(self.sock)
            self._screen = self._beside = None  # Both refer to the connection: so it is freed when its visit is over.
        finally:
            trio.lowlevel.notify_closing(self.sock)
            self.sock.close()

    @property
    def why(self) -> Why:
        """Why the connection is over."""
        return self.out.ended or (Why.HUNG_UP if self._has_ended else Why.LEFT)
