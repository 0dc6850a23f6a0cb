"""Who may do what: the option negotiation of RFC 1143, the Q method, which cannot loop.

Every option has two sides, ours (we WILL, they say DO) and theirs (they WILL, we say DO), and each side is in one
of six states. `Q` below *is* the method: for each state and each thing that can happen it says the next state, and
what is said: yes (WILL or DO), no (WONT or DONT), or nothing. Its law: an answer is never answered. Only a
request that would change something gets an answer, so two peers who keep to it settle, and one who does not gets at
most one answer for each request, and no more than `patience` of them in all. After that the peer's own requests are
passed over in silence, its refusals still count, and what we have asked for can still be settled.

What is not possible at all, on one side or both, is refused once.
"""

import enum

from msgspec import Struct

from frontends.telnet.wire.codes import Verb, negotiate


class Side(enum.IntEnum):
    """Who performs the option."""

    OURS = 0
    THEIRS = 1


OURS, THEIRS = Side


class State(enum.IntEnum):
    """How one side of an option stands, by the names of RFC 1143."""

    NO = 0
    YES = 1
    WANT_NO = 2
    """On, but we have said no."""
    WANT_NO_OPPOSITE = 3
    """On, we have said no, and will say yes when that is settled."""
    WANT_YES = 4
    """Off, but we have said yes."""
    WANT_YES_OPPOSITE = 5
    """Off, we have said yes, and will say no when that is settled."""


class Turn(enum.IntEnum):
    """What can happen to one side of an option."""

    AGREE = 0
    """They say yes, which is welcome."""
    IMPOSE = 1
    """They say yes, which is not welcome."""
    REFUSE = 2
    """They say no."""
    ENABLE = 3
    """We want it on."""
    DISABLE = 4
    """We want it off."""


Place = tuple[Side, int]
"""One side of an option."""
Step = tuple[State, bool | None]
"""The next state, and whether yes, no or nothing is said."""

_NO, _YES, _WANT_NO, _WANT_NO_OPPOSITE, _WANT_YES, _WANT_YES_OPPOSITE = STATES = tuple(State)
_AGREE, _IMPOSE, _REFUSE, _ENABLE, _DISABLE = Turn
Q: dict[State, tuple[Step, ...]] = {
    # AGREE, IMPOSE, REFUSE, ENABLE, DISABLE
    _NO: ((_YES, True), (_NO, False), (_NO, None), (_WANT_YES, True), (_NO, None)),
    _YES: ((_YES, None), (_YES, None), (_NO, False), (_YES, None), (_WANT_NO, False)),
    # A no that is answered by yes: the peer is mistaken, and off it is.
    _WANT_NO: ((_NO, None), (_NO, None), (_NO, None), (_WANT_NO_OPPOSITE, None), (_WANT_NO, None)),
    _WANT_NO_OPPOSITE: ((_YES, None), (_YES, None), (_WANT_YES, True), (_WANT_NO_OPPOSITE, None), (_WANT_NO, None)),
    _WANT_YES: ((_YES, None), (_YES, None), (_NO, None), (_WANT_YES, None), (_WANT_YES_OPPOSITE, None)),
    _WANT_YES_OPPOSITE: (
        (_WANT_NO, False), (_WANT_NO, False), (_NO, None), (_WANT_YES, None), (_WANT_YES_OPPOSITE, None),
    ),
}  # fmt: skip
"""For each state, what follows from each turn, in the order of `Turn`."""

ON = frozenset({State.YES, State.WANT_NO, State.WANT_NO_OPPOSITE})
"""The peer performs, or takes us to perform, until it has answered."""
YES = {Side.OURS: Verb.WILL, Side.THEIRS: Verb.DO}
NO = {Side.OURS: Verb.WONT, Side.THEIRS: Verb.DONT}


SIDES = {Verb.WILL: Side.THEIRS, Verb.WONT: Side.THEIRS, Verb.DO: Side.OURS, Verb.DONT: Side.OURS}
"""Whose side of an option the peer speaks of."""
_IS_YES = {Verb.WILL: True, Verb.WONT: False, Verb.DO: True, Verb.DONT: False}


class Options(Struct, eq=False, gc=False):
    """All options of a connection: which are possible, and which of them welcome when the peer asks for them."""

    possible: frozenset[Place]
    welcome: frozenset[Place]
    patience: int
    _states: int = 0
    """Three bits for each place, as `_index` numbers them: idle connections keep this for hours."""
    _refused: int = 0
    """One bit for each place that was refused already."""

    @property
    def standing(self) -> int:
        """How all of them stand: the same number for peers with whom the same was settled."""
        return self._states

    def state(self, side: Side, option: int) -> State:
        """How one side of an option stands."""
        return STATES[self._states >> 3 * _index(side, option) & 7]

    def is_on(self, side: Side, option: int) -> bool:
        """Whether the peer takes that side of the option to be on."""
        return self.state(side, option) in ON

    def is_settled(self, verb: Verb, option: int) -> bool:
        """Whether the peer says what has no answer and no effect: all was said already about what is not possible."""
        side = SIDES[verb]
        if (side, option) in self.possible:
            return False
        return not _IS_YES[verb] or self.patience <= 0 or self._was_refused(side, option)

    def hear(self, verb: Verb, option: int) -> bytes:
        """The peer says something; the answer, if there is one."""
        side, is_yes = SIDES[verb], _IS_YES[verb]
        if (side, option) not in self.possible:
            return self._refuse(side, option) if is_yes else b""
        if not is_yes:
            return self._take(side, option, _REFUSE, is_asked=True)
        return self._take(side, option, _AGREE if (side, option) in self.welcome else _IMPOSE, is_asked=True)

    def enable(self, side: Side, option: int) -> bytes:
        """Ask for an option; what is to be sent."""
        return self._take(side, option, _ENABLE)

    def disable(self, side: Side, option: int) -> bytes:
        """Ask for an option to end; what is to be sent."""
        return self._take(side, option, _DISABLE)

    def spend(self) -> bool:
        """Whether one more answer may be given."""
        if self.patience <= 0:
            return False
        self.patience -= 1
        return True

    def _take(self, side: Side, option: int, turn: Turn, *, is_asked: bool = False) -> bytes:
        """One step of the method; what is to be said. `is_asked`: by the peer, who gets no more answers than there is
        patience for what it begins itself."""
        place = 3 * _index(side, option)
        state = STATES[self._states >> place & 7]
        after, says = Q[state][turn]
        if is_asked and says is not None and (state is _NO or state is _YES) and not self.spend():
            after, says = (_NO if turn is _REFUSE else state), None
        self._states = self._states & ~(7 << place) | after << place
        return b"" if says is None else negotiate((YES if says else NO)[side], option)

    def _refuse(self, side: Side, option: int) -> bytes:
        """Refuse what is not possible, the first time only."""
        if self._was_refused(side, option) or not self.spend():
            return b""
        self._refused |= 1 << _index(side, option)
        return negotiate(NO[side], option)

    def _was_refused(self, side: Side, option: int) -> bool:
        return bool(self._refused >> _index(side, option) & 1)


def _index(side: Side, option: int) -> int:
    return 2 * option + side
