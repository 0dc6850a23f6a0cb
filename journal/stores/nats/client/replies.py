"""Answers to what a NATS server is asked, and those who wait for them."""

import attrs
import outcome
import trio

from journal.stores.nats.client.protocol import Message


class NoAnswer(Exception):
    """There is no answer. What was asked for may have been done, or may still be."""


class Unsent(NoAnswer):
    """The request reached nobody, so nothing was done."""


@attrs.define(eq=False)
class Request:
    """A task that waits for one answer.

    Neither an event nor a cancel scope is made for it: those who append by the thousand would feel them.
    """

    task: trio.lowlevel.Task
    deadline: float
    """On trio's clock, until when an answer is waited for."""

    def is_overdue(self, now: float) -> bool:
        """Whether no answer is waited for any more."""
        return self.deadline < now

    def take(self, answer: Message) -> None:
        """Wake the task with its answer."""
        trio.lowlevel.reschedule(self.task, outcome.Value(answer))

    def fail(self, error: NoAnswer) -> None:
        """Wake the task with an error."""
        trio.lowlevel.reschedule(self.task, outcome.Error(error))


@attrs.define(eq=False)
class Series:
    """Answers that come one after another; whoever asked takes those that are there when there is time for them."""

    within: float
    """Seconds for which the next ones are waited for."""
    deadline: float
    _answers: list[Message] = attrs.field(factory=list)
    _error: NoAnswer | None = None
    _arrived: trio.Event = attrs.field(factory=trio.Event)

    def is_overdue(self, now: float) -> bool:
        """Whether no answer is waited for any more."""
        if self._answers:  # Whoever asked has not come to take them, which is not the server's fault.
            self.deadline = now + self.within
        return self.deadline < now

    def take(self, answer: Message) -> None:
        """Keep an answer until it is asked for."""
        if not self._answers:
            self._arrived.set()
        self._answers.append(answer)

    def fail(self, error: NoAnswer) -> None:
        """Have an error in place of all answers to come."""
        self._error = error
        self._arrived.set()

    async def taken(self) -> list[Message]:
        """Those that have come since the last time, one at least. Raises: NoAnswer."""
        await self._arrived.wait()
        answers, self._answers, self._arrived = self._answers, [], trio.Event()
        if self._error is not None:
            raise self._error
        self.deadline = trio.current_time() + self.within
        return answers
