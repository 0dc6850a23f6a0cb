"""The catalogues as files: `parlour.pot`, a `.po` for each language, and the `.mo` that the program reads."""

from __future__ import annotations

import io
import re
from datetime import UTC, datetime
from pathlib import Path

from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from frontends.locale.catalogue import CONTEXT, DOMAIN, LEFT, LOCALE
from frontends.locale.language import LANGUAGES
from frontends.locale.typed_words import TYPED
from tests.catalogue.extract import extracted
from tests.catalogue.remarks import GAP

TEMPLATE = LOCALE / f"{DOMAIN}.pot"
TRANSLATED = tuple(LANGUAGES)[1:]
"""The codes of the languages that have a catalogue: all but that of the templates."""
_ANY_TIME = datetime(2026, 1, 1, tzinfo=UTC)
"""In the place of the present, so that the same sentences make the same bytes."""
_NOT_BROKEN = re.compile(r"(?<=\S) (?=[;?!»%]|:.)|(?<=«) ")


def gaps(text: str) -> set[str]:
    """The names of the gaps in a template."""
    return set(GAP.findall(text))


def strings(said: Message) -> tuple[str, ...]:
    """The translations of a sentence, one for each plural form; an empty one is missing."""
    return (said.string,) if isinstance(said.string, str) else tuple(said.string or ("",))


def folder(code: str) -> Path:
    """Where the catalogue of a language is."""
    return LOCALE / code / "LC_MESSAGES"


def read(code: str) -> Catalog:
    """The catalogue of a language as it stands in its `.po`; without a sentence where there is none."""
    path = folder(code) / f"{DOMAIN}.po"
    if not path.exists():
        header = f"# Parlour in {Locale.parse(code).english_name}."
        return Catalog(locale=code, project="Parlour", header_comment=header, charset="utf-8", fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale=code)


def progress(catalog: Catalog) -> str:
    """How much of a catalogue is translated, not counting words to be typed."""
    count = sum(1 for said in catalog if said.id and said.context != TYPED)
    return f"{count - len(untranslated(catalog)):,} of {count:,} sentences are translated"


def untranslated(catalog: Catalog) -> list[Message]:
    """The sentences that a catalogue has no translation for. Words to be typed need none: there is the English one."""
    return [said for said in catalog if said.id and said.context != TYPED and not all(strings(said))]


def updated(code: str) -> Catalog:
    """The catalogue of a language with exactly the sentences of the sources; new ones are not translated yet."""
    catalog = read(code)
    catalog.update(extracted(), no_fuzzy_matching=True, update_header_comment=False)
    catalog.obsolete.clear()
    return catalog


def as_po(catalog: Catalog) -> bytes:
    """A catalogue as the bytes of its `.po`, or of the `.pot` when it has no language."""
    if catalog.locale is None:
        catalog.header_comment = "# All sentences of Parlour, from which its catalogues are brought up to date."
    written = io.BytesIO()
    write_po(written, catalog, width=120, sort_output=False, omit_header=False, include_previous=False)
    return b"".join(line for line in written.getvalue().splitlines(keepends=True) if not _is_noise(line))


def _is_noise(line: bytes) -> bool:
    """What Babel writes about people, places and itself."""
    return line.startswith(
        (b'"Last-Translator', b'"Language-Team', b'"Report-Msgid', b'"PO-Revision', b'"POT-Creation', b'"Generated-By')
    )


def held_together(text: str) -> str:
    """The text with blanks that no line is broken at, where French puts one between a word and its punctuation.

    Before a colon at the very end, as in "Votre nom :", nothing is ever broken.
    """
    return _NOT_BROKEN.sub("\xa0", text)


def as_mo(catalog: Catalog) -> bytes:
    """A catalogue as the bytes of its `.mo`."""
    for said in catalog:
        if said.id and said.string:
            text = said.string
            said.string = held_together(text) if isinstance(text, str) else tuple(map(held_together, text))
    if left := len(untranslated(catalog)):
        context, _, id = LEFT.partition(CONTEXT)
        catalog.add(id, str(left), context=context)
    catalog.creation_date = catalog.revision_date = _ANY_TIME
    written = io.BytesIO()
    write_mo(written, catalog)
    return written.getvalue()


def write_all() -> None:
    """Write the template, and every catalogue as the sources are now."""
    TEMPLATE.write_bytes(as_po(extracted()))
    for code in TRANSLATED:
        write(code)


def write(code: str) -> None:
    """Write the catalogue of a language as the sources are now."""
    folder(code).mkdir(parents=True, exist_ok=True)
    catalog = updated(code)
    (folder(code) / f"{DOMAIN}.po").write_bytes(as_po(catalog))
    (folder(code) / f"{DOMAIN}.mo").write_bytes(as_mo(read(code)))
