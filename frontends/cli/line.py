"""The prompt_toolkit side of line manner: one line at a time, with completion, history and a toolbar."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition
from prompt_toolkit.history import History
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings, KeyPress, KeyPressEvent
from prompt_toolkit.key_binding.bindings.completion import generate_completions
from prompt_toolkit.keys import Keys
from prompt_toolkit.output import ColorDepth, Output
from prompt_toolkit.shortcuts import CompleteStyle

from frontends.cli.history import recall, remember
from frontends.cli.words import next_words
from frontends.terminal import Prompt

MENU_ROWS = 5
"""Rows kept free below the prompt while completions are shown."""


class Interrupted(Exception):
    """Ctrl-C was pressed. A KeyboardInterrupt would tear down the loop."""


class _Words(Completer):
    def __init__(self, words: Callable[[], tuple[str, ...]]) -> None:
        self._words = words

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        typed = document.text_before_cursor
        begun = len(typed) - typed.rfind(" ") - 1
        for word in next_words(self._words(), typed):
            yield Completion(word, start_position=-begun)


class _Lines(History):
    def __init__(self, path: Path | None) -> None:
        super().__init__()
        self._path = path

    def load_history_strings(self) -> Iterable[str]:
        return reversed(recall(self._path))

    def store_string(self, string: str) -> None:
        remember(self._path, string)


class LineEditor:
    """A prompt that can change while somebody types."""

    def __init__(self, input: Input, output: Output, depth: ColorDepth, history: Path | None) -> None:
        self._prompt = Prompt()
        self._helping = False
        self.session: PromptSession[str] = PromptSession(
            lambda: self._prompt.text,
            completer=_Words(lambda: self._prompt.words),
            complete_style=CompleteStyle.MULTI_COLUMN,
            complete_while_typing=Condition(lambda: self._helping),
            history=_Lines(history),
            key_bindings=self._bindings(),
            reserve_space_for_menu=MENU_ROWS,
            interrupt_exception=Interrupted,
            color_depth=depth,
            input=input,
            output=output,
        )
        self.session.app.terminal_size_polling_interval = None
        # A terminal that does not say where its cursor is has no toolbar; it needs no warning for that.
        self.session.app.renderer.cpr_not_supported_callback = None

    def show(self, prompt: Prompt) -> None:
        """Use this prompt from now on."""
        self._prompt = prompt
        self.session.bottom_toolbar = prompt.toolbar or None

    async def read(self, draft: str) -> str:
        """The next line; `draft` is typed already.

        Raises: Interrupted at Ctrl-C, EOFError at Ctrl-D on an empty line or when the terminal is gone.
        """
        self._helping = False
        return await self.session.prompt_async(default=draft, handle_sigint=False, set_exception_handler=False)

    def _bindings(self) -> KeyBindings:
        bindings = KeyBindings()

        @bindings.add(Keys.Tab)
        def _complete(event: KeyPressEvent) -> None:
            """Once asked for, completions follow what is typed until the line is finished."""
            self._helping = True
            buffer = event.current_buffer
            state = buffer.complete_state
            if state is not None and len(state.completions) == 1:
                buffer.go_to_completion(0)
                buffer.complete_state = None
            generate_completions(event)

        @bindings.add(Keys.BracketedPaste)
        def _paste(event: KeyPressEvent) -> None:
            """Pasted lines are lines, as if typed."""
            event.key_processor.feed_multiple(typed_keys(event.data), first=True)

        return bindings


def typed_keys(text: str) -> list[KeyPress]:
    """The keys that type a pasted text; what cannot be typed is left out."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return [
        KeyPress(Keys.ControlM if character == "\n" else character)
        for character in lines
        if character == "\n" or character.isprintable()
    ]
