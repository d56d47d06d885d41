# `make` alone prints the targets. Without make (Windows, conda): see INSTALL.md.
PYTHON ?= python3 python3.14 python3.13 python3.12 python3.11
ARGS   ?=
PY     := .venv/$(if $(filter Windows_NT,$(OS)),Scripts/python.exe,bin/python)
PIP    := $(PY) -m pip install --disable-pip-version-check --no-deps
QUIET  := @$(PIP) --quiet# what is there already gets no line
ROOT   := $(if $(filter 0,$(shell id -u)),--allow-root)# a container often has no other user
NPM    := npm ci --ignore-scripts --prefix puzzlelib/icosoku/programs
LINT   := npm ci --ignore-scripts --prefix tests/eslint
LIVELY := npm ci --ignore-scripts --prefix lessons/kit/live
LITE   := $(PIP) --quiet --ignore-requires-python --upgrade --target .venv/lite --require-hashes -r requirements-lite.lock
NEWS   := @jupyterlab/apputils-extension:announcements# a question at every start, and the network

# A name may have any signs: it goes through the environment, as it is, and no shell and no make reads it.
NAMES  := NOTEBOOK FOLDER PYODIDE
$(foreach name,$(NAMES),$(eval override $(name) := $$(value $(name))))
export $(NAMES)

# Each process has its browser and its server; conftest.py says how many there are, and shares the tests out.
TESTS  := $(PY) -m pytest -n auto $(ARGS)
TOOLS   = $(PY) tests/conftest.py; \
  test -d puzzlelib/icosoku/programs/node_modules/minizinc || $(NPM) --no-audit --no-fund; \
  test -d tests/eslint/node_modules || $(LINT) --no-audit --no-fund; \
  test -d lessons/kit/live/node_modules || $(LIVELY) --no-audit --no-fund

# The first of $(PYTHON) that has venv and a version as pyproject.toml wants it.
RANGE := $(shell sed -n 's/^requires-python = "\([^"]*\)".*/\1/p' pyproject.toml)
CHECK := import ensurepip, re, sys, venv; \
  low, high = [tuple(map(int, v.split("."))) for v in re.findall("[0-9.]+", sys.argv[1])]; \
  sys.exit(not low <= sys.version_info[:2] < high)
FOUND  = $(firstword $(foreach p,$(PYTHON),$(shell $(p) -c '$(CHECK)' '$(RANGE)' 2>/dev/null && echo $(p))))
ADVICE = Exactly Once needs Python $(RANGE) with venv. Install it from python.org, with \
  "sudo apt-get install python3-venv" or with "brew install python@3.13", then call make again

unexport PYTHONDONTWRITEBYTECODE# a shell that has it would compile every module at every start

.PHONY: help lab test test-all quick update notebooks site lite share collect sheets counts kernels figures mutants pictures bench

help:      ## these lines
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-11s %s\n", $$1, $$2}' Makefile

lab: .venv/.run .venv/.npm  ## open the workbook in JupyterLab
	PATH="$(CURDIR)/.venv/bin:$$PATH" $(PY) -m jupyterlab $(ROOT) --LabApp.default_url=/lab/tree/notebooks/00-start-here.ipynb $(ARGS)

test: .venv/.test  ## run the tests, notebooks and a real browser included
	-@$(TOOLS)
	$(TESTS)

test-all: .venv/.test .venv/.zig  ## the same on larger samples, with the tests marked long
	-@$(TOOLS); $(PY) tests/conftest.py --all
	$(TESTS) --all

quick: .venv/.test  ## after each change: what is quick of them, without notebooks and browser
	$(TESTS) -m "not notebook and not browser and not slow"

update: .venv/.run  ## fetch the new version of the workbook; your answers stay in your notebooks
	@$(PY) lessons/update.py $(ARGS)

notebooks: .venv/.book  ## build notebooks/ from lessons/
	@$(PY) lessons/build.py $(ARGS)

site: .venv/.book $(if $(LIVE),.venv/.live)  ## build the book, pages that need no Python, in site/ (TEACHER=1: with solutions; LIVE=1: exercises run in their pages; LESSONS="0 1")
	@$(PY) lessons/book.py $(if $(LIVE),--live) $(if $(TEACHER),--teacher) $(if $(LESSONS),--only $(LESSONS)) $(ARGS)

lite: .venv/.lite  ## the notebooks in JupyterLite, in lite/, for any web server: Python runs in the browser (PYODIDE=folder or FETCH=1: numpy, clingo and HiGHS as well)
	@$(PY) lessons/lite.py $(if $(PYODIDE),--pyodide="$$PYODIDE") $(if $(FETCH),--fetch) $(ARGS)

share: .venv/.run  ## NOTEBOOK=… that you worked in, as one page that opens anywhere, and as PDF
	@$(PY) lessons/share.py $(ARGS) $(if $(NOTEBOOK),-- "$$NOTEBOOK")

collect: .venv/.run  ## FOLDER=… with the notebooks of a class: judge them again, write a page and a table
	@$(PY) lessons/collect.py $(ARGS) $(if $(FOLDER),-- "$$FOLDER")

counts: .venv/.run  ## the number of solutions of every IcoSoKu, unpacked for lesson 12 into notebooks/counts.npz
	$(PY) -m benchmarks.icosoku_record report benchmarks/icosoku_record/counts --save notebooks/counts.npz

sheets: .venv/.run  ## after a change in lessons/sheets: draw what teachers hand out, as SVG and PDF
	@$(PY) -m lessons.sheets --pdf $(ARGS)

kernels: .venv/.zig  ## after a change of a C file: build its libraries for all machines, by zig (411 MB)
	$(PY) .ci/kernels.py

figures: .venv/.test  ## sizes, names, docstrings and arrows of the code, before and after: ARGS="--before REV"
	@$(PY) tests/figures.py $(ARGS)

mutants: .venv/.test  ## break the scripts that only compute in many places: their tests must see it; every night on GitHub
	-@$(TOOLS)
	node tests/scripts/mutants.mjs $(ARGS)

pictures: .venv/.test  ## the rooms of the library, each lesson's main card, and README's moving pictures
	-@$(TOOLS)
	$(PY) tests/structure.py
	$(PY) -m tests.browser.screenshots
	$(PY) -m tests.browser.movies

bench: .venv/.test  ## run the measurements in benchmarks/
	@for file in benchmarks/[!_]*.py; do echo "== $$file"; $(PY) $$file $(ARGS) || exit 1; done

# Each file here is made once, and again only when a file behind the colon is newer.
$(PY):
	$(if $(FOUND),,$(error $(ADVICE)))
	$(FOUND) -m venv --clear .venv

.venv/.run: $(PY) requirements.lock pyproject.toml
	@echo "Installing JupyterLab and the solvers into .venv, once: some minutes."
	@$(PY) -m pip --version > /dev/null 2>&1 || $(PY) -m ensurepip
	@$(PIP) $(if $(wildcard .venv/.run),--quiet) --require-hashes -r requirements.lock
	$(QUIET) -e .
	@$(PY) -m lessons.kit.notebooks.server
	-@$(PY) -m jupyter labextension disable --level=sys_prefix $(NEWS) 2> /dev/null
	@touch $@

# Chuffed for lesson 10, where npm is. It is asked for once: without it, and without a network, everything else works.
.venv/.npm: .venv/.run $(wildcard puzzlelib/icosoku/programs/package-lock.json)
	@$(NPM) --fetch-retries=1 --fetch-timeout=60000 > /dev/null 2>&1 || \
	  echo "Chuffed, one of the solvers of lesson 10, is not installed. It comes with Node.js and: $(NPM)"
	@touch $@

# Packages that build the notebooks and the book.
.venv/.book: .venv/.run requirements-book.lock
	$(QUIET) --require-hashes -r requirements-book.lock
	@touch $@

# Pyodide and an editor, for exercises that run in their pages.
.venv/.live: .venv/.book $(wildcard lessons/kit/live/package-lock.json)
	$(LIVELY) --no-audit --no-fund
	@touch $@

# JupyterLite, in a folder of its own: the JupyterLab of this .venv does not see it.
.venv/.lite: .venv/.live requirements-lite.lock
	@$(LITE)
	@touch $@

# One compiler for all machines, in a wheel; and what runs libraries for a Mac without one.
.venv/.zig: $(PY) requirements-kernels.lock
	$(QUIET) --require-hashes -r requirements-kernels.lock
	@touch $@

# eslint and axe-core, which read the JavaScript and the cards, where npm is; without it those tests are skipped.
.venv/.test: .venv/.book requirements-test.lock requirements-lite.lock $(wildcard tests/eslint/package-lock.json)
	$(QUIET) --require-hashes -r requirements-test.lock
	@$(LITE)
	-@test ! -d tests/eslint || $(LINT) --fetch-retries=1 --fetch-timeout=60000 > /dev/null 2>&1
	-@$(LIVELY) --fetch-retries=1 --fetch-timeout=60000 > /dev/null 2>&1
	@touch $@
