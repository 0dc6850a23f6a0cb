# Every target sets itself up: the first run makes .venv from the locked versions.
PYTHON ?= python3
RECORDINGS ?= ../shared/conformance
BIN := .venv/bin
READY := .venv/.ready

.PHONY: play serve test check format fuzz bench conformance messages lock clean

play: $(READY)      ## a local game of mille
	@$(BIN)/parlour play mille

serve: $(READY)     ## the telnet parlour on 127.0.0.1:2323
	@$(BIN)/parlour serve

test: check         ## lint, types, layers, then the whole suite
	$(BIN)/python -m pytest -q -n 2

check: $(READY)     ## lint, types and layers only
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

fuzz: $(READY)      ## 100,000 forged games through the one gate, a few minutes
	PARLOUR_FUZZ=100000 $(BIN)/python -m pytest -q -n 2 tests/core/test_gate.py tests/core/test_hostile_journal.py

bench: $(READY)     ## every figure beside its floor, a few minutes
	$(BIN)/python -m tests.bench

conformance: $(READY)  ## recorded games of the originals: make conformance RECORDINGS=DIR
	$(BIN)/python -m tests.conformance "$(RECORDINGS)"

messages: $(READY)  ## bring the catalogues of other languages up to date with the sources
	$(BIN)/python -m tests.catalogue

lock: $(READY)      ## renew the exact versions (needs uv)
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header --no-annotate pyproject.toml -o deploy/lock.txt
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --extra dev pyproject.toml -o deploy/lock-dev.txt

clean:
	rm -rf .venv

$(READY): deploy/lock-dev.txt pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r deploy/lock-dev.txt
	$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $(READY)
