"""The prompt: prompt_toolkit and its asyncio loop, in a thread of their own. The one file that knows asyncio.

Two things happen in the thread. *Orders* come from the trio side and are done one after the other, each at once.
The *loop* reads a line when one is wanted, else waits.

The next line is given out only when it is wanted. So whatever follows from one input, even a change of mode, has
happened before the next one is looked at: keys typed ahead are keys for the board or letters for the prompt, as they
should be.
"""

import asyncio
import contextvars
import os
import sys
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, ParamSpec

from prompt_toolkit.application import Application, create_app_session
from prompt_toolkit.input import create_input
from prompt_toolkit.input.typeahead import get_typeahead, store_typeahead
from prompt_toolkit.input.vt100_parser import Vt100Parser
from prompt_toolkit.key_binding import KeyPress
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.output.vt100 import Vt100_Output
from prompt_toolkit.renderer import CPR_Support

from frontends.cli.line import Ended, Interrupted, LineEditor, Suspended
from frontends.cli.mode import State
from frontends.terminal.characters import encode, encode_cells
from frontends.terminal.picture import Look
from frontends.terminal.terminal import Closed, Input, Key, Line, Prompt

P = ParamSpec("P")


class _PutAway(Exception):
    """The prompt shall end without an answer."""


class _Output(Vt100_Output):
    """A terminal that may read ASCII only; each character of the line keeps its cells."""

    utf8 = True

    def write(self, data: str) -> None:
        super().write(encode_cells(data, self.utf8).decode())


class PromptThread:
    """The person's prompt."""

    def __init__(self, state: State, deliver: Callable[[Input], None]) -> None:
        """Go on where `state` stands. `deliver` is called in the thread with what came from the person."""
        self._past, self._prompt, self._look = state.past, state.prompt, state.look
        self.draft, self.typed = state.draft, state.typed
        """What was half typed, and typed ahead; after `run`, what was left of it."""
        self._deliver_to = deliver
        self._wanted = self._left = self._gone = False
        self._text: list[str] = []
        self._orders: deque[Callable[[], None]] = deque()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._running: Application[Any] | None = None
        self._error: BaseException | None = None

    def run(self) -> None:
        """What the thread does until `leave`. Raises what went wrong in it, once the terminal is as it was."""
        asyncio.run(self._live())
        if self._error is not None:
            raise self._error

    # The mailbox.

    def post(self, order: Callable[P, None], *args: P.args, **kwargs: P.kwargs) -> None:
        """Have one of the orders below done in the thread; it returns at once, in whatever thread it is called."""
        # The thread first makes its loop known and then looks into the mailbox; this does it the other way
        # round. So one of the two sees the order, whoever is first.
        self._orders.append(partial(order, *args, **kwargs))
        if self._loop is not None:
            with suppress(RuntimeError):  # the loop is closed: nobody is left to do it
                self._loop.call_soon_threadsafe(self._do_orders, context=self._context.copy())

    def _do_orders(self) -> None:
        while self._orders:
            try:
                self._orders.popleft()()
            except OSError:
                self._lose()

    # The loop.

    async def _live(self) -> None:
        self._changed = asyncio.Event()
        self._input = create_input(sys.stdin)
        output = _Output.from_pty(sys.stdout, term=os.environ.get("TERM"))
        assert isinstance(output, _Output)
        self._output, output.utf8 = output, self._look.utf8
        self._line = LineEditor(self._input, self._output, self._depth(), self._past)
        self._line.show(self._prompt)
        presses: list[KeyPress] = []
        Vt100Parser(presses.append).feed(self.typed)
        store_typeahead(self._input, presses)
        with create_app_session(self._input, self._output), self._input.raw_mode():
            loop = asyncio.get_running_loop()
            loop.set_exception_handler(self._fail)
            self._context = contextvars.copy_context()
            self._loop = loop
            self._do_orders()
            while not self._left:
                try:
                    if self._wanted and not self._gone:
                        await self._read_line()
                    else:
                        self._changed.clear()
                        await self._changed.wait()
                    self._print()
                except (EOFError, OSError):
                    self._lose()
        self.typed = "".join(press.data for press in get_typeahead(self._input))

    async def _read_line(self) -> None:
        session = self._line.session
        self._running = session.app
        session.app.erase_when_done = False
        draft, self.draft = self.draft, ""
        try:
            self._deliver(Line(await self._line.read(draft)))
        except Interrupted:
            self._deliver(Key("c-c"))
        except Ended:
            self._deliver(Key("c-d"))
        except Suspended:
            self.draft = session.default_buffer.text
            self._deliver(Key("c-z"))
        except _PutAway:
            self.draft = session.default_buffer.text
        finally:
            self._running = None

    def _deliver(self, input: Input) -> None:
        self._wanted = False
        self._deliver_to(input)

    def _lose(self) -> None:
        """The person or the terminal is gone."""
        self._gone = True
        self._deliver(Closed())
        self._put_away()

    def _fail(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Something went wrong in an order or in drawing."""
        error = context.get("exception") or RuntimeError(context["message"])
        if isinstance(error, OSError):
            self._lose()
        else:
            self._error = error
            self.leave()

    # The orders, to be posted.

    def write(self, text: str) -> None:
        """Scroll some text up, above the prompt."""
        self._text.append(text)
        self._print()

    def _print(self) -> None:
        """Show what is to be written, unless a line is just being finished."""
        app = self._running
        if not self._text or (app is not None and app.is_done):
            return
        if app is None:
            self._put_out()
        else:
            app.create_background_task(self._print_above(app))

    async def _print_above(self, app: Application[Any]) -> None:
        """Scroll text up above the prompt.

        The prompt takes all the room that the terminal says there is below it. An answer from before the text came
        would promise too much, and the prompt would push the text off the screen.
        """
        renderer = app.renderer
        while renderer.waiting_for_cpr and renderer.cpr_support is not CPR_Support.NOT_SUPPORTED:
            await renderer.wait_for_cpr_responses()
        if self._text and not app.is_done:
            renderer.erase()
            self._put_out()
            renderer.request_absolute_cursor_position()
            app.invalidate()

    def _put_out(self) -> None:
        text = "".join(self._text)
        self._text.clear()
        self._output.write(encode(text, self._look.utf8).decode())
        self._output.flush()

    def ask(self, prompt: Prompt) -> None:
        """Show this prompt from now on."""
        self._line.show(prompt)
        self._line.session.app.invalidate()

    def prefill(self, text: str) -> None:
        """Let this stand in the prompt, unless something is half typed there."""
        buffer = self._line.session.default_buffer
        if self._running is None:
            self.draft = self.draft or text  # it stands there when the next line is wanted
        elif not buffer.text:
            buffer.insert_text(text)

    def adapt(self, look: Look) -> None:
        """Draw like this from now on."""
        self._look, self._output.utf8 = look, look.utf8
        self._line.session.color_depth = self._depth()
        if self._running is not None:
            self._running.invalidate()

    def _depth(self) -> ColorDepth:
        return ColorDepth.DEPTH_4_BIT if self._look.colour else ColorDepth.DEPTH_1_BIT

    def want(self) -> None:
        """Deliver the next line."""
        self._wanted = True
        self._changed.set()

    def resize(self) -> None:
        """Fit the terminal's new size."""
        app = self._running
        if app is not None and not app.is_done:
            app.renderer.erase()
            app.renderer.request_absolute_cursor_position()
            app.invalidate()

    def leave(self) -> None:
        """End the thread, when all orders before this one are done."""
        self._left = True
        self._changed.set()
        self._put_away()

    def _put_away(self) -> None:
        app = self._running
        if app is not None and app.future is not None and not app.future.done():
            app.erase_when_done = True
            app.exit(exception=_PutAway())
