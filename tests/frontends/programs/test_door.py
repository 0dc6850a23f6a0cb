"""A program in a house: hello, what it is told at a table, refusals and their words, and the end."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from core.base.game import Refused
from core.base.message import message
from core.live.live_table import RECENT
from core.moderation.bans import Banned, Kind, Subject
from core.sessions.limits import OVERDRAWN, Budget, Limit
from core.table import SetWatching
from frontends.programs.door.refusals import Denied, code_of, denied, sentence_of
from frontends.programs.protocol.answers.codes import Code
from frontends.programs.protocol.requests.identity import Hello
from frontends.programs.protocol.requests.moves import Play
from frontends.programs.protocol.version import PROTOCOL
from journal import Damaged, OutcomeUnknown
from tests.frontends.programs.programs import Robot, in_turn, robots


async def test_guest_is_welcome_and_everything_comes_after_hello() -> None:
    async with robots() as house:
        robot = house.enter()
        assert (await robot.ask("who"))["code"] == "hello"
        welcome = await robot.ask("hello", protocol=PROTOCOL, name="Robo", language="fr")
        assert (welcome["name"], welcome["guest"], welcome["language"]) == ("Robo", True, "fr")
        assert (await robot.ask("hello", protocol=PROTOCOL, name="Robo"))["code"] == "hello"
        assert [one["name"] for one in (await robot.ask("who"))["people"]] == ["~Robo[bot]"]


async def test_hello_is_refused_with_a_word_for_why_and_may_be_tried_again() -> None:
    async with robots() as house:
        await house.guest("Anna")
        robot = house.enter()
        for more, code in (
            ({"protocol": PROTOCOL + 1, "name": "Robo"}, "protocol"),
            ({"protocol": PROTOCOL}, "name"),
            ({"protocol": PROTOCOL, "name": "Anna"}, "name"),
            ({"protocol": PROTOCOL, "name": "x" * 30}, "name"),
            ({"protocol": PROTOCOL, "code": "d2uht-aaaa-bbbb-ccccc"}, "refused"),
        ):
            refused = await robot.ask("hello", **more)
            assert (refused["type"], refused["code"]) == ("refused", code) or code == "refused", refused
        assert (await robot.ask("hello", protocol=PROTOCOL, name="Robo"))["type"] == "welcome"


async def test_registered_name_comes_in_by_its_password() -> None:
    async with robots() as house:
        anna = await house.guest("Anna")
        assert (await anna.ask("register", password="a long enough secret"))["type"] == "ack"
        await anna.ask("bye")
        await anna.program.close(lost=False)
        again = house.enter()
        assert (await again.ask("hello", protocol=PROTOCOL, name="Anna"))["code"] == "password"
        wrong = await again.ask("hello", protocol=PROTOCOL, name="Anna", password="another secret")
        assert wrong["code"] == "password"
        right = await again.ask("hello", protocol=PROTOCOL, name="Anna", password="a long enough secret")
        assert (right["type"], right.get("guest")) == ("welcome", None)


async def test_events_come_in_the_order_of_records_then_the_state_then_the_answer() -> None:
    async with robots() as house:
        anna, bert = await house.two_at()
        mover = in_turn(anna, bert)
        other = bert if mover is anna else anna
        before, at = len(other.told), mover.state["at"]
        asked = {"type": "play", "id": "a", "table": mover.state["table"], "at": at, "text": "p"}
        own = await mover.say(json.dumps(asked))
        assert [(one["type"], one["at"]) for one in own] == [("event", at + 1), ("state", at + 1), ("ack", at + 1)]
        assert "card" in own[0]["said"][0]["args"]
        event, state = other.told[before:]
        assert (event["type"], state["type"]) == ("event", "state")
        assert event["facts"] == {"count": 1, "seat": mover.state["seat"]}


async def test_legal_moves_are_listed_for_who_is_in_turn_and_for_nobody_who_does_without() -> None:
    async with robots() as house:
        anna, bert = await house.two_at()
        waiting = bert if in_turn(anna, bert) is anna else anna
        assert in_turn(anna, bert).state["moves"] == ["p", "o"]
        assert waiting.state["moves"] == []
        carl = await house.guest("Carl", moves=False)
        await carl.ask("open", game="pileon")
        assert "moves" not in carl.state


@pytest.mark.parametrize("game", ["mille", "elixir", "terrace", "pileon"])
async def test_whole_game_of_every_kind_can_be_played_and_its_end_is_told_once(game: str) -> None:
    async with robots() as house:
        robot = await house.guest("Robo")
        await robot.ask("open", game=game)
        for _ in range(30):
            state = robot.state
            if "outcome" in state or not state["moves"]:
                break
            await robot.play(state["moves"][-1])
        if "outcome" not in robot.state:
            await robot.ask("resign", table=robot.state["table"])
        await robot.ask("look", table=robot.state["table"])
        assert len(robot.of("over")) == 1
        assert robot.of("over")[0]["outcome"] == robot.state["outcome"]


def numbers(data: Any) -> Iterator[float]:
    """All numbers in some JSON."""
    if isinstance(data, dict | list):
        for one in data.values() if isinstance(data, dict) else data:
            yield from numbers(one)
    elif isinstance(data, int | float):
        yield data


@pytest.mark.parametrize("game", ["mille", "elixir", "terrace", "pileon"])
async def test_numbers_are_those_that_json_keeps(game: str) -> None:
    async with robots() as house:
        robot = await house.guest("Robo")
        await robot.ask("open", game=game)
        for _ in range(10):
            if robot.state["moves"]:
                await robot.play(robot.state["moves"][-1])
        assert max(numbers(robot.heard), default=0) < 2**53


async def test_table_says_why_a_move_was_refused() -> None:
    async with robots() as house:
        anna, bert = await house.two_at()
        mover = in_turn(anna, bert)
        waiting = bert if mover is anna else anna
        table, at = mover.state["table"], mover.state["at"]
        assert (await mover.play("dance"))["code"] == "illegal"
        assert (await waiting.play("p"))["code"] == "illegal"
        assert (await mover.ask("play", table=table, at=at + 1, text="p"))["code"] == "moved_on"
        assert (await mover.play("p"))["type"] == "ack"
        assert (await mover.ask("play", table=table, at=at, text="d 1"))["code"] == "moved_on"
        carl = await house.guest("Carl")
        assert (await carl.ask("play", table=table, at=at, text="p"))["code"] == "not_there"
        await carl.ask("watch", table=table)
        assert (await carl.play("p"))["code"] == "watching"


async def test_same_move_with_one_id_is_made_once_and_acknowledged_twice() -> None:
    async with robots() as house:
        anna, bert = await house.two_at()
        mover = in_turn(anna, bert)
        line = json.dumps(
            {"type": "play", "id": "m1", "table": mover.state["table"], "at": mover.state["at"], "text": "p"}
        )
        first, again = await mover.say(line), await mover.say(line)
        assert [one["type"] for one in first] == ["event", "state", "ack"]
        assert again == first[-1:]
        other = json.dumps({**json.loads(line), "text": "d 1"})
        assert [one["code"] for one in await mover.say(other)] == ["used"]


async def test_program_that_comes_back_by_its_code_is_told_what_it_missed_each_thing_once() -> None:
    async with robots() as house:
        anna, bert = await house.two_at()
        code, since = anna.state["code"], anna.state["at"]
        await anna.program.close(lost=True)
        again = house.enter()
        welcome = await again.ask("hello", protocol=PROTOCOL, code=code)
        assert (welcome["name"], welcome["table"]) == ("Anna", bert.state["table"])
        await again.ask("resume", table=welcome["table"], since=since)
        assert [one["type"] for one in again.told] == ["welcome", "ack", "state"]
        assert "reason" not in again.state
        for _ in range(3):
            await in_turn(again, bert).play()
        told = [one["at"] for one in again.of("event")]
        assert told == list(range(since + 1, since + 4))
        await again.ask("resume", table=welcome["table"], since=since + 1)
        assert [one["at"] for one in again.of("event")][3:] == told[1:]


async def test_what_is_too_old_or_not_there_yet_comes_as_a_state_with_the_reason() -> None:
    async with robots() as house:
        anna, bert = await house.two_at()
        table, first = anna.state["table"], anna.state["at"]
        for _ in range(RECENT + 3):
            await in_turn(anna, bert).play()
        for since, reason in ((first, "too_old"), (10_000, "unknown"), (0, "arrived")):
            heard = len(anna.of("event"))
            await anna.ask("resume", table=table, since=since)
            assert anna.state["reason"] == reason
            assert len(anna.of("event")) == heard


async def test_slow_program_gets_one_state_in_place_of_what_it_did_not_read() -> None:
    async with robots() as house:
        anna, bert = await house.two_at()
        anna.is_slow = True
        heard = len(anna.heard)
        mover = in_turn(anna, bert)
        if mover is anna:
            await anna.play("p")
            assert [one["type"] for one in anna.heard[heard:]] == ["ack"]
        else:
            await bert.play("p")
            assert anna.heard[heard:] == []
        anna.is_slow = False
        anna.program.catch_up()
        assert anna.state["reason"] == "slow"
        assert anna.state["at"] == mover.of("ack")[-1]["at"]
        anna.program.catch_up()
        assert len([one for one in anna.of("state") if one.get("reason") == "slow"]) == 1


async def test_talk_is_an_event_at_its_record_and_watchers_are_not_heard_by_players() -> None:
    async with robots() as house:
        anna, bert = await house.two_at()
        carl = await house.guest("Carl")
        table = anna.state["table"]
        await carl.ask("watch", table=table)
        await anna.ask("say", table=table, text="Well met.")
        await carl.ask("say", table=table, text="Psst.")
        (heard,) = [one for one in bert.of("event") if one["kind"] == "talk"]
        assert heard["facts"] == {"name": "~Anna[bot]", "seat": 0, "text": "Well met."}
        assert (heard["at"], heard["said"][0]["text"]) == (bert.state["at"], "<~Anna[bot]> Well met.")
        assert [one["facts"]["text"] for one in carl.of("event") if one["kind"] == "talk"] == ["Well met.", "Psst."]


async def test_seat_that_is_taken_up_elsewhere_is_over_here() -> None:
    async with robots() as house:
        anna, bert = await house.two_at()
        table, code = anna.state["table"], anna.state["code"]
        again = house.enter()
        await again.ask("hello", protocol=PROTOCOL, code=code)
        await again.ask("resume", table=table)
        assert anna.woken
        await anna.program.settle()
        assert [(one["table"], one["code"]) for one in anna.of("gone")] == [(table, "taken")]
        assert (await anna.ask("look", table=table))["code"] == "not_there"
        assert (await in_turn(again, bert).play())["type"] == "ack"


async def test_watcher_who_may_not_be_there_any_more_is_told_so_and_nothing_else() -> None:
    async with robots() as house:
        anna, bert = await house.two_at()
        carl = await house.guest("Carl")
        table = anna.state["table"]
        await carl.ask("watch", table=table)
        assert (await anna.ask("watching", table=table, policy="invited"))["type"] == "ack"
        heard = len(carl.of("state"))
        await in_turn(anna, bert).play()
        await carl.program.settle()
        assert [one["code"] for one in carl.of("gone")] == ["shut_out"]
        assert len(carl.of("state")) == heard
        assert anna.program.places[table].seat.live.table.watching == SetWatching("invited", 0).policy


async def test_several_tables_at_once_up_to_a_limit() -> None:
    async with robots(Budget(tables_of_program=2)) as house:
        robot = await house.guest("Robo")
        for _ in range(2):
            assert (await robot.ask("open", game="pileon"))["type"] == "ack"
        assert (await robot.ask("open", game="pileon"))["code"] == "limit"
        assert len(set(robot.program.places)) == 2
        assert (await robot.ask("leave", table=robot.state["table"]))["type"] == "ack"
        assert (await robot.ask("open", game="pileon"))["type"] == "ack"


async def test_budget_is_that_of_any_person() -> None:
    async with robots(Budget(records_a_minute=5, tables_an_hour=2)) as house:
        robot = await house.guest("Robo")
        await robot.ask("open", game="elixir")
        answers = [await robot.ask("mark", table=robot.state["table"], name="here") for _ in range(8)]
        assert {one.get("code") for one in answers[5:]} == {"limit"}
        await robot.ask("open", game="elixir")
        assert (await robot.ask("open", game="elixir"))["code"] == "limit"


@pytest.mark.parametrize(
    ("budget", "asked"),
    [
        ({"talk_at_once": 2}, {"type": "say", "text": "Hello."}),
        ({"talk_at_once": 2}, {"type": "say", "text": "Hello.", "channel": "help"}),
        ({"tables_an_hour": 3}, {"type": "learn", "game": "mille"}),
        ({"replays_a_minute": 2}, {"type": "replay", "from": 0}),
        ({"records_a_minute": 3}, {"type": "demo"}),
        ({"records_a_minute": 3}, {"type": "plan", "then": "p"}),
        ({"records_a_minute": 3}, {"type": "vacation", "text": "off"}),
        ({"copies_an_hour": 2}, {"type": "fork", "name": "here"}),
    ],
)
async def test_what_is_new_is_counted_as_for_people(budget: dict[str, float], asked: dict[str, Any]) -> None:
    async with robots(Budget(people_of_an_address=1, addresses_of_a_network=1, **budget)) as house:  # type: ignore[arg-type]
        robot = await house.guest("Robo")
        table = (await robot.ask("open", game="elixir"))["table"]
        await robot.ask("mark", table=table, name="here")
        at = {"table": table} if asked["type"] in ("replay", "demo", "plan") else {}
        codes = [(await robot.ask(**asked, **at)).get("code") for _ in range(5)]
        assert codes[-1] == "limit"


async def test_garbage_gets_one_refusal_each_and_then_a_farewell() -> None:
    async with robots(Budget(garbage_lines=3)) as house:
        robot = await house.guest("Robo")
        for _ in range(2):
            assert [one["type"] for one in await robot.say("roll")] == ["refused"]
        assert (await robot.ask("who"))["type"] == "people"
        for number in range(3):
            said = await robot.say("roll")
            last = number == 2
            assert [one["type"] for one in said] == (["refused", "gone"] if last else ["refused"])
        assert robot.program.is_over


async def test_who_is_banned_is_shown_out_at_the_next_line() -> None:
    async with robots() as house:
        robot = await house.guest("Robo")
        ban = Banned(Subject(Kind.ADDRESS, "192.0.2.1"), 0, "shell", "Too loud.", "")
        await house.house.service.moderation.record(ban)
        (gone,) = await robot.say('{"type":"who"}')
        assert (gone["type"], gone["code"]) == ("gone", "shut_out")
        assert robot.program.is_over


async def test_fault_of_ours_costs_an_answer_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    async with robots() as house:
        robot = await house.guest("Robo")
        monkeypatch.setattr(type(robot.program), "said", lambda *_: 1 / 0, raising=True)
        with pytest.raises(ZeroDivisionError):
            robot.program.said(message("x"))
        monkeypatch.undo()
        monkeypatch.setattr("core.sessions.others.company.find", lambda *_: 1 / 0)
        assert (await robot.ask("who"))["code"] == "failed"
        monkeypatch.undo()
        assert (await robot.ask("who"))["type"] == "people"


def test_words_for_what_is_refused() -> None:
    play, hello = Play(id="a", table="b", at=1, text="p"), Hello(protocol=1)
    fast = Refused(OVERDRAWN[Limit.RECORDS].filled(time="5 seconds"))
    assert code_of(fast, play) is Code.LIMIT
    assert code_of(Refused("No."), play) is Code.ILLEGAL
    assert code_of(Refused("No."), hello) is Code.NAME
    assert code_of(OutcomeUnknown("x"), play) is Code.UNKNOWN
    damaged = Damaged("table/x", 3, "a secret path")
    assert code_of(damaged, play) is Code.FAILED
    assert "secret" not in str(sentence_of(damaged))
    with pytest.raises(Denied) as found, denied(Code.PASSWORD):
        raise Refused("No.")
    assert found.value.code is Code.PASSWORD
    with pytest.raises(Denied) as found, denied(Code.PASSWORD):
        raise fast
    assert found.value.code is Code.LIMIT


async def test_notices_name_who_they_come_from_and_can_be_turned_off() -> None:
    async with robots() as house:
        anna: Robot = await house.guest("Anna", language="de")
        bert = await house.guest("Bert")
        assert (await bert.ask("tell", name="Anna", text="Hello."))["type"] == "ack"
        (told,) = [one for one in anna.of("notice") if one["kind"] == "tell"]
        assert (told["name"], told["said"]["args"]["text"]) == ("Bert", "Hello.")
        await anna.ask("notices", kind="tell", on=False)
        assert (await bert.ask("tell", name="Anna", text="Hello?"))["type"] == "refused"
        anna.program.announce(message("The house is closing."))
        assert anna.of("notice")[-1]["kind"] == "house"


async def test_program_that_plays_all_seats_is_told_what_the_seat_knows_whose_turn_it_is() -> None:
    async with robots() as house:
        robot = await house.guest("Robo")
        await robot.ask("open", game="mille", opponent="hotseat")
        seats = set[int]()
        while len(seats) < 2:
            state = robot.state
            assert state["turn"] == [state["seat"]]
            assert [hand is None for hand in state["view"]["hands"]] == [seat != state["seat"] for seat in (0, 1)]
            seats.add(state["seat"])
            await robot.play()
