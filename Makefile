# Intrigue: everything a developer does starts here. `make` alone lists what there is.
#
# Each target installs and builds what it needs first, once. Stamp files inside .venv say what is
# done, so deleting .venv starts over. Nothing is installed outside this folder, apart from the
# caches of cargo and uv.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.SUFFIXES:
# The tools below use all cores by themselves; their output is easier to read in order.
.NOTPARALLEL:

# What may be set from outside, as in `make run ARGS="--port 7000"`.
ARGS ?=
# Many tests wait more than they compute, so there are processes for at least four of them.
PYTEST_ARGS ?= -q -n $(shell cores=$$(getconf _NPROCESSORS_ONLN); echo $$((cores > 4 ? cores : 4))) \
	--dist loadfile --durations 20
# The number of seats, of `make train`.
SEATS ?=
# `--locked` refuses to touch Cargo.lock; CI sets it.
LOCKED ?=
# `make lock UPGRADE=--upgrade` takes the newest versions; without it, locked ones stay.
UPGRADE ?=

BIN := .venv/bin
CARGO := cd core_rs && cargo
# A virtual environment knows its own path, and so do these stamps: a clone that was moved or
# copied is set up again.
STAMPS := .venv/stamps-$(shell pwd -P | cksum | cut -d ' ' -f 1)
# The uv at hand, or else one of our own.
UV := $(shell uv --version >/dev/null 2>&1 && command -v uv || echo .tools/bin/uv)

# The Go at hand, or else the locked one.
GO = $(shell command -v go || echo $(CURDIR)/$(BIN)/go)
GENERATE_GO = PYTHON=$(CURDIR)/$(BIN)/python GO=$(GO) clients/go/generate

# Python comes from the system, never from a download.
export UV_PYTHON_DOWNLOADS := never
# Runs a command that downloads; if the network is missing, it names the package.
FETCH := requirements/fetch
# The binding is compiled for the same Python that runs the tests.
export PYO3_PYTHON := $(CURDIR)/$(BIN)/python
export MATURIN_PEP517_ARGS := $(LOCKED)

.PHONY: help
help: ## List the targets
	@echo "Intrigue, a game service. Usage: make TARGET"
	@echo
	@grep -hE '^[a-z-]+:.*## ' $(firstword $(MAKEFILE_LIST)) \
		| awk -F ':.*## ' '{ printf "  %-16s %s\n", $$1, $$2 }'

# ---------------------------------------------------------------------------------- Use

.PHONY: run
run: server ## Start the service
	@exec $(BIN)/intrigue serve $(ARGS)

.PHONY: play
play: server ## Play District Noir in this terminal
	@exec $(BIN)/intrigue play district_noir $(ARGS)

# ---------------------------------------------------------------------------------- Test

.PHONY: test
test: test-rust test-python ## Run all tests (GAME=complots: those of one game)

# `make test GAME=complots` runs the tests of one game: its crate, and what names it in Python.
GAME ?=

.PHONY: test-rust
test-rust: environment
	@echo "· Rust tests"
	@time { $(CARGO) test $(if $(GAME),--package $(GAME),--workspace) --quiet $(LOCKED); }

.PHONY: test-python
test-python: ready
	@echo "· Python tests"
	@time $(BIN)/python -m pytest $(PYTEST_ARGS) $(if $(GAME),-k $(GAME))

# The packages are built from their source archive, and tested where neither it nor Rust is.
.PHONY: test-packages
test-packages: packages environment
	@echo "· tests of the packages"
	@$(BIN)/python -m pytest -q tests/packages

# Part of the Python tests too.
.PHONY: test-go
test-go: environment ## Test the Go client
	@cd clients/go && $(GO) vet ./... && $(GO) test ./...
	@$(GENERATE_GO) --check
	@mkdir -p .tools && cd clients/go && $(GO) build -o ../../.tools/go-conformance ./cmd/conformance
	@$(BIN)/python clients/conformance/run --client .tools/go-conformance

CHECKS := check-format check-lint check-types check-proto check-generated clauses test load-short test-packages

.PHONY: check
check: ready ## Run what CI runs: format, lints, types, contract, clauses, tests, packages
	@total=$$SECONDS; for stage in $(CHECKS); do \
		start=$$SECONDS; \
		echo "=== $$stage"; \
		$(MAKE) --no-print-directory $$stage || { echo "=== $$stage failed"; exit 1; }; \
		echo "=== $$stage passed in $$((SECONDS - start)) s"; \
	done; echo "=== all checks passed in $$((SECONDS - total)) s"

.PHONY: check-format
check-format: environment ## Check that the code is formatted
	@$(CARGO) fmt --all --check
	@$(BIN)/ruff format --quiet --check

.PHONY: check-lint
check-lint: environment ## Check the code for likely mistakes
	@$(BIN)/ruff check --quiet
	@$(CARGO) clippy --workspace --all-targets --quiet $(LOCKED) -- -D warnings

.PHONY: check-types
check-types: environment ## Check the Python types
	@$(BIN)/mypy --no-error-summary

# The contract of the last release. Until version 0.2.0 it is provisional: a commit may renew it if
# its message lists each break.

.PHONY: check-proto
check-proto: environment ## Check the contract's style, and that it breaks no client of a release
	@$(BIN)/buf lint proto
	@$(BIN)/buf breaking proto --against proto/released.binpb

.PHONY: release-proto
release-proto: environment ## Keep the contract as the one that changes must not break
	@$(BIN)/buf build proto --exclude-source-info -o proto/released.binpb

.PHONY: check-generated
check-generated: environment $(STAMPS)/sdk ## Check that generated code is up to date
	@$(BIN)/python proto/gen.py --check
	@$(BIN)/python clients/python/generate_blocking_stub.py --check
	@$(GENERATE_GO) --check

.PHONY: clauses
clauses: tools ## List the rules of each game and the tests that prove them
	@$(CARGO) run --quiet --package intrigue_games --example clauses $(LOCKED)

.PHONY: soak
soak: ready ## Run the tests for hours instead of minutes
	@$(CARGO) test --workspace --quiet $(LOCKED)
	@$(BIN)/python -m pytest -q --timeout=0 --override-ini=faulthandler_timeout=0
soak: export INTRIGUE_SOAK := 1

.PHONY: bench
bench: ready ## Measure speed against peers and limits
	@[ .bench/stamp -nt requirements/bench.txt ] || { \
		echo "· installing engines of others into .bench"; \
		$(UV) venv --quiet --clear --python $(BIN)/python .bench && \
		$(UV) pip sync --quiet --python .bench/bin/python --require-hashes \
			requirements/bench.txt && touch .bench/stamp; \
	} || echo "· they can't be installed: measuring without them"
	@exec $(BIN)/python -m bench.run $(ARGS)

.PHONY: strength
strength: ready ## Measure how strong the policies are
	@exec $(BIN)/python -m tools.strength $(ARGS)

.PHONY: exploitability
exploitability: ready ## Measure what the policies lose to responses that learned to beat them
	@exec $(BIN)/python -m tools.exploitability $(ARGS)

.PHONY: train
train: ready ## Train a policy by self-play (GAME=complots SEATS=2, an hour at most)
	@exec $(BIN)/python -m tools.train --game $(or $(GAME),complots) $(if $(SEATS),--seats $(SEATS)) $(ARGS)

.PHONY: winrates
winrates: ready ## Measure how often the missions of Brotherhood are won (half an hour)
	@exec $(BIN)/python -m tools.winrates $(ARGS)

.PHONY: partners
partners: ready ## Measure how policies play missions with others (ARGS="planner:sims=100 greedy")
	@exec $(BIN)/python -m tools.partners $(ARGS)

.PHONY: load
load: ready ## Put a served port under load for a minute
	@exec $(BIN)/python loadtest/run.py $(ARGS)

.PHONY: load-short
load-short: ready ## Put a served port under load for 20 seconds, with every kind of user
	@$(BIN)/python loadtest/run.py --seconds 20 --kind all

# ---------------------------------------------------------------------------------- Develop

# A build writes over the compiled core. Programs that have loaded it keep the old file this way.
DETACH_CORE = core=service/intrigue/_core.abi3.so; \
	[ ! -e $$core ] || { cp $$core $$core.new && mv $$core.new $$core; }

# What it builds is slower than a release, so the next target that needs a release builds one.
.PHONY: dev
dev: $(STAMPS)/sdk $(UV) ## Compile the core quickly, for trying out a change
	@[ -e $(BIN)/intrigue ] || $(MAKE) --no-print-directory server
	@rm -f $(STAMPS)/core
	@$(DETACH_CORE)
	@PATH=$$(dirname $$(realpath $(UV))):$$PATH VIRTUAL_ENV=$(CURDIR)/.venv \
		$(BIN)/maturin develop --quiet --uv --skip-install --profile fast-build

.PHONY: fmt
fmt: environment ## Format the code, and mend what lints can mend
	@$(CARGO) fmt --all
	@$(BIN)/ruff check --quiet --fix-only
	@$(BIN)/ruff format --quiet

.PHONY: gen
gen: environment $(STAMPS)/sdk ## Generate code from the contract, and the types of the blocking client
	@$(BIN)/python proto/gen.py
	@$(BIN)/python clients/python/generate_blocking_stub.py
	@$(GENERATE_GO)

.PHONY: gen-go
gen-go: environment ## Generate only the Go code from the contract
	@$(GENERATE_GO)

.PHONY: hooks
hooks: environment ## Have git check each commit
	@$(BIN)/pre-commit install

COMPILE = $(UV) pip compile --quiet --universal --generate-hashes --python-version 3.11 \
	--no-emit-index-url --no-emit-find-links --custom-compile-command 'make lock' \
	--no-emit-package intrigue-sdk $(UPGRADE)
LIKE_DEV = $(COMPILE) --constraint requirements/dev.txt
PROJECTS := pyproject.toml clients/python/pyproject.toml
EXTRAS := $(addprefix --extra ,gymnasium otel openspiel parquet pettingzoo plot ray)

.PHONY: lock
lock: tools $(UV) ## Lock the Python packages again (UPGRADE=--upgrade takes the newest)
	@echo "· locking"
	@$(COMPILE) --group dev $(EXTRAS) $(PROJECTS) --output-file requirements/dev.txt
	@# What runs is what was tested, so the developer's lock binds the others.
	@$(LIKE_DEV) $(PROJECTS) --output-file requirements/run.txt
	@$(LIKE_DEV) --group build --output-file requirements/build.txt
	@$(LIKE_DEV) --group packages --output-file requirements/packages.txt
	@$(LIKE_DEV) --group bench $(PROJECTS) --output-file requirements/bench.txt
	@echo uv | $(COMPILE) - --output-file requirements/uv.txt

# A wheel for any Linux of the last ten years needs a linker that knows their C library.
WHEEL := --release $(if $(filter Linux,$(shell uname -s)),--zig --compatibility manylinux_2_17)
SOURCE := core_rs/target/packages/source

.PHONY: packages
packages: $(STAMPS)/packages $(UV) ## Build the wheels and source archives into dist/
	@echo "· building the packages into dist"
	@rm -rf dist $(SOURCE) && mkdir -p $(SOURCE)
	@$(BIN)/maturin sdist --out dist
	@$(UV) build --quiet --no-build-isolation --python $(BIN)/python --out-dir dist clients/python
	@rm -f dist/.gitignore
	@# The wheel is built from the source archive, so the archive is complete.
	@# (Its files are as old as time to cargo, which would take what it has for up to date.)
	@tar -xzmf dist/intrigue-*.tar.gz -C $(SOURCE) --strip-components 1
	@export PATH=$(CURDIR)/$(BIN):$$PATH CARGO_TARGET_DIR=$(CURDIR)/core_rs/target/packages; \
		cd $(SOURCE) && maturin build --quiet $(WHEEL) --interpreter $(PYO3_PYTHON) \
		--out $(CURDIR)/dist
	@ls -l dist

.PHONY: clean
clean: ## Remove all that make has made
	@rm -rf .venv .tools .bench core_rs/target bench/coup_peer/target dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	@rm -f service/intrigue/_core*.so service/intrigue/_core*.pyd
	@find service clients tests proto bench loadtest tools -name __pycache__ -prune \
		-exec rm -rf {} + 2>/dev/null || true

# ---------------------------------------------------------------------------------- Setup

.PHONY: setup
setup: ready ## Install and build everything, then stop (the other targets do this themselves)

# `server` is what a server needs; `environment` is every locked package; `ready` is both.
.PHONY: server environment ready
server: $(STAMPS)/sdk $(STAMPS)/core
environment: $(STAMPS)/dev
ready: environment server

PYTHON = $(shell for python in python3 python3.14 python3.13 python3.12 python3.11; do \
	if $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; \
	then echo $$python; break; fi; done)

# Names what the machine lacks before anything is built.
.PHONY: tools
tools:
	@requirements/check-tools $(if $(wildcard $(BIN)/python),,'$(PYTHON)' '$(wildcard $(UV))')

.tools/bin/uv: requirements/uv.txt | tools
	@echo "· installing uv into .tools"
	@$(PYTHON) -m venv --clear .tools
	@$(FETCH) .tools/bin/python -m pip install --quiet --disable-pip-version-check \
		--require-hashes --requirement requirements/uv.txt
	@touch $@

$(STAMPS)/venv: | tools $(UV)
	@echo "· creating .venv"
	@$(UV) venv --quiet --clear --python $(PYTHON) .venv
	@mkdir -p $(STAMPS)
	@touch $@

# Packages are added and never removed, so `make run` leaves a developer's environment complete.
# The locks agree on every version they share.
INSTALL = $(FETCH) $(UV) pip install --quiet --python $(BIN)/python
INSTALL_LOCKED = $(INSTALL) --require-hashes --no-deps

$(STAMPS)/run: requirements/run.txt requirements/build.txt $(STAMPS)/venv | tools $(UV)
	@echo "· installing the packages of the server"
	@$(INSTALL_LOCKED) -r requirements/run.txt -r requirements/build.txt
	@touch $@

$(STAMPS)/dev: requirements/dev.txt $(STAMPS)/run | tools $(UV)
	@echo "· installing the packages for development"
	@$(INSTALL_LOCKED) -r requirements/dev.txt
	@touch $@

$(STAMPS)/packages: requirements/packages.txt $(STAMPS)/run | tools $(UV)
	@echo "· installing the linker for packages"
	@$(INSTALL_LOCKED) -r requirements/packages.txt
	@touch $@

# Our own two packages, built by the locked build backends.
INSTALL_OURS = $(INSTALL) --no-deps --no-build-isolation --editable

$(STAMPS)/sdk: clients/python/pyproject.toml $(STAMPS)/run | $(UV)
	@echo "· installing the SDK"
	@$(INSTALL_OURS) clients/python
	@touch $@

# Everything that the extension is compiled from; tests and examples are not.
CORE := pyproject.toml rust-toolchain.toml core_rs/Cargo.toml core_rs/Cargo.lock $(shell \
	find core_rs/crates -type f -not -path '*/tests/*' -not -path '*/benches/*' \
	-not -path '*/examples/*' -not -path '*/intrigue_wire_gen/*' 2>/dev/null)

$(STAMPS)/core: $(CORE) $(STAMPS)/run | $(UV)
	@echo "· compiling the Rust core (a minute or two the first time)"
	@$(DETACH_CORE)
	@$(INSTALL_OURS) .
	@touch $@
