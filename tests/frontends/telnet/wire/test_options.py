"""The Q method between two who keep to it, and against one who does not."""

from __future__ import annotations

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from frontends.telnet.wire.codes import IAC, Option, Verb, negotiate
from frontends.telnet.wire.options import Options, Place, Q, Side, State, Turn

PLACES: tuple[Place, ...] = ((Side.OURS, Option.ECHO), (Side.THEIRS, Option.ECHO))
MIRRORED = {Side.OURS: Side.THEIRS, Side.THEIRS: Side.OURS}


def options(patience: int = 256, welcome: frozenset[Place] = frozenset(PLACES)) -> Options:
    return Options(frozenset(PLACES), welcome, patience)


@attrs.define
class Peer:
    """One end, and what is on its way to it."""

    options: Options
    inbox: list[bytes] = attrs.Factory(list)


def deliver(peer: Peer, other: Peer) -> None:
    _, verb, option = peer.inbox.pop(0)
    if answer := peer.options.hear(Verb(verb), option):
        other.inbox.append(answer)


wants = st.tuples(st.sampled_from([0, 1]), st.sampled_from(["enable", "disable", "deliver"]), st.sampled_from(PLACES))


@given(st.lists(wants, max_size=40), st.frozensets(st.sampled_from(PLACES)))
def test_two_peers_settle_and_agree_however_often_they_change_their_minds(script, welcome):
    peers = Peer(options()), Peer(options(welcome=welcome))
    for who, act, place in script:
        peer, other = peers[who], peers[1 - who]
        if act == "deliver":
            if peer.inbox:
                deliver(peer, other)
        elif sent := getattr(peer.options, act)(*place):
            other.inbox.append(sent)
    for _ in range(1000):
        waiting = [(peer, other) for peer, other in (peers, peers[::-1]) if peer.inbox]
        if not waiting:
            break
        deliver(*waiting[0])
    for side, option in PLACES:
        states = peers[0].options.state(side, option), peers[1].options.state(MIRRORED[side], option)
        assert states in ((State.YES, State.YES), (State.NO, State.NO))


@given(st.lists(st.tuples(st.sampled_from(Verb), st.integers(0, 3)), max_size=60))
def test_what_is_settled_has_neither_answer_nor_effect(said):
    ours, settled = options(patience=12), 0
    for verb, option in said:
        before = [ours.state(side, option) for side in Side]
        if ours.is_settled(verb, option):
            settled += 1
            patience = ours.patience
            assert ours.hear(verb, option) == b""
            assert ours.patience == patience
            assert [ours.state(side, option) for side in Side] == before
        else:
            ours.hear(verb, option)
    asked = [(verb, option) for verb, option in said if option != Option.ECHO]
    assert settled >= len(asked) - len({one for one in asked if one[0] in (Verb.WILL, Verb.DO)})


@given(st.lists(st.tuples(st.sampled_from(Verb), st.integers(0, 255)), max_size=300))
def test_hostile_peer_gets_no_more_answers_than_there_is_patience(said):
    ours = options(patience=20)
    assert sum(bool(ours.hear(*words)) for words in said) <= 20


@given(st.lists(st.sampled_from(Verb), max_size=60))
def test_no_request_has_more_than_one_answer_and_no_refusal_is_answered_twice(verbs):
    ours = options()
    for verb in verbs:
        before = ours.state(Side.OURS, Option.ECHO), ours.state(Side.THEIRS, Option.ECHO)
        answer = ours.hear(verb, Option.ECHO)
        assert len(answer) in (0, 3)
        if verb in (Verb.WONT, Verb.DONT) and before == (State.NO, State.NO):
            assert answer == b""


def test_wish_made_while_the_contrary_is_settled_is_kept_until_then():
    ours = options()
    assert ours.enable(Side.OURS, Option.ECHO) == negotiate(Verb.WILL, Option.ECHO)
    assert ours.disable(Side.OURS, Option.ECHO) == b""
    assert ours.hear(Verb.DO, Option.ECHO) == negotiate(Verb.WONT, Option.ECHO)
    assert ours.hear(Verb.DONT, Option.ECHO) == b""
    assert ours.state(Side.OURS, Option.ECHO) is State.NO


def test_answer_is_not_answered():
    ours = options()
    ours.enable(Side.OURS, Option.ECHO)
    assert ours.hear(Verb.DO, Option.ECHO) == b""
    assert ours.hear(Verb.DO, Option.ECHO) == b""
    assert ours.is_on(Side.OURS, Option.ECHO)


@pytest.mark.parametrize(("verb", "refusal"), [(Verb.WILL, Verb.DONT), (Verb.DO, Verb.WONT)])
def test_what_is_not_possible_is_refused_once_for_each_side(verb, refusal):
    ours = options()
    assert ours.hear(verb, 200) == bytes((IAC, refusal, 200))
    assert ours.hear(verb, 200) == b""
    assert ours.hear(verb, 201) == bytes((IAC, refusal, 201))


def test_without_patience_refusals_are_heeded_and_our_own_wishes_still_settled():
    ours = options(patience=1)
    assert ours.hear(Verb.DO, Option.ECHO) == negotiate(Verb.WILL, Option.ECHO)
    assert ours.hear(Verb.DONT, Option.ECHO) == b""
    assert ours.state(Side.OURS, Option.ECHO) is State.NO
    assert ours.hear(Verb.DO, Option.ECHO) == b""
    assert ours.state(Side.OURS, Option.ECHO) is State.NO
    assert ours.enable(Side.OURS, Option.ECHO) == negotiate(Verb.WILL, Option.ECHO)
    assert ours.hear(Verb.DO, Option.ECHO) == b""
    assert ours.is_on(Side.OURS, Option.ECHO)


def test_method_covers_everything_that_can_happen():
    assert {state: len(turns) for state, turns in Q.items()} == {state: len(Turn) for state in State}
