"""The prompt_toolkit side of screen manner: a picture that fills the terminal, and single keys."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from prompt_toolkit.application import Application
from prompt_toolkit.data_structures import Point
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings, KeyPress, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import Layout, UIContent, UIControl, Window
from prompt_toolkit.output import ColorDepth, Output

from frontends.cli.line import typed_keys
from frontends.screens.picture import Picture, Style

ESCAPE_SECONDS = 0.05
"""How long Esc may be the start of another key."""

_COLOURS = {"white": "ansigray", "bright_white": "ansiwhite"}
"""Where prompt_toolkit's names are not ours: its white is the bright one."""


class PictureControl(UIControl):
    """Shows the picture it was given last."""

    picture: Picture | None = None

    def is_focusable(self) -> bool:
        """The cursor is here."""
        return True

    def create_content(self, width: int, height: int) -> UIContent:
        """The picture as prompt_toolkit draws it, whatever the space for it."""
        picture = self.picture
        if picture is None:
            return UIContent(show_cursor=False)
        row, column = picture.cursor or (0, 0)
        return UIContent(
            lambda number: _line(picture, number),
            line_count=min(height, len(picture.rows)),
            cursor_position=Point(x=column, y=min(row, height - 1)),
            show_cursor=picture.cursor is not None,
        )


def _line(picture: Picture, row: int) -> StyleAndTextTuples:
    return [(named(style), text) for style, text in picture.runs(row)]


@lru_cache(maxsize=512)
def named(style: Style) -> str:
    """A style in prompt_toolkit's words."""
    words = [name for name in ("bold", "dim", "underline", "reverse") if getattr(style, name)]
    if style.fg:
        words.append(f"fg:{_colour(style.fg)}")
    if style.bg:
        words.append(f"bg:{_colour(style.bg)}")
    return " ".join(words)


def _colour(name: str) -> str:
    return _COLOURS.get(name, f"ansi{name.replace('_', '')}")


class Board:
    """A full screen for pictures."""

    def __init__(
        self, input: Input, output: Output, depth: Callable[[], ColorDepth], pressed: Callable[[KeyPress], None]
    ) -> None:
        self._control = PictureControl()
        self.app: Application[None] = Application(
            Layout(Window(self._control)),
            key_bindings=_bindings(pressed),
            full_screen=True,
            color_depth=depth,
            include_default_pygments_style=False,
            enable_page_navigation_bindings=False,
            terminal_size_polling_interval=None,
            input=input,
            output=output,
        )
        self.app.ttimeoutlen = ESCAPE_SECONDS

    def show(self, picture: Picture | None) -> None:
        """Show this picture from now on."""
        self._control.picture = picture
        self.app.invalidate()

    def clear(self) -> None:
        """Have everything drawn again, onto an empty screen."""
        self.app.renderer.erase(leave_alternate_screen=False)
        self.app.output.cursor_goto(0, 0)
        self.app.output.erase_screen()
        self.app.invalidate()

    async def run(self) -> None:
        """Take the whole terminal until told to exit. Raises EOFError when the terminal is gone."""
        await self.app.run_async(handle_sigint=False, set_exception_handler=False)


def _bindings(pressed: Callable[[KeyPress], None]) -> KeyBindings:
    bindings = KeyBindings()

    @bindings.add(Keys.Any)
    def _any(event: KeyPressEvent) -> None:
        for press in event.key_sequence:
            pressed(press)

    @bindings.add(Keys.BracketedPaste)
    def _paste(event: KeyPressEvent) -> None:
        for press in typed_keys(event.data):
            pressed(press)

    return bindings
