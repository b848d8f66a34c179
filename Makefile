# What a person and CI run. Each target is explained in README.md.
BIN := .venv/bin
STAMP := .venv/.installed
PYTEST := $(BIN)/python -m pytest
WORKERS ?= 2

# What needs no database, or brings its own, is tested once (the folders below, and single tests elsewhere). All else is tested on SQLite and again on PostgreSQL, but
# for the journeys in a browser: they are made on PostgreSQL where it is, with one of them on SQLite to smoke out.
ONCE := tests/benchmarks tests/client tests/engine tests/execution tests/faults tests/house tests/journeys
ON_POSTGRES := $(filter-out $(ONCE),$(patsubst %/,%,$(wildcard tests/*/)))
WITH_SERVICES := $(BIN)/python .ci/with_services.py
TEMPLATES := $(wildcard templates toolgroups_admin/*/templates)

.PHONY: run test services test-sqlite test-postgres test-journeys coverage check format messages bench bench-short install constraints
.NOTPARALLEL:

run: $(STAMP)
	@$(BIN)/python manage.py migrate --verbosity 0
	@$(BIN)/python manage.py first_run
	@exec $(BIN)/python manage.py serve

test: check services bench-short test-sqlite coverage test-postgres test-journeys

services: $(STAMP)
	$(WITH_SERVICES)

test-sqlite: $(STAMP)
	DATABASE_URL=sqlite:///$(CURDIR)/var/db.sqlite3 REDIS_URL= $(PYTEST) -n $(WORKERS) --cov --cov-report= -m 'smoke or not journey' tests

test-postgres: $(STAMP)
	$(WITH_SERVICES) $(PYTEST) -n $(WORKERS) --with-database-only $(ON_POSTGRES)

test-journeys: $(STAMP)
	$(WITH_SERVICES) --or-without $(PYTEST) -n $(WORKERS) --maxschedchunk 1 tests/journeys

coverage: $(STAMP)
	$(BIN)/coverage report --include='toolgroups_admin/engine/*' --fail-under=100
	$(BIN)/coverage report --fail-under=95

check: $(STAMP)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo --no-cache
	$(BIN)/deptry --no-ansi .
ifneq ($(TEMPLATES),)
	$(BIN)/djlint --check --lint $(TEMPLATES)
endif

format: $(STAMP)
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
ifneq ($(TEMPLATES),)
	$(BIN)/djlint --reformat --quiet $(TEMPLATES)
endif

messages: $(STAMP)
	$(BIN)/python .ci/messages.py

bench: $(STAMP)
	$(BIN)/python -m tests.benchmarks

bench-short: $(STAMP)
	$(BIN)/python -m tests.benchmarks --short

install: $(STAMP)

$(STAMP): pyproject.toml constraints.txt .ci/install
	.ci/install
	@touch $@

constraints:
	.ci/install --newest
	@touch $(STAMP)
