# What a person and CI run. Each target is explained in README.md.
BIN := .venv/bin
STAMP := .venv/.installed
PYTEST := $(BIN)/python -m pytest
WORKERS ?= 2

# Rooms that need no database are tested once. All others are tested again on PostgreSQL, from the first table on.
WITHOUT_DATABASE := tests/benchmarks tests/client tests/engine tests/execution tests/house
ON_DATABASES := $(filter-out $(WITHOUT_DATABASE),$(patsubst %/,%,$(wildcard tests/*/)))
WORDS := toolgroups_admin/locale/zh_Hans/LC_MESSAGES
TABLES := $(wildcard toolgroups_admin/*/migrations)
TEMPLATES := $(wildcard templates toolgroups_admin/*/templates)

.PHONY: run test test-sqlite test-postgres coverage check format messages bench install constraints
.NOTPARALLEL:

run: $(STAMP)
	@$(BIN)/python manage.py migrate --verbosity 0
	@$(BIN)/python manage.py first_run
	@exec $(BIN)/python manage.py serve

test: check test-sqlite test-postgres coverage

test-sqlite: $(STAMP)
	DATABASE_URL=sqlite:///$(CURDIR)/var/db.sqlite3 REDIS_URL= $(PYTEST) -n $(WORKERS) --cov --cov-report= tests

test-postgres: $(STAMP)
ifneq ($(TABLES),)
	$(BIN)/python .ci/with_services.py $(PYTEST) -n $(WORKERS) --cov --cov-append --cov-report= $(ON_DATABASES)
endif

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
	$(BIN)/python manage.py makemessages --locale zh_Hans --no-location --no-obsolete --no-wrap --ignore 'tests/*' --ignore 'var/*'
	@sed -i.before '/^"POT-Creation-Date/d' $(WORDS)/django.po && rm $(WORDS)/django.po.before
	msgfmt --check --output-file=$(WORDS)/django.mo $(WORDS)/django.po

bench: $(STAMP)
	$(BIN)/python -m tests.benchmarks

install: $(STAMP)

$(STAMP): pyproject.toml constraints.txt .ci/install
	.ci/install
	@touch $@

constraints:
	.ci/install --newest
	@touch $(STAMP)
