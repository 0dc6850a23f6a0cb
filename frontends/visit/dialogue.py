"""What passes between a person and the room they are in: what they do one way, what they are shown the other.

A key comes in by `converse`, the room handles it, and what follows is shown by `redraw`, on whatever terminal it is.
"""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import attrs
import trio

from core.base.game import Refused
from core.base.message import Message, message
from core.presence.other_houses.relayed_messages import ACCEPTED
from core.presence.roster import Kind, Notice
from core.sessions.at_table.lessons import LessonRef
from core.sessions.journal_errors import for_visitors
from core.sessions.session import Audience, Session
from frontends.locale.language import LANGUAGES, Language, sentence
from frontends.locale.typed_words import with_own_forms
from frontends.server.logs import warn_seldom
from frontends.terminal.pages import Pages, wrapped
from frontends.terminal.picture import Look
from frontends.terminal.side_channel import SideChannel
from frontends.terminal.terminal import Closed, Dropped, Given, Input, Prompt, Resized, Terminal, Warned
from frontends.visit.destination import CannotShow, Destination, Gone, ShutOut
from frontends.visit.half_typed import HOLD, NOTHING, TYPE_A_WORD, UNTYPED, Here, Typed
from frontends.visit.room import NOWHERE, Room
from frontends.visit.settings import LOOKS, OFF, ON, Settings
from frontends.visit.stage import TOO_SMALL, Question, fits
from journal import Damaged, JournalError, Newer

if TYPE_CHECKING:
    from frontends.visit.side_channel import Beside

T = TypeVar("T")
INDENT = "  "
"""Stands before what does not fit on its line, where several begin lines of their own."""
CALLS = frozenset({Kind.TELL, Kind.INVITED, Kind.TURN, Kind.ENDED, Kind.DUEL, Kind.HOUSE})
"""Kinds of notices that stay in a screen's message rows until the person does something."""
KEPT = 20
"""Lines of notices that can be read again."""
HOW_TO_ACCEPT = message("Press + to accept.")
"""What follows a sentence to which one may type accept."""


@attrs.define(eq=False)
class Conversing(Audience):
    """What every visit has, and all that a key passes. With slots: a house full of people holds many of these."""

    session: Session
    terminal: Terminal
    settings: Settings
    on_screen: bool = attrs.field(default=False, init=False)
    overheard: tuple[str, ...] = attrs.field(default=(), init=False)
    """What the person was told of the others last, in sentences, the newest last."""
    overheard_count: int = attrs.field(default=0, init=False)
    """How many sentences that were in all."""
    _called_after: float = attrs.field(default=-math.inf, init=False)
    """When the person had last done anything as they were last told something that wants an answer."""
    question: Question | None = attrs.field(default=None, init=False)
    """What the person is asked now, in the bottom row or as the prompt."""
    pages: Pages | None = attrs.field(default=None, init=False)
    """A text that stands in place of the room, in screen mode."""
    look: Look = attrs.field(init=False)
    room: Room = attrs.field(default=NOWHERE, init=False)
    is_waiting: bool = attrs.field(default=False, init=False)
    """Whether something goes on that the person only looks at, until a key ends it."""
    is_handling: bool = attrs.field(default=False, init=False)
    """Whether what the person did last is still being done."""
    numbered: tuple[str | LessonRef, ...] = attrs.field(default=(), init=False)
    """What the person may go on with, as it was listed last: the ids of tables, and lessons."""
    has_been_in_lobby: bool = attrs.field(default=False, init=False)
    has_been_told: bool = attrs.field(default=False, init=False)
    """Whether the person was told once what can be pressed or typed at a table."""
    has_chosen: bool = attrs.field(default=False, init=False)
    """Whether the person has said which mode they like, whatever the terminal turns out to be."""
    last_said: str = attrs.field(default="", init=False)
    """What was told last, in line mode."""
    _likes_screen: bool = attrs.field(init=False)
    vocabulary: Mapping[str, Message] = attrs.field(factory=dict, init=False)
    """The words of all rooms, which can be typed where keys count, and where each does something."""
    typed: Typed = attrs.field(default=UNTYPED, init=False)
    """What has been typed of such a word, and what is still to be done."""
    _put_back: tuple[Input, ...] = attrs.field(default=(), init=False)
    _fault: Exception | None = attrs.field(default=None, init=False)
    _owes_prompt: bool = attrs.field(default=False, init=False)
    _farewells: tuple[str, ...] = attrs.field(default=(), init=False)
    beside: Beside | None = attrs.field(default=None, init=False)
    """What the client is told in JSON; None where it wants nothing of that."""

    def __attrs_post_init__(self) -> None:
        settings, session = self.settings, self.session
        self._likes_screen = settings.screen
        self.look = self.terminal.look
        session.audience, session.name, session.given = self, settings.name, settings.given

    @property
    def has_name(self) -> bool:
        """Whether the person has come further than the door."""
        return bool(self.session.name)

    @property
    def words(self) -> Language:
        """The person's language."""
        return self.look.words

    # What the person gives.

    async def receive(self) -> Given:
        """The next thing the person does. What is due meanwhile is done. Raises: Gone, CannotShow."""
        while True:
            if (handled := self._handle(await self._next_input(self.room.due))) is not None:
                return handled

    async def receive_until(self, time: float) -> Given | None:
        """The next thing the person does until a time on trio's clock; None then, and whenever the visit was woken."""
        return self._handle(await self._next_input(min(time, self.room.due)))

    def _handle(self, received: Input | None) -> Given | None:
        """Do what follows from the terminal and from time; the rest is for the room. Raises: Gone, CannotShow."""
        match received:
            case None:
                self._check_fault()
                now = trio.current_time()
                if now >= self.typed.half.due:
                    self._on_pause(now)
                if now >= self.room.due:
                    self.room.tick()
            case Resized(look, beside):
                self._on_resized(look)
                if beside is not None:
                    self._tell_beside(beside)
            case Warned(said):
                self.complain(said)
            case Closed():
                raise Gone
            case Dropped() if self.question is not None or self.pages is not None:
                return None  # A click that slipped.
            case _:
                self.session.note_input()
                if self.typed is UNTYPED and not NOTHING.may_grow(received):
                    return received  # It is a part of no word, and nothing waits to be done before it.
                self._take(received)
        if not self.typed.meant:
            return None
        first, self.typed = self.typed.meant[0], self.typed.rest
        return first

    def _take(self, given: Given) -> None:
        """Know what is meant by the next input, where keys count: keys, or a word."""
        before = self.typed.half
        self.typed = self.typed.after(given, trio.current_time(), self._here)
        if before.is_done and self.typed.half.is_shown:
            self.room.unchoose()
        if self.on_screen and (before.is_shown or self.typed.half.is_shown):
            self.redraw()

    def _on_pause(self, now: float) -> None:
        """Nothing has come for a while: what is half typed are keys. In a busy house more may have come."""
        half = self.typed.half
        if self.terminal.count_given() > self.terminal.count_taken():
            self.typed = self.typed.due_at(now + HOLD)
            return
        self.typed = self.typed.after_pause()
        if half.is_shown:
            self.redraw()

    @property
    def _here(self) -> Here | None:
        """What letters can mean now; None where each is a key, or a part of an answer."""
        question = self.question
        if not self.on_screen or (question is not None and question.wants_text):
            return None
        words = with_own_forms(self.room.move_words.union(self.vocabulary), self.words)
        if question is not None or self.pages is not None:
            return Here(words)
        return Here(words, self.room.chooses, self.room.is_key)

    def _next_input(self, due: float) -> Awaitable[Input | None]:
        """The next input, to be awaited; None when the time has come for something to go on by itself, or when woken.

        Mostly it is the terminal itself that is awaited: each coroutine that waits costs memory for everybody who sits
        in the lobby.
        """
        due = min(due, self.typed.half.due)
        if self.typed.meant or self._put_back or self._fault is not None or due < math.inf:
            return self._input_until(due)
        return self.terminal.receive()

    async def _input_until(self, due: float) -> Input | None:
        if self.typed.meant:
            return None
        if self._put_back:
            first, self._put_back = self._put_back[0], self._put_back[1:]
            return first
        if self._fault is None:
            with trio.CancelScope(deadline=due):
                return await self.terminal.receive()
        return None

    def _check_fault(self) -> None:
        """Raise what went wrong in showing something, now that nothing else was received."""
        if self._fault is not None:
            fault, self._fault = self._fault, None
            if isinstance(fault, Refused | JournalError):
                raise ShutOut(fault)
            raise CannotShow from fault

    async def unless_gone(self, work: Callable[[], Awaitable[T]]) -> T:
        """What some work gives for which others may have to be waited. Raises: Gone as soon as the person has gone,
        and whatever the work raises."""
        with trio.CancelScope() as scope, self.terminal.parting(scope.cancel):
            return await work()
        raise Gone

    def put_back(self, *received: Input) -> None:
        """Have these received again, before anything that came after them."""
        self._put_back = (*received, *self._put_back)

    def wake(self) -> None:
        """Look at `room.due` again: called from the table's callback, while the visit's own task waits for input."""
        self.terminal.wake()

    def fail(self, fault: Exception) -> None:
        """Something could not be shown: the visit's own task finds out as soon as it waits for the person again."""
        self._fault = fault
        self.terminal.wake()

    async def converse(self) -> Destination:
        """Let the person do what can be done in the room, until they leave it. Raises: Gone, CannotShow.

        Everything that follows from one input is done before the next one is looked at. What cannot be done is said,
        and the person goes on.
        """
        while True:
            if (received := self._handle(await self._next_input(self.room.due))) is None:
                continue
            self.is_handling, self._owes_prompt = True, False
            try:
                going = await self.room.handle(received)
            except (Refused, JournalError) as error:
                going = None
                self._refuse(error)
            finally:
                self.is_handling = False
            if going is not None:
                return going
            if self._owes_prompt:
                self.redraw()

    def _refuse(self, error: Refused | JournalError) -> None:
        """Say why what the person has asked for is not done, and ask for something else."""
        if isinstance(error, JournalError):
            warn_seldom(str(error))
        with self.terminal.together():
            self.complain(self.explain(error))
            if self._owes_prompt:
                self.is_handling = self._owes_prompt = False
                self.redraw()

    def _tell_beside(self, channel: SideChannel) -> None:
        """The client may understand something else beside the text than before."""
        from frontends.visit.side_channel import Beside  # Few need it, and at home nobody does.

        self.beside = self.beside or Beside(self, channel)
        self.beside.adapt(self.room)

    # What the person is told and shown.

    def text(self, said: Message | str) -> str:
        """A sentence in the person's language, with the names of the players where they are."""
        return said if isinstance(said, str) else self.words.say(said, self.room.names)

    def write(self, *said: Message | str) -> str:
        """Scroll some texts up, in line mode, sent as one, which is returned. They are broken into lines only here."""
        self.room.step_out()
        texts, columns = tuple(map(self.text, said)), self.look.line_columns
        # A list is read again by asking for it.
        self.last_said = next((text for text in reversed(texts) if "\n" not in text), self.last_said)
        lines = (line for text in texts for line in wrapped(text, columns, INDENT if "\n" in text else ""))
        self.terminal.write(text := "\n".join((*lines, "")))
        return text

    def farewell(self, said: Message | str) -> None:
        """Have this written when the person has left the room, where there is no board any more."""
        self._farewells = (*self._farewells, self.text(said))

    def ring(self) -> None:
        """Ring the bell, unless the person turned it off."""
        if self.settings.bell:
            self.terminal.ring()

    def say(self, said: Message | str) -> None:
        """Tell the person something, where the mode shows it."""
        if self.on_screen:
            self.room.note(self.text(said))
        else:
            self.write(said)
        self.redraw_soon()

    def complain(self, why: Message | str) -> None:
        """Tell the person what is wrong, with the bell."""
        self.ring()
        self.say(why)

    def explain(self, error: Refused | JournalError) -> str:
        """Why something cannot be done, in a sentence. Only at home does it name files: else the log does."""
        names = self.room.names
        if isinstance(error, Refused):
            return self.words.say(error.message, names)
        if not self.settings.has_files:
            warn_seldom(str(error))
            return self.words.say(for_visitors(error))
        why = sentence(error, self.words)
        if isinstance(error, Newer):
            return why
        if isinstance(error, Damaged):
            return self.words.text("That cannot be shown: {why}", why=why)
        return self.words.text("That did not work: {why}", why=why)

    def answer(self, text: str) -> None:
        """Answer a question of the person's: what was told before is still what can be repeated."""
        kept = self.last_said
        self.say(text)
        self.last_said = kept

    def redraw(self, repaint: bool = False) -> None:
        """Show everything as it is now: the prompt, or the picture."""
        if self.on_screen:
            question, pages = self._shown_question, self.pages
            if pages is not None and question is None:
                self.terminal.show(pages.picture(self.look), repaint)
            else:
                self.terminal.show(self.room.picture(question, self.look), repaint)
        elif self.is_handling and self.question is None:
            self._owes_prompt = True  # It comes once, when all that follows from the input is said.
        else:
            self.terminal.ask(self._prompt())

    @property
    def _shown_question(self) -> Question | None:
        """What stands in the bottom row of a screen in place of the keys."""
        half, question = self.typed.half, self.question
        if not half.is_shown:
            return question
        return attrs.evolve(question or Question(self.text(TYPE_A_WORD)), typed=half.text)

    def redraw_soon(self) -> None:
        """Show everything as it is now; a picture that others cause is drawn when it is this terminal's turn."""
        if self.on_screen and not self.is_handling:
            self.terminal.soon(self._redraw_picture)
        else:
            self.redraw()

    def _redraw_picture(self) -> None:
        if self.on_screen and self.room is not NOWHERE:  # Meanwhile the person may have left.
            self.redraw()

    def _prompt(self) -> Prompt:
        if (question := self.question) is not None:
            asked = ("> " if self.look.reader else f"{question.text} ") if question.text else ""
            return Prompt(asked, is_secret=question.is_secret)
        return self.room.prompt()

    def hear(self, notice: Notice) -> None:
        """Show a notice as one line, wherever the person is; what is half typed or asked stays. Must not wait."""
        sentence = self.words.say_to_all(notice.said)
        if notice.rings:
            self.ring()
            if self.beside is not None and self.settings.sounds:
                self.beside.play_sound(sentence)
        self._keep(sentence)
        heard_at = self.session.heard_at
        if notice.kind in CALLS:
            self._called_after = heard_at
        elif self._called_after == heard_at and self.on_screen:
            # As a message it would take the place of what wants an answer; beside a large board it has its own.
            self.redraw_soon()
            return
        is_accepted_by_key = self.on_screen and self.room.has_accept_key and notice.said.template in ACCEPTED
        self.say(f"{sentence} {self.words.say(HOW_TO_ACCEPT)}" if is_accepted_by_key else sentence)

    def echo(self, said: Message) -> None:
        """Show a line that the person has said, where it does not come back to them as it comes to others."""
        sentence = self.text(said)
        self._keep(sentence)
        self.say(sentence)

    def _keep(self, sentence: str) -> None:
        """Have something among what can be read again."""
        self.overheard = (*self.overheard, sentence)[-KEPT:]
        self.overheard_count += 1

    def be_told(self, said: Message) -> None:
        """Tell the person something about themselves, once they have left the room."""
        if self.beside is not None:
            self.beside.introduce()  # It may be that they are called otherwise now.
        if self.is_handling:
            self.farewell(said)
        else:
            self.say(said)

    # Modes.

    @property
    def can_draw(self) -> bool:
        """Whether boards are drawn in place: liked, and possible."""
        look = self.look
        return self._likes_screen and look.single_keys and not look.reader and fits(look)

    def enter(self, room: Room) -> None:
        """Be in another room."""
        self.room.leave()
        self.room, self.question, self.pages = room, None, None
        self._forget_half_typed()
        self._choose_screen()
        if not self.on_screen:
            for sentence in self._farewells:
                self.write(sentence)
            self._farewells = ()
        if room is NOWHERE:
            self.session.leave()
        else:
            self.session.be_at(room.sitting)
        if self.beside is not None:
            self.beside.enter(room)

    def choose_mode(self, *, screen: bool) -> None:
        """Change to the person's own choice, and show the room in it."""
        self._likes_screen, self.has_chosen = screen, True
        self._choose_screen()
        self.room.begin_again()

    def adapt(self) -> None:
        """Look, sound and move as the person likes it."""
        liked = self.session.preferred
        switched: dict[str, Any] = {name: value == ON for name, value in liked.items() if value in (ON, OFF)}
        look = attrs.evolve(self.look, **{name: on for name, on in switched.items() if name in LOOKS})
        if liked.get("language") in LANGUAGES:
            look = attrs.evolve(look, language=liked["language"])
        self.settings = self.settings.switched(switched)
        if look != self.look:
            self.change_look(look)
        if "screen" in liked:
            self.choose_mode(screen=liked["screen"] == ON)

    def change_look(self, look: Look) -> None:
        """Other colours or characters, another language, or a screen reader."""
        self.look = look
        self.terminal.adapt(look)
        if self._choose_screen() or self.on_screen:
            self.room.begin_again()

    def _choose_screen(self) -> bool:
        """Draw the room or put it into words, as can be done now. Returns: whether that is another mode than before."""
        screen = self.room.is_drawn and self.can_draw
        if screen == self.on_screen:
            return False
        self.on_screen = screen
        self._forget_half_typed()
        self.terminal.use_screen(screen)
        self.use_mouse()
        return True

    def _forget_half_typed(self) -> None:
        """What is half typed was meant for what was shown before."""
        self.typed = Typed(meant=self.typed.meant) if self.typed.meant else UNTYPED

    def use_mouse(self) -> None:
        """Have clicks on a screen, or leave the mouse to the terminal, as the person likes it."""
        self.terminal.use_mouse(self.on_screen and self.settings.mouse)

    def _on_resized(self, look: Look) -> None:
        """The terminal is another one now, or we know more of it. What is half typed stays as it is."""
        if look.single_keys and not self.look.single_keys and not self.has_chosen:
            self._likes_screen = True
        did_fit, self.look = fits(self.look), look
        if not self._choose_screen():
            self.redraw(repaint=True)
            return
        if not self.on_screen and did_fit and not fits(look):
            self.write(TOO_SMALL)
        self.room.begin_again()

    def close(self) -> None:
        """The person is gone: nothing is shown any more."""
        self.room.leave()
        self.room = NOWHERE
        if self.beside is not None:
            self.beside.leave()
            self.beside = None
        self.session.leave(lost=True)

    def announce(self, said: Message | str) -> None:
        """Tell the person something that concerns everybody in the house."""
        self.complain(said)
