"""People in the house, from the door to the table, over a terminal made of lists."""

from core.table import Move
from tests.frontends.house import open_house


async def test_stranger_gives_a_name_and_plays_a_solitaire():
    async with open_house() as house:
        anna = house.enter()
        await anna.wait(lambda: anna.prompt.text == "Your name: ")
        anna.type("Anna", "new pileon deal=7")
        await anna.wait(lambda: anna.prompt.text == "your move> ")
        move = anna.prompt.words[0]
        anna.type(move)
        await anna.wait(lambda: "1" in anna.prompt.toolbar and anna.text.count("\n") > 20)
        anna.type("undo")
        await anna.wait_text("The game is at its start again.")
        anna.type("quit", "y")
        await anna.wait_text("The game is kept. To go on with it: resume ")
        anna.type("quit")
        await anna.wait_text("Good-bye.")


async def test_spectator_sees_what_a_player_does():
    async with open_house() as house:
        anna = house.enter("Anna")
        anna.type("new pileon deal=7")
        await anna.wait(lambda: anna.prompt.text == "your move> ")
        id = (await house.service.list())[0].id
        bert = house.enter("Bert")
        bert.type(f"watch {id}")
        await bert.wait_text(f"You look on at table {id}")
        before = len(bert.text)
        async with house.service.table(id) as live:
            await live.submit(Move(0, anna.prompt.words[0]))
        await bert.wait(lambda: len(bert.text) > before)
        bert.type("1 2")
        await bert.wait_text("is no command here")
