"""What a redraw costs: 50 screens of 80x24 with small changes, beside sending each of them whole."""

from __future__ import annotations

import itertools
import statistics
import time
from collections.abc import Callable

from core.base.chance import Dice, deal_seed
from frontends.terminal.paint import paint
from frontends.terminal.picture import BOLD, PLAIN, Canvas, Look, Picture, Style

FRAMES = 50
ROUNDS = 40
CARDS = [rank + suit for suit in "♠♥♣♦" for rank in "A23456789TJQK"]
RED = Style(fg="red")


def film() -> list[Picture]:
    """A board of cards; in each frame a card moves, and the score and the message change a little."""
    dice = Dice(deal_seed(7), "paint", 1)
    cards = dice.shuffled(CARDS)
    board = [list(cards[first : first + 6]) for first in range(0, 52, 6)]
    pictures = []
    for frame in range(FRAMES + 1):
        pictures.append(_picture(board, frame))
        filled = [pile for pile in board if pile]
        card = filled[dice.below(len(filled))].pop()
        board[dice.below(len(board))].append(card)
    return pictures


def _picture(board: list[list[str]], frame: int) -> Picture:
    canvas = Canvas(Look())
    canvas.put(0, 0, f"Terrace   score {frame // 3:3}   moves {frame:3}", BOLD)
    for number, pile in enumerate(board):
        canvas.put(2, number * 8 + 2, f"[{number + 1}]")
        for depth, card in enumerate(pile):
            canvas.put(3 + depth, number * 8 + 2, card, RED if card[1] in "♥♦" else PLAIN)
    canvas.put(21, 0, "-" * 80)
    canvas.put(22, 0, f"Move {frame}: a card from one pile to another.")
    return canvas.picture()


def run() -> None:
    """Print bytes and microseconds a frame, of changes and of whole screens."""
    pairs = list(itertools.pairwise(film()))
    changes = [len(paint(old, new).encode()) for old, new in pairs]
    wholes = [len(paint(None, new).encode()) for _, new in pairs]
    took = _microseconds(lambda: [paint(old, new) for old, new in pairs])
    took_whole = _microseconds(lambda: [paint(None, new) for _, new in pairs])
    print("painting 80x24, 50 frames with small changes   bytes/frame median (max)   us/frame")
    print(f"  changed runs of cells                        {_spread(changes)}   {took:8.1f}")
    print(f"  whole screens                                {_spread(wholes)}   {took_whole:8.1f}")


def _spread(sizes: list[int]) -> str:
    return f"{statistics.median(sizes):14.0f} ({max(sizes):5})"


def _microseconds(work: Callable[[], object]) -> float:
    """For one frame, the best of some rounds."""
    best = float("inf")
    for _ in range(ROUNDS):
        began = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - began)
    return best / FRAMES * 1e6


if __name__ == "__main__":
    run()
