"""Hash chains: every secret leads to all before it and to the beacon, by the written formula, and no other does."""

from __future__ import annotations

import hashlib

from hypothesis import given
from hypothesis import strategies as st

from core.base.hash_chain import hashed, links
from tests.examples import examples

SECRETS = st.binary(min_size=32, max_size=32)


def test_link_is_hashed_by_the_written_formula():
    secret = bytes(range(32))
    assert hashed(secret) == hashlib.sha256(b"parlour daily chain 1" + b"\0" + secret).digest()
    assert hashed(secret, 0) == secret
    assert links(secret, 1) == (hashed(secret), secret)


@examples(200)
@given(SECRETS, st.integers(1, 60), st.data())
def test_every_secret_leads_to_each_before_it_and_to_nothing_else(last: bytes, length: int, data: st.DataObject):
    chain = links(last, length)
    assert (len(chain), chain[-1]) == (length + 1, last)
    later = data.draw(st.integers(1, length))
    earlier = data.draw(st.integers(0, later - 1))
    assert hashed(chain[later], later - earlier) == chain[earlier]
    times = data.draw(st.integers(0, length).filter(lambda times: times != later))
    assert hashed(chain[later], times) != chain[0]
    assert hashed(data.draw(SECRETS.filter(lambda other: other != chain[later])), later) != chain[0]
