"""What the ways to use the terminal have in common: screen, prompt, plain lines. One at a time has the terminal."""

from collections.abc import Callable

from msgspec import Struct, field

from frontends.cli.history import Past
from frontends.cli.tty import Tty
from frontends.terminal.picture import Look, Picture
from frontends.terminal.terminal import Input, Prompt

Take = Callable[[Input, str], None]
"""Called with what came from the person, and with the characters that made it where they can be given back."""


class State(Struct):
    """What is to be seen, and what was typed but not taken yet: what one mode hands on to the next."""

    look: Look
    past: Past
    prompt: Prompt = field(default_factory=Prompt)
    picture: Picture | None = None
    on_screen: bool = False
    mouse: bool = False
    is_wanted: bool = False
    """Whether somebody waits for the next input."""
    text: str = ""
    """Written, but not shown yet."""
    draft: str = ""
    """A half-typed line."""
    typed: str = ""
    """What the terminal sent of which no key or line was made yet, as it came."""


class Mode:
    """A way to use the terminal. What a mode has no use for is kept in the state for the next."""

    def __init__(self, state: State, tty: Tty, take: Take) -> None:
        self.state, self.tty, self.take = state, tty, take
        self.has_ended = False

    @property
    def has_released(self) -> bool:
        """Whether another mode may have the terminal now; else when `run` returns."""
        return self.has_ended

    def begin(self) -> None:
        """Take the terminal and show what stands in the state."""

    async def run(self) -> None:
        """Read what the person types until `end`."""

    def end(self) -> None:
        """Release the terminal."""
        self.has_ended = True

    def write(self, text: str) -> None:
        """Show some text."""
        self.state.text += text

    def prefill(self, text: str) -> None:
        """Let this be the half-typed line, unless there is one."""
        self.state.draft = self.state.draft or text

    def show(self, repaint: bool) -> None:
        """There is another picture."""

    def ask(self) -> None:
        """There is another prompt."""

    def change(self) -> None:
        """There is another look, or the mouse is to be used or not."""

    def resize(self) -> None:
        """The terminal has another size."""

    def want(self) -> None:
        """The next input is waited for."""

    def interrupt(self) -> None:
        """Ctrl-C came as a signal."""

    def read_now(self) -> None:
        """Take what was typed already, without waiting."""
