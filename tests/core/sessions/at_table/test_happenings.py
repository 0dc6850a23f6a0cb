"""What happened at a table record by record, as each may know it."""

from __future__ import annotations

from core.base.game import SPECTATOR
from core.live.live_table import RECENT
from core.sessions.arrival import tables
from core.sessions.at_table.happenings import after, happenings
from core.sessions.others import conversation
from tests.core.sessions.houses import in_turn, open_house, play_on


async def test_each_is_told_what_they_may_know_with_its_record_and_kind() -> None:
    async with open_house() as house:
        anna, bert = await house.two_at()
        mover, other = in_turn(anna, bert)
        await mover.play("p")
        (own,), (theirs,) = (tuple(happenings(seat, seat.live.latest)) for seat in (mover, other))
        assert own.seq == theirs.seq == mover.seq
        assert own.kind == theirs.kind == "mille.picked"
        assert own.fact.cards
        assert not hasattr(theirs.fact, "cards")
        assert own.told != theirs.told


async def test_what_the_table_does_has_a_sentence_and_what_nobody_is_told_is_left_out() -> None:
    async with open_house() as house:
        anna, bert = await house.two_at()
        kinds = [one.kind for one in happenings(anna, tuple(anna.live.recent))]
        assert kinds == ["table.seated", "table.seated", "mille.dealt"]
        assert [one.fact is None for one in happenings(anna, tuple(anna.live.recent))] == [True, True, False]
        carl = await house.guest("Carl")
        seen = await house.sit(carl, await tables.watch(carl, anna.id))
        assert seen.viewer is SPECTATOR
        (dealt,) = [one.fact for one in happenings(seen, tuple(seen.live.recent)) if one.kind == "mille.dealt"]
        assert not getattr(dealt, "hand", ())
        assert bert.seq == anna.seq


async def test_after_a_record_comes_what_is_at_hand_and_the_talk_since() -> None:
    async with open_house() as house:
        anna, bert = await house.two_at()
        await conversation.say(anna, "Before.")
        since = anna.seq
        await play_on(anna, bert, moves=2)
        await conversation.say(bert, "After.")
        found = after(anna, since)
        assert found is not None
        happened, said = found
        assert [one.seq for one in happened] == [since + 1, since + 2]
        assert [line.text for line in said] == ["After."]
        assert after(anna, anna.seq) == ((), ())
        assert after(anna, anna.seq + 1) is None
        await play_on(anna, bert, moves=RECENT)
        assert after(anna, since) is None
