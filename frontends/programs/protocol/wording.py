"""Messages as programs get them: the template, what fills its gaps, and the sentence in a language."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from core.base.message import Argument, Message, Name, Person, Who, message
from frontends.locale.language import Language
from frontends.programs.protocol.answers.answer import Said

_NAME = message("{who}")


def said(message: Message, words: Language, names: Sequence[Name] = ()) -> Said:
    """A message in a language; `names` are those of the players by seat."""
    args = {gap: _argument(value, words, names) for gap, value in message.args}
    return Said(message.template, words.say(message, names), args, message.plural, message.context)


def _argument(value: Argument, words: Language, names: Sequence[Name]) -> Any:
    match value:
        case str() | int():
            return value
        case Message():
            return said(value, words, names)
        case Who() | Person():
            return _name(value, words, tuple(names))
        case tuple():
            return [_argument(one, words, names) for one in value]


@lru_cache(maxsize=1024)
def _name(value: Who | Person, words: Language, names: tuple[Name, ...]) -> Said:
    """What somebody is called, which is said with every move."""
    text = words.say(_NAME.filled(who=value), names)
    return Said(_NAME.template, text, {"who": text}, seat=value.seat if isinstance(value, Who) else None)
