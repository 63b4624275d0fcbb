# One vocabulary for people and for CI. Every target sets itself up.
PYTHON ?= python3
VENV := .venv
ifeq ($(OS),Windows_NT)
BIN := $(VENV)/Scripts
else
BIN := $(VENV)/bin
endif
# The tests start many processes of ours: what one has compiled the others need not.
export PYTHONDONTWRITEBYTECODE =
RUN_STAMP := $(VENV)/run.stamp
DEV_STAMP := $(VENV)/dev.stamp

.PHONY: install demo docs wheel ready test test-short test-pythons check types fix bench peers night fuzz mutants package lock schema pictures sample clean help

help:            ## list the targets
	@grep -E '^[a-z-]+:.*##' Makefile | sed 's/:.*##/\t/'

# The stamp says which Python made the virtual environment: with another PYTHON it is made anew.
PYTHON_IS := $(shell $(PYTHON) requirements/python.py 2>/dev/null)
ifneq ($(PYTHON_IS),$(shell cat $(VENV)/venv.stamp 2>/dev/null))
.PHONY: $(VENV)/venv.stamp
endif
$(VENV)/venv.stamp:
	@command -v $(PYTHON) >/dev/null || { echo "warcouncil: $(PYTHON) is not there. Install Python 3.11, 3.12 or 3.13, or name another Python: make PYTHON=python3.12 ..."; exit 1; }
	@$(PYTHON) requirements/python.py >/dev/null
	@echo "Setting up with Python $(PYTHON_IS), once: it takes about a minute."
	$(PYTHON) -m venv --clear $(VENV)
	@echo "$(PYTHON_IS)" > $@

# With what serves browsers: most guests come with a phone.
# What builds the program (requirements/build.txt) is pinned by hash too. So nothing is fetched for the build itself.
$(RUN_STAMP): $(VENV)/venv.stamp requirements/web.txt requirements/build.txt pyproject.toml
	@echo Installing what warcouncil needs ...
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/web.txt -r requirements/build.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

# The types are checked in a tree where the folders stand below `warcouncil`, as they do when they are installed.
$(VENV)/src/warcouncil: $(VENV)/venv.stamp
	@mkdir -p $(VENV)/src && ln -sfn ../.. $@

# What it takes to run is among what it takes to develop: all of it is installed at once, by uv, which is one of them and takes a tenth of
# pip's time; where uv finds no index, by pip.
$(DEV_STAMP): $(VENV)/venv.stamp requirements/run.txt requirements/dev.txt requirements/build.txt pyproject.toml
	@echo Installing what its development needs ...
	sed -n '/^uv==/,/# via/p' requirements/dev.txt > $(VENV)/uv.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $(VENV)/uv.txt
	$(BIN)/uv pip install --quiet --python $(VENV) --require-hashes -r requirements/dev.txt -r requirements/build.txt \
	  || $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt -r requirements/build.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $(RUN_STAMP) $@

install: $(RUN_STAMP)  ## install into .venv what it takes to run, and say how to start
	@echo "Installed. Play against bots: $(BIN)/warcouncil demo"
	@echo "Every command: $(BIN)/warcouncil --help"

demo: $(RUN_STAMP)  ## sit down as Red's army commander against bots
	$(BIN)/warcouncil demo

ready: $(DEV_STAMP) $(VENV)/src/warcouncil  ## set up, and do nothing else

test: $(DEV_STAMP)  ## every test; of some of the longest a few variants by day (make night: all)
	$(BIN)/python -m pytest -n auto --dist loadfile --no-loadscope-reorder

# Tests of what differs between versions of Python: models and dataclasses, asyncio, sockets, terminals, processes, the command line.
SHORT := tests/protocol tests/games/kit tests/games/template tests/toys tests/clients/link tests/clients/plain tests/clients/widgets \
  tests/clients/commands/bundling $(wildcard tests/games/test_conformance*.py tests/clients/web/test_*.py) tests/arbiter/shell/test_in_time.py \
  $(patsubst %,tests/arbiter/shell/network/test_%.py,door flood_wall flood_wall_process sockets) \
  $(patsubst %,tests/arbiter/shell/service/test_%.py,inbox journal service) \
  $(patsubst %,tests/arbiter/shell/%.py,base/test_listening file/test_trail hosting/test_follower) \
  $(patsubst %,tests/clients/commands/%.py,common/test_errors test_cli test_front_door host/test_gateway host/test_host common/test_stopping test_terminal) \
  $(patsubst %,tests/clients/room/%.py,players/test_child_gateway doctor/test_discovery doctor/test_doctor players/test_player players/test_stand_ins) \
  tests/clients/seat/test_seat.py tests/arbiter/record/file/test_reading.py
test-short: $(DEV_STAMP)  ## the tests of what differs between versions of Python: two to three minutes
	$(BIN)/python -m pytest -n auto --dist loadfile --no-loadscope-reorder $(SHORT)

test-pythons: $(DEV_STAMP)  ## test-short on every other supported Python of this machine, each in its own .venv-3.N
	$(BIN)/python -m tests.pythons $(MAKE)

check: $(DEV_STAMP) $(VENV)/src/warcouncil types  ## lint, spelling, types (the page's too, where npm is) and import floors
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/codespell
	$(BIN)/mypy -n auto
	$(BIN)/lint-imports

# The compiler comes by npm, pinned by its hash, into the virtual environment; its scripts are not run, and nothing of it is part of the product.
PAGE_STAMP := $(VENV)/page/node_modules/.package-lock.json
$(PAGE_STAMP): requirements/page/package-lock.json $(VENV)/venv.stamp
	@mkdir -p $(VENV)/page && cp requirements/page/package.json requirements/page/package-lock.json requirements/page/.npmrc $(VENV)/page
	cd $(VENV)/page && npm ci --silent && touch node_modules/.package-lock.json

NPM := $(shell command -v npm 2>/dev/null)
types: $(if $(NPM),$(PAGE_STAMP))  ## check the types of the page that browsers get
ifdef NPM
	node $(VENV)/page/node_modules/typescript/bin/tsc --project tsconfig.json
else
	@echo "The page's types are not checked here: install Node.js with npm (Debian: apt install nodejs npm), then run make types."
endif

fix: $(DEV_STAMP)   ## format and mend what can be mended
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(DEV_STAMP)  ## benchmarks, JSON lines
	-@$(MAKE) --no-print-directory peers
	$(BIN)/python -m tests.bench

# What is measured beside the arbiter comes by npm in the same way.
PEERS_STAMP := $(VENV)/peers/node_modules/.package-lock.json
$(PEERS_STAMP): requirements/peers/package-lock.json $(VENV)/venv.stamp
	@mkdir -p $(VENV)/peers && cp requirements/peers/package.json requirements/peers/package-lock.json requirements/peers/.npmrc $(VENV)/peers
	cd $(VENV)/peers && npm ci --silent && touch node_modules/.package-lock.json

peers: $(if $(NPM),$(PEERS_STAMP))  ## install boardgame.io and Colyseus, which the benchmarks measure beside the arbiter
ifndef NPM
	@echo "The peers are not installed here: install Node.js with npm (Debian: apt install nodejs npm), then run make peers."
endif

night: $(DEV_STAMP)  ## the long profile: every variant, many games, many faults, an hour of the simulation, its plants, every decoder hunted in
	WARCOUNCIL_PROFILE=night $(BIN)/python -m pytest -n auto --timeout 3600
	WARCOUNCIL_PROFILE=night $(BIN)/python -m pytest -n auto --dist loadgroup tests/packaging/check_*.py

fuzz: $(DEV_STAMP)  ## spoilt frames and files for every decoder: FUZZ_MINUTES=60 of a processor; finds stay in fuzz-found
	$(BIN)/python -m tests.fuzz --minutes $(or $(FUZZ_MINUTES),5)

mutants: $(DEV_STAMP)  ## change the code one place at a time and run its tests (mutmut): MUTANTS_OF=arbiter/core/table/gate.py
	$(BIN)/python -m tests.mutate

# One lock for Linux, Windows and macOS and Python 3.11 to 3.13: hashes of every file, markers where they differ.
LOCK := uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links --custom-compile-command "make lock"
lock: $(DEV_STAMP)  ## renew the hashed requirements
	$(BIN)/$(LOCK) --upgrade --extra dev -o requirements/dev.txt pyproject.toml
	$(BIN)/$(LOCK) -c requirements/dev.txt -o requirements/run.txt pyproject.toml
	$(BIN)/$(LOCK) -c requirements/dev.txt --extra web -o requirements/web.txt pyproject.toml
	sed -n 's/^requires = \["\(.*\)"\].*/\1/p' pyproject.toml | $(BIN)/$(LOCK) -o requirements/build.txt -

package: docs  ## build the wheel, install it in empty environments, play from it
	$(BIN)/python -m pytest -n 3 --dist loadgroup tests/packaging/check_*.py

docs: $(DEV_STAMP)  ## build the documents as a site that needs no network, into site/
	$(BIN)/python -m tests.site

wheel: docs  ## build the wheel, with the documents' site in it, into dist/
	$(BIN)/uv build --quiet --wheel --no-build-isolation --python $(BIN)/python
	@ls dist/*.whl

schema: $(DEV_STAMP)  ## write what is made of the program anew: schema, types and transcript of the wire, games' pages, cards of keys
	$(BIN)/python -m warcouncil.protocol.wire.schema > docs/wire.schema.json
	$(BIN)/python -m tests.transcript > docs/wire.transcript.md
	$(BIN)/python -m tests.games.pages
	$(BIN)/python -m tests.generated_files

pictures: $(DEV_STAMP)  ## draw the pictures of the documents anew
	$(BIN)/python -m tests.pictures
	$(BIN)/python -m tests.house

sample: $(DEV_STAMP)  ## write the sample exercise (forty bot tables, two by a script), an analysis and its report anew
	$(BIN)/python -m tests.sample

clean:           ## forget the virtual environments
	rm -rf $(VENV) .venv-*
