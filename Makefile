# `make` alone prints the targets. Without make (Windows, conda): see README.md.
PYTHON ?= python3 python3.14 python3.13 python3.12 python3.11
ARGS   ?=
PY     := .venv/bin/python
PIP    := $(PY) -m pip install --disable-pip-version-check --no-deps
ROOT   := $(if $(filter 0,$(shell id -u)),--allow-root)# a container often has no other user
NPM    := npm ci --ignore-scripts --prefix puzzlelib/cp
NEWS   := @jupyterlab/apputils-extension:announcements# a question at every start, and the network

# The browser mostly waits: its tests run beside the others, and print what they found when both are done.
BOTH   := $(PY) -m pytest -m browser > .venv/browser.log 2>&1 & browser=$$!; \
  $(PY) -m pytest -m "not browser"; rest=$$?; wait $$browser; status=$$?; cat .venv/browser.log; exit $$((rest + status))

# The first of $(PYTHON) that has venv and a version as pyproject.toml wants it.
RANGE := $(shell sed -n 's/^requires-python = "\([^"]*\)".*/\1/p' pyproject.toml)
CHECK := import ensurepip, re, sys, venv; \
  low, high = [tuple(map(int, v.split("."))) for v in re.findall("[0-9.]+", sys.argv[1])]; \
  sys.exit(not low <= sys.version_info[:2] < high)
FOUND  = $(firstword $(foreach p,$(PYTHON),$(shell $(p) -c '$(CHECK)' '$(RANGE)' 2>/dev/null && echo $(p))))
ADVICE = Exactly Once needs Python $(RANGE) with venv. Install it from python.org, with \
  "sudo apt-get install python3-venv" or with "brew install python@3.13", then call make again

.PHONY: help lab test quick notebooks bench clean

help:      ## these lines
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "make %-10s %s\n", $$1, $$2}' Makefile

lab: .venv/.run .venv/.npm  ## open the workbook in JupyterLab
	PATH="$(CURDIR)/.venv/bin:$$PATH" $(PY) -m jupyterlab $(ROOT) --LabApp.default_url=/lab/tree/notebooks/00-start-here.ipynb $(ARGS)

test: .venv/.test  ## run everything, notebooks and a real browser included
	-@$(PY) tests/conftest.py
	-@test -d puzzlelib/cp/node_modules/minizinc || $(NPM) --no-audit --no-fund
	$(if $(ARGS),$(PY) -m pytest $(ARGS),@$(BOTH))

quick: .venv/.test  ## run the tests without notebooks and browser
	$(PY) -m pytest -m "not notebook and not browser" $(ARGS)

notebooks: .venv/.test  ## build notebooks/ from lessons/
	$(PY) lessons/build.py $(ARGS)

bench: .venv/.test  ## run the measurements in benchmarks/
	@for file in benchmarks/[!_]*.py; do echo "== $$file"; $(PY) $$file $(ARGS) || exit 1; done

clean:     ## remove the installed packages; the next call installs them again
	rm -rf .venv puzzlelib/cp/node_modules

# Each file here is made once, and again only when a file behind the colon is newer.
$(PY):
	$(if $(FOUND),,$(error $(ADVICE)))
	$(FOUND) -m venv --clear .venv

.venv/.run: $(PY) requirements.lock pyproject.toml
	@echo "Installing JupyterLab and the solvers into .venv, once: this takes some minutes."
	@$(PY) -m pip --version > /dev/null 2>&1 || $(PY) -m ensurepip
	$(PIP) -r requirements.lock -e .
	-@$(PY) -m jupyter labextension disable --level=sys_prefix $(NEWS) 2> /dev/null
	@touch $@

# Chuffed for lesson 10, where npm is. It is asked for once: without it, and without a network, everything else works.
.venv/.npm: .venv/.run $(wildcard puzzlelib/cp/package-lock.json)
	@$(NPM) --fetch-retries=1 --fetch-timeout=60000 > /dev/null 2>&1 || \
	  echo "Chuffed, one of the solvers of lesson 10, is not installed. It comes with Node.js and: $(NPM)"
	@touch $@

.venv/.test: .venv/.run requirements-test.lock
	$(PIP) -r requirements-test.lock
	@touch $@
