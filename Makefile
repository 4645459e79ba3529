# Every target sets up what it needs (.ci/prepare) and costs nothing where that is done.

SAMPLE := resources/samples/A Parcel for Nobody.jsonl
PYTEST := # more arguments for pytest, as in: make test PYTEST='-k undo'
export PYTHON

ifeq ($(shell uname)$(DISPLAY)$(WAYLAND_DISPLAY),Linux)
NO_DISPLAY := yes
export QT_QPA_PLATFORM ?= offscreen
endif

.DEFAULT_GOAL := help
.PHONY: help run test check format lint types contracts bench pictures clean ready-to-run ready-to-dev

help: ## this list
	@sed -n 's/^\([a-z]*\):.* ## /  make \1\t/p' $(MAKEFILE_LIST) | expand -t 18

run: ready-to-run ## open the window on the sample chat
ifdef NO_DISPLAY
	@.venv/bin/memory-inspector gui "$(SAMPLE)" --screenshot inspector.png --size 1440x900
	@.venv/bin/memory-inspector inject "$(SAMPLE)"
	@echo
	@echo 'There is no display here, so the window was drawn into inspector.png and its block printed above.'
else
	@.venv/bin/memory-inspector gui "$(SAMPLE)"
endif

test: ready-to-dev ## run the whole suite, without a display
	@QT_QPA_PLATFORM=offscreen .venv/bin/python -m pytest $(PYTEST)

check: format lint types contracts ## check formatting, lint, types and who imports whom

format: ready-to-dev
	@.venv/bin/ruff format --check

lint: ready-to-dev
	@.venv/bin/ruff check

types: ready-to-dev
	@.venv/bin/basedpyright

contracts: ready-to-dev
	@.venv/bin/lint-imports --no-logo

bench: ready-to-dev ## measure the speed targets and print them as ratios
	@QT_QPA_PLATFORM=offscreen .venv/bin/python -m tests.bench
	@QT_QPA_PLATFORM=offscreen .venv/bin/python -m pytest -q -p no:randomly -m speed

pictures: ready-to-run ## draw the README's pictures again
	@.ci/pictures "$(SAMPLE)"

clean: ## remove .venv and everything else that was made
	rm -rf .venv build dist inspector.png .coverage .hypothesis .pytest_cache .ruff_cache .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

ready-to-run:
	@.ci/prepare

ready-to-dev:
	@.ci/prepare dev
