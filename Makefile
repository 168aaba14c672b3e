# Everything is done in .venv, created with $(PYTHON). Plain pip commands stand in README.md.
PYTHON ?= python3
VENV   ?= .venv
RULES  ?= base
DEALS  ?= 200000
SEED   ?= 1
OUT    ?= out
VERIFY_DEALS ?= 200000

BIN := $(VENV)/bin
CHAODIPI := $(BIN)/chaodipi
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet -c constraints.txt

.PHONY: help report test lint warm bench verify clean

help:
	@echo "make report   simulate $(DEALS) deals of RULES=$(RULES) and write $(OUT)/report.html with its charts"
	@echo "make test     ruff, mypy, import contracts, then the whole test suite"
	@echo "make lint     only ruff, mypy and the import contracts"
	@echo "make warm     compile the kernels now"
	@echo "make bench    time the engine against the C playout"
	@echo "make verify   engine against reference, VERIFY_DEALS=$(VERIFY_DEALS) deals a preset"
	@echo "make clean    delete $(VENV), $(OUT) and caches"

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "chaodipi needs Python 3.11 or later: make PYTHON=python3.12 …" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: pyproject.toml constraints.txt | $(BIN)/python
	$(PIP) -e .
	@touch $@

$(VENV)/installed-dev: pyproject.toml constraints.txt | $(BIN)/python
	$(PIP) -e '.[dev]'
	@touch $@ $(VENV)/installed

report: warm
	$(CHAODIPI) report --rules $(RULES) --deals $(DEALS) --seed $(SEED) --force -o $(OUT)/report.html

warm: $(VENV)/installed
	$(CHAODIPI) warm

bench: $(VENV)/installed
	$(CHAODIPI) bench

lint: $(VENV)/installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	PYTHONPATH=typings $(BIN)/lint-imports

test: lint
	$(CHAODIPI) warm
	$(BIN)/python -m pytest

verify: $(VENV)/installed-dev
	$(BIN)/python -m chaodipi.tests.verify --deals $(VERIFY_DEALS)

clean:
	rm -rf $(VENV) $(OUT) build dist chaodipi.egg-info .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -not -path './typings/*' -prune -exec rm -rf {} +
