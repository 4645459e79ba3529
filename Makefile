# Every target sets up what it needs (.ci/prepare) and costs nothing where that is done.

SAMPLE := resources/samples/A Parcel for Nobody.jsonl
PYTEST := # more arguments for pytest, as in: make test PYTEST='-k undo'
MATRIX := # which Pythons and dependencies, as in: make matrix MATRIX='3.13 --oldest'
export PYTHON PREFIX

ifeq ($(shell uname)$(DISPLAY)$(WAYLAND_DISPLAY),Linux)
NO_DISPLAY := yes
export QT_QPA_PLATFORM ?= offscreen
endif

.DEFAULT_GOAL := help
.PHONY: help run test soak check format lint types contracts bench matrix pictures translations manual icons bundle install uninstall clean ready-to-run ready-to-dev

help: ## this list
	@sed -n 's/^\([a-z]*\):.* ## /  make \1\t/p' $(MAKEFILE_LIST) | expand -t 18

run: ready-to-run ## open the window on the sample chat
ifdef NO_DISPLAY
	@.venv/bin/memory-inspector gui "$(SAMPLE)" --screenshot inspector.png --size 1440x900
	@.venv/bin/memory-inspector inject "$(SAMPLE)" --send normal --ruleset openvault/26 --ruleset auto-recap/1
	@echo
	@echo 'There is no display here, so the window was drawn into inspector.png and what it shows in the preview printed above.'
else
	@.venv/bin/memory-inspector gui "$(SAMPLE)"
endif

test: ready-to-dev ## run the whole suite, without a display
	@QT_QPA_PLATFORM=offscreen .venv/bin/python -m pytest -n auto $(PYTEST)

soak: ready-to-dev ## edit, save, merge and kill at random for minutes, and look for a lost byte
	@QT_QPA_PLATFORM=offscreen .venv/bin/python -m pytest -q -rP -p no:randomly --hypothesis-profile soak -m 'soak or hypothesis'

check: format lint types contracts ## check formatting, lint, types and who imports whom

format: ready-to-dev
	@echo 'ruff format: is every file formatted?'
	@.venv/bin/ruff format --check

lint: ready-to-dev
	@echo 'ruff check: names, docstrings, complexity, likely mistakes'
	@.venv/bin/ruff check

types: ready-to-dev
	@echo 'basedpyright: strict types'
	@.venv/bin/basedpyright

contracts: ready-to-dev
	@echo 'import-linter: who may import whom'
	@.venv/bin/lint-imports --no-logo

bench: ready-to-dev ## measure the speed targets and print them as ratios
	@QT_QPA_PLATFORM=offscreen; export QT_QPA_PLATFORM; status=0; \
	.venv/bin/python -m pytest -q -p no:randomly -m speed || status=$$?; \
	.venv/bin/python -m tests.bench && exit $$status

pictures: ready-to-run ## draw the README's pictures again
	@.ci/pictures "$(SAMPLE)"

translations: ready-to-dev ## gather the window's texts, and compile what is translated
	@.venv/bin/python .ci/translations.py

matrix: ## run the suite on every Python here, with oldest and newest dependencies
	@python=$$(.ci/python) && $$python .ci/matrix.py $(MATRIX)

manual: ready-to-dev ## write man page and completions again
	@.venv/bin/python -m pip install --quiet --disable-pip-version-check --group ship
	@COLUMNS=90 .venv/bin/python .ci/manual.py

icons: ready-to-dev ## draw the icons of all systems from the drawing
	@.venv/bin/python -m pip install --quiet --disable-pip-version-check --group ship
	@.venv/bin/python .ci/icons.py

bundle: ready-to-dev ## make a one-folder program that needs no Python, and start it
	@.venv/bin/python -m pip install --quiet --disable-pip-version-check --group ship
	@.venv/bin/python .ci/bundle.py

install: ## install for yourself (PREFIX=~/.local): command, menu entry, file type, man page
	@.ci/install

uninstall: ## take away what `make install` installed
	@.ci/install remove

clean: ## remove .venv and everything else that was made
	rm -rf .venv build dist inspector.png .coverage .hypothesis .pytest_cache .ruff_cache .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

ready-to-run:
	@.ci/prepare

ready-to-dev:
	@.ci/prepare dev
