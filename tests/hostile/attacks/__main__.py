"""What ill-meaning or broken visitors do, each until it is killed, or for a minute.

    python -m tests.hostile.attacks NAME PORT TLS-PORT TABLE CODE

TABLE is one at which a healthy player sits; CODE belongs to a seat of a game of 20,000 records with the save "m". An
attack that ends by itself says on standard error what went wrong for how many of its visitors.
"""

from __future__ import annotations

import signal
import sys

import trio

from tests.bench.visitors import allow_descriptors
from tests.hostile.attacks import ATTACKS, Target
from tests.hostile.attacks.registry import LONGEST, attack

if __name__ == "__main__":
    signal.alarm(LONGEST + 5)  # should a loop never come round to where it can be cancelled
    allow_descriptors()
    name, port, tls_port, table, code = sys.argv[1:]
    assert name in ATTACKS, name
    ends = trio.run(attack, name, Target(int(port), int(tls_port), table, code))
    for end, count in ends.most_common(5):
        print(count, end, file=sys.stderr)
