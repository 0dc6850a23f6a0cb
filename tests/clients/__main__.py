"""Real telnet clients in windows of tmux, with which somebody comes in, plays mille and El-Ixir, and leaves.

    python -m tests.clients [NAME ...]

A client that is not installed is named and left out. The exit status is 1 if anything is not as it must be: no prompt
or line stands there twice, what is typed is seen once, and the terminal is left as it was found.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import pairwise
from pathlib import Path

import attrs

from tests.clients.window import PATH, SOCKET, Unexpected, Window, window
from tests.hostile.house import house

HERE = Path(__file__).parent
AT_ONCE = 3
"""Windows at the same time."""
MOVES = 5
CALLED = "It is your turn at table"
"""What may come at any time."""
DECK = r"▒▒ +(\d+) +▒▒"


@attrs.frozen
class Client:
    """A program, and how it is used."""

    name: str
    command: str
    """{port} is where the house is, {here} this folder."""
    is_drawn: bool = False
    """Whether boards are drawn in it, and single keys count."""
    terminal: str = "xterm-256color"
    tells_size: bool = True
    """Whether it says so when its window becomes another one."""
    begin: Callable[[Window], None] = lambda _: None
    """What is to be done before anything is typed."""
    moves_prompts: bool = False
    """Whether it shows prompts in a row of their own, and scrolls them when it likes."""
    end: str = ""
    """What is typed to leave the program itself once the house has hung up."""
    play: Callable[[Window, Client], None] | None = None
    """What is done in place of the moves that are made in the others."""

    @property
    def is_here(self) -> bool:
        return shutil.which(self.command.split()[0], path=PATH) is not None


def by_lines(window: Window) -> None:
    """Have inetutils' telnet send whole lines, as it did before there was anything else."""
    window.press("C-]")
    window.see("telnet> ")
    window.type("mode line")


def beside(told: str) -> str:
    """What is to come from GMCP and from the house, in any order."""
    return rf"(?s)(?=.*{told})(?=.*your move> )"


def play_beside(opened: Window, client: Client) -> None:
    """Five cards are picked and put down, and what GMCP tells the client each time is what the house says in words."""
    opened.see(r"GMCP: you are ~\w+\.")
    opened.type("lines")
    opened.see("Line mode")
    said = opened.read(lambda: opened.type("new mille"), beside("GMCP: 0 to 0 points"))
    for _ in range(MOVES):
        line = "p" if "Pick a card." in said else "u 1" if "a safety?" in said else "d 1"
        said = opened.read(partial(opened.type, line), beside("GMCP: "))
    told = re.findall(r"GMCP: (-?\d+) to (-?\d+) points, (\d+) cards left", opened.all)[-1]
    words = opened.read(lambda: opened.type("board"), "(?s:cards? (?:are|is) left.*)your move> ")
    if f"{told[2]} cards are left" not in words or f"Points of this game: {told[0]} to {told[1]}." not in words:
        raise Unexpected(f"GMCP tells {told}, and the house says {words!r}")
    leave_table(opened)


CLIENTS = (
    Client("telnet", "telnet 127.0.0.1 {port}", is_drawn=True),
    Client("telnet-line", "telnet 127.0.0.1 {port}", begin=by_lines),
    Client("telnet-dumb", "telnet 127.0.0.1 {port}", terminal="dumb"),
    Client("plink", "plink -telnet -P {port} 127.0.0.1", is_drawn=True),
    Client("plink-raw", "plink -raw -P {port} 127.0.0.1"),
    Client("nc-openbsd", "nc.openbsd 127.0.0.1 {port}"),
    Client("nc-traditional", "nc.traditional 127.0.0.1 {port}"),
    Client("socat", "socat - TCP:127.0.0.1:{port}"),
    Client("busybox-nc", "busybox nc 127.0.0.1 {port}"),
    Client("busybox-telnet", "busybox telnet 127.0.0.1 {port}", is_drawn=True, tells_size=False),
    Client("tintin", "tt++ -G -e '#session house 127.0.0.1 {port}'", is_drawn=True, end="#end"),
    Client(
        "tintin-gmcp",
        "tt++ -G -e '#read {here}/score.tin;#session house 127.0.0.1 {port}'",
        moves_prompts=True,
        end="#end",
        play=play_beside,
    ),
    Client("tinyfugue", "tf -v -n 127.0.0.1 {port}", moves_prompts=True, end="/quit -y"),
)


def visit(client: Client, port: int) -> str:
    """What is wrong in a visit with a client, empty if nothing is. What looks wrong is tried once more: the programs
    run in real windows, on a machine that has other things to do."""
    return _visit(client, port, client.name) and _visit(client, port, f"{client.name}-again")


def _visit(client: Client, port: int, name: str) -> str:
    try:
        with window(name, client.terminal) as opened:
            opened.type(client.command.format(port=port, here=HERE))
            opened.see("Your name:")
            client.begin(opened)
            come_in(opened, name)
            (client.play or (play_drawn if client.is_drawn else play_in_lines))(opened, client)
            leave(opened, client)
    except Unexpected as unexpected:
        return str(unexpected)
    return ""


def come_in(opened: Window, name: str) -> None:
    letters = "".join(letter for letter in name.title() if letter.isalpha())[:14]
    opened.read(lambda: opened.type(letters), "lobby> ")
    said = opened.read(lambda: opened.type("zork"), "not a command here.*(?s:.*)lobby> ")
    if len(re.findall("zork", said)) != 2:
        raise Unexpected(f"what was typed should stand there once, and once be quoted: {said!r}")


def play_in_lines(opened: Window, _: Client) -> None:
    """Five moves of mille, a roll and a block of El-Ixir; another size changes nothing."""
    said, accepted = opened.read(lambda: opened.type("new mille"), "your move> "), 0
    while accepted < MOVES:
        line = "p" if "Pick a card." in said else "u 1" if "a safety?" in said else "d 1"
        said = opened.read(partial(opened.type, line), "(You (pick|discard|play)|a safety).*(?s:.*)your move> ")
        accepted += "a safety?" not in said
    leave_table(opened)
    opened.read(lambda: opened.type("new elixir"), "your move> ")
    rolled = opened.read(lambda: opened.type("roll"), "You roll .*(?s:.*)your move> ")
    way = re.search(r"([1-4]) is \S+: (\w+) [1-4]", rolled)
    if way is None:
        raise Unexpected(f"no block can be laid: {rolled!r}")
    opened.read(lambda: opened.type(f"{way[1]} {way[2]} 1"), "(?s:.*)your move> ")
    opened.resize(100, 30)
    opened.read(lambda: opened.type("hint"), "your move> ")
    leave_table(opened)


def leave_table(opened: Window) -> None:
    opened.read(lambda: opened.type("quit"), r"\(y/n\) ")
    opened.read(lambda: opened.type("y"), "lobby> ")


def play_drawn(opened: Window, client: Client) -> None:
    """The same at boards, with single keys; a larger window is used."""
    opened.type("new mille")
    cards = int(opened.see(DECK)[1])
    for _ in range(MOVES):
        opened.change(lambda: opened.press("p"), "p")
        opened.change(lambda: opened.press("d", "1", "Enter"), "d 1")
        if "a safety?" in opened.screen:
            opened.change(lambda: opened.press("Enter"), "Enter")
    left = int(opened.see(DECK)[1])
    if cards - left < MOVES:
        raise Unexpected(f"{cards} cards became {left} in {MOVES} moves:\n{opened.screen}")
    leave_board(opened)
    opened.type("new elixir")
    opened.see("r roll|You roll")
    opened.press("r")
    opened.see("You rolled")
    for key in ("1", "Down", "Enter"):
        opened.press(key)
    opened.see(r"You cover|You take|[1-9]\d* free tiles(?<!196 free tiles)")
    opened.resize(100, 30)
    if client.tells_size:
        opened.see(r"\A(?:[^\n]*\n){29}[^\n]*\? help")
    leave_board(opened)


def leave_board(opened: Window) -> None:
    opened.press("q")
    opened.see(r"\(y/n\)")
    opened.press("y")
    opened.see(r"lobby>")


def leave(opened: Window, client: Client) -> None:
    """Quit, and find the terminal as it was."""
    opened.type("quit")
    opened.see("Good-bye")
    if client.end:
        opened.type(client.end)
    # Some notice that the other end has hung up only when they have something to send.
    opened.insist(lambda: opened.press("Enter"), r"sh\$ \s*\Z")
    check_text(opened.all, client)
    set_up = opened.read(lambda: opened.type("stty -a; echo done"), "done\n(?s:.*)sh\\$ ")
    wrong = [flag for flag in ("icanon", "echo", "isig", "icrnl", "opost", "onlcr") if not is_on(flag, set_up)]
    if wrong:
        raise Unexpected(f"the terminal was left without {', '.join(wrong)}: {set_up}")


def is_on(flag: str, set_up: str) -> bool:
    return re.search(rf"(?<![-\w]){flag}\b", set_up) is not None


def check_text(text: str, client: Client) -> None:
    """Raise Unexpected for a prompt that stands there twice, or, where no boards are drawn, a line."""
    if doubled := re.search(r"(\w[\w ]*> )\1|\(y/n\) \w[\w ]*> ", text):
        raise Unexpected(f"a prompt stands there twice: {text[max(0, doubled.start() - 200) : doubled.end() + 40]!r}")
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    for line, following in pairwise(() if client.is_drawn or client.moves_prompts else lines):
        if line == "your move>" and not following.startswith(CALLED):
            raise Unexpected(f"a prompt came before all was told: {following!r} came after it")
        if line == following and line.startswith(("You ", "Comp ", "Adept ")):
            raise Unexpected(f"a line stands there twice: {line!r}")


def main() -> int:
    wanted = sys.argv[1:]
    clients = [client for client in CLIENTS if not wanted or client.name in wanted]
    missing = [client for client in clients if not client.is_here]
    if shutil.which("tmux") is None:
        print("tmux is not here, so no client was tried: apt-get install tmux")
        return 0
    for client in missing:
        print(f"{client.name:>15}  not here: {client.command.split()[0]}")
    there = [client for client in clients if client.is_here]
    with tempfile.TemporaryDirectory() as directory, house(Path(directory) / "a.db", Path(directory) / "log") as opened:
        with ThreadPoolExecutor(AT_ONCE) as windows:
            results = list(windows.map(lambda client: visit(client, opened.port), there))
        subprocess.run(("tmux", "-L", SOCKET, "kill-server"), capture_output=True, check=False)
    for client, wrong in zip(there, results, strict=True):
        mode = "boards, single keys" if client.is_drawn else "lines"
        print(f"{client.name:>15}  {mode:<20} {wrong or 'well'}")
    return 1 if any(results) else 0


if __name__ == "__main__":
    sys.exit(main())
