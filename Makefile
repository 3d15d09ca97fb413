# Needs Python 3.11 or newer with venv and pip, and make. Everything else goes into .venv, from the lock files,
# with hashes checked; each target sets up what it lacks, and a second run has nothing to do.

PYTHON ?= python3
JOBS   ?= 2
# More words for pytest or the benchmarks: make test ARGS="-k auction"
ARGS   ?=

VENV := .venv
BIN  := $(VENV)/bin
PIP  := $(BIN)/python -m pip --disable-pip-version-check
FROM_LOCK := $(PIP) install --quiet --require-hashes --only-binary=:all:

RUN   := $(VENV)/.made-run
DEV   := $(VENV)/.made-dev
BENCH := $(VENV)/.made-bench

.DEFAULT_GOAL := help
.PHONY: help demo test lint format bench browser setup lock clean

help: ## say what there is to make
	@grep -hE '^[a-z]+:.*## ' Makefile | sed -E 's/:.*## /\t/' | expand -t 12

demo: $(RUN) ## import the sample season and open the dashboard
	$(BIN)/biblios demo $(ARGS)

test: lint browser ## lint, then every test
	$(BIN)/python -m pytest -n $(JOBS) --dist loadfile $(ARGS)

lint: $(DEV) ## ruff and mypy
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(DEV) ## let ruff put the code in order
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(BENCH) ## our speed beside the peers'
	$(BIN)/python -m tests.benchmarks $(ARGS)

browser: ## a Chromium for the browser tests, if we may install one
	@if command -v chromium || command -v chromium-browser || command -v google-chrome; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
			chromium fonts-dejavu-core fonts-noto-core; \
	else \
		echo "No Chromium on the PATH, and no way to install one here: the browser tests will be skipped."; \
	fi

setup: $(DEV) ## only the virtual environment, for work on the code

lock: $(RUN) ## write the lock files anew (UPGRADE=--upgrade for newer versions)
	$(PIP) install --quiet uv==0.13.9
	$(COMPILE) --extra png -o requirements.lock
	$(COMPILE) --extra dev -c requirements.lock -o requirements-dev.lock
	$(COMPILE) --extra bench -c requirements-dev.lock -o requirements-bench.lock

# Universal: one lock for every system and Python we admit. The index is left out: each machine uses its own.
COMPILE = $(BIN)/uv pip compile --quiet --no-config --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --no-header $(UPGRADE) pyproject.toml --group build

clean: ## remove the virtual environment and all caches (never a lake)
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/activate:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or newer is needed; choose one: make PYTHON=python3.12 ..."; exit 1; }
	$(PYTHON) -m venv --clear $(VENV)

# The editable install comes last and by itself: its build backend is in the lock too.
$(RUN): requirements.lock pyproject.toml | $(BIN)/activate
	@echo "Setting up $(VENV): once, some minutes"
	$(FROM_LOCK) -r requirements.lock
	$(PIP) install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

$(DEV): requirements-dev.lock $(RUN)
	$(FROM_LOCK) -r requirements-dev.lock
	@touch $@

# chess has no wheel; it is pure Python and builds with the setuptools of the lock.
$(BENCH): requirements-bench.lock $(RUN)
	$(FROM_LOCK) --no-binary=chess --no-build-isolation --use-pep517 -r requirements-bench.lock
	@touch $@
