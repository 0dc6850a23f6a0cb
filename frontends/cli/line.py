"""The prompt_toolkit side of line mode: one line at a time, with completion, history and a toolbar."""

from collections.abc import Callable, Iterable
from textwrap import shorten

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

from frontends.cli.completion import next_words
from frontends.cli.history import Past
from frontends.terminal.terminal import Prompt

MENU_ROWS = 5
"""Rows kept free below the prompt while completions are shown."""


class Interrupted(Exception):
    """Ctrl-C was pressed. A KeyboardInterrupt would tear down the loop."""


class Ended(Exception):
    """Ctrl-D was pressed on an empty line."""


class Suspended(Exception):
    """Ctrl-Z was pressed."""


class _Words(Completer):
    def __init__(self, words: Callable[[], tuple[str, ...]]) -> None:
        self._words = words

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        typed = document.text_before_cursor
        begun = len(typed) - typed.rfind(" ") - 1
        for word, meaning in next_words(self._words(), typed).items():
            yield Completion(word, start_position=-begun, display_meta=meaning or None)


class _Lines(History):
    def __init__(self, past: Past, is_secret: Callable[[], bool]) -> None:
        super().__init__()
        self._past, self._is_secret = past, is_secret

    def load_history_strings(self) -> Iterable[str]:
        return reversed(self._past.lines)

    def store_string(self, string: str) -> None:
        self._past.add(string)

    def append_string(self, string: str) -> None:
        if not self._is_secret():
            super().append_string(string)


class LineEditor:
    """A prompt that can change while somebody types."""

    def __init__(self, input: Input, output: Output, depth: ColorDepth, past: Past) -> None:
        self._prompt = Prompt()
        self._helping = False
        self.session: PromptSession[str] = PromptSession(
            lambda: self._prompt.text,
            completer=_Words(lambda: self._prompt.words),
            complete_while_typing=Condition(lambda: self._helping),
            history=_Lines(past, lambda: self._prompt.is_secret),
            is_password=Condition(lambda: self._prompt.is_secret),
            key_bindings=self._bindings(),
            reserve_space_for_menu=MENU_ROWS,
            interrupt_exception=Interrupted,
            eof_exception=Ended,
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
        self.session.bottom_toolbar = self._toolbar if prompt.toolbar else None
        # One below the other where each is explained beside it; else as many as there is room for.
        has_meanings = any("\t" in word for word in prompt.words)
        self.session.complete_style = CompleteStyle.COLUMN if has_meanings else CompleteStyle.MULTI_COLUMN

    def _toolbar(self) -> str:
        """As much of it as the window has room for, in whole words."""
        return shorten(self._prompt.toolbar, self.session.output.get_size().columns, placeholder=" ...")

    async def read(self, draft: str) -> str:
        """The next line; `draft` is typed already.

        Raises: Interrupted at Ctrl-C, Ended at Ctrl-D on an empty line, Suspended at Ctrl-Z, EOFError when the
            terminal is gone.
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

        @bindings.add(Keys.Any)
        def _insert(event: KeyPressEvent) -> None:
            """What cannot be seen does not get into the line; the bell says so."""
            text = visible(event.data)
            if text:
                event.current_buffer.insert_text(text * event.arg)
            else:
                event.app.output.bell()

        @bindings.add(Keys.ControlZ)
        def _suspend(event: KeyPressEvent) -> None:
            event.app.exit(exception=Suspended())

        @bindings.add(Keys.ControlQ)
        @bindings.add(Keys.ControlV)
        def _ignore(event: KeyPressEvent) -> None:
            """Elsewhere these put the next control character into the line."""

        return bindings


def visible(text: str) -> str:
    """The characters that can be seen; the blanks of all scripts are blanks."""
    return "".join(" " if one.isspace() else one for one in text if one.isprintable() or one.isspace())


def typed_keys(text: str) -> list[KeyPress]:
    """The keys that type a pasted text; what cannot be typed is left out."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return [
        KeyPress(Keys.ControlM, "\r") if character == "\n" else KeyPress(visible(character))
        for character in lines
        if character == "\n" or (visible(character) and character != "\t")
    ]
