"""What is listed by name, each loaded when it is first asked for."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeVar

T = TypeVar("T")


class LoadedLater(Mapping[str, T]):
    """Is like a dict of all, but who asks for one waits for no other; to load may be to import.

    Asked by several threads at once, one may be loaded more than once; all later answers are the same object.
    """

    def __init__(self, names: Iterable[str], load: Callable[[str], T]) -> None:
        self._names, self._load = tuple(names), load
        self._loaded: dict[str, T] = {}

    def __getitem__(self, name: str) -> T:
        if name not in self._loaded:
            if name not in self._names:
                raise KeyError(name)
            self._loaded.setdefault(name, self._load(name))
        return self._loaded[name]

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)
