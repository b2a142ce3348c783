# make explain Q="…" A="…"   explains an answer; sets everything up first
# make docs                  builds the documentation into site/
# make fuzz INPUTS=1000000   tries as many inputs that nobody meant on every codec and saved format, for hours
# make test                  lints, checks types and layers, and runs all tests; sets everything up first

# The first of these that runs and is new enough; a version manager's stub for a Python it lacks does not run.
PYTHON ?= $(shell for python in python3.11 python3.12 python3.13 python3; do \
	"$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo "$$python" && break; done)
VENV := .venv
BIN := $(VENV)/bin
INPUTS ?= 1000000
Q ?= Why does an electrician wear rubber gloves?
A ?= Electricity does not flow easily through rubber.
export Q A

.PHONY: explain docs test bench fuzz clean .types .tests

explain: $(VENV)/.installed
	@$(BIN)/explanans models install smollm2 --quiet >/dev/null || echo "Going on without the language model." >&2
	@$(BIN)/explanans explain "$$Q" --answer "$$A"

test: $(VENV)/.tools
	@tools/install-browser
	@tools/install-postgres
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	@$(MAKE) --no-print-directory --jobs=2 .types .tests

# Beside each other: the checker of types uses one processor, and many tests wait.
.types:
	$(BIN)/mypy
	$(BIN)/lint-imports

.tests:
	$(BIN)/pytest -n auto

docs: $(VENV)/.site
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet
	@echo "Open site/index.html; for the search, $(BIN)/mkdocs serve."

bench: $(VENV)/.tools
	$(BIN)/python benchmarks/knowledge.py
	$(BIN)/python benchmarks/hypotheses.py --split dev
	$(BIN)/python benchmarks/scale.py

fuzz: $(VENV)/.tools
	$(BIN)/python -m tests.fuzzing --inputs $(INPUTS)
	$(BIN)/python -m tests.saved --inputs $(INPUTS)

$(VENV)/bin/python:
	@test -n "$(PYTHON)" || { echo "Explanans needs Python 3.11 or newer; name one with: make PYTHON=/path/to/python" >&2; exit 2; }
	"$(PYTHON)" -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"

$(VENV)/.installed: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --editable .
	@touch $@

$(VENV)/.site: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --editable . --group docs
	@touch $@ $(VENV)/.installed

$(VENV)/.tools: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --editable . --group test
	@touch $@ $(VENV)/.installed

clean:
	rm -rf $(VENV) site .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache .benchmarks dist
