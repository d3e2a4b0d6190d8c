# The verbs of the house. Set-up happens by itself, into .venv, and again only when what it rests on changed.

SHELL := /bin/sh
.SHELLFLAGS := -ec
.ONESHELL:
.DELETE_ON_ERROR:
.NOTPARALLEL:
.DEFAULT_GOAL := help
.PHONY: help play shell quick test test-all page bundle docs paper bench wheel wheels format clean checks FORCE

export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Tests start hundreds of programs, which should not compile the package anew each time.
unexport PYTHONPATH PYTHONDONTWRITEBYTECODE

# __init__.py says the version, which an installed package repeats.
sources := pyproject.toml CMakeLists.txt src/shirokuro/__init__.py $(shell find cpp -type f)
cpp_files = $(shell find cpp tool tests/cpp src -name '*.[ch]pp')
# What the long tests compile the core with, besides the machine's own compiler.
compilers := clang-14 clang-16 clang-19 libc++-19-dev libc++abi-19-dev
# Some tests call the build tools, which may be nowhere but in .venv.
with_tools = PATH="$$PWD/.venv/bin:$$PATH"
biome = node_modules/.bin/biome

help: ## list the verbs
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' $(MAKEFILE_LIST) | expand -t 18
	echo "Set-up takes the first Python from 3.11 on that it finds; make PYTHON=… names another."

play: .venv/.web ## build, install into .venv and open the page in the browser
	@.venv/bin/shirokuro web $(ARGS)

shell: .venv/.package ## build, and open a shell that finds shirokuro and its Python
	@echo "== here shirokuro and python are those of .venv; exit leaves"
	export VIRTUAL_ENV="$$PWD/.venv" $(with_tools)
	case "$${SHELL:-/bin/sh}" in
	*/bash) # whose own settings may put another Python first
	    printf '[ ! -r ~/.bashrc ] || . ~/.bashrc\n. "$$VIRTUAL_ENV/bin/activate"\n' > .venv/bashrc
	    "$$SHELL" --rcfile .venv/bashrc || true ;;
	*)  "$${SHELL:-/bin/sh}" || true ;;
	esac

quick: .venv/.dev ## format, lint and the quick tests
	@.venv/bin/ruff format --check -q
	.venv/bin/ruff check -q
	$(with_tools) .venv/bin/python -m pytest -n auto -q -m quick

test: checks ## format, lint, types and the default tests; AREA=web runs those of one area
	@$(find_programs)
	$(install_missing)
	echo "== tests: some minutes on two cores; each dot is one"
	$(with_tools) .venv/bin/python -m pytest -n auto -q -m 'not long$(if $(AREA), and $(AREA))'

test-all: checks .venv/.peers ## the same with the long tests; nothing is skipped
	@$(find_programs)
	command -v qemu-x86_64 >/dev/null || missing="$$missing qemu-user"
	command -v aarch64-linux-gnu-g++ >/dev/null || missing="$$missing g++-aarch64-linux-gnu"
	PATH="$$PATH:/usr/games" command -v quarry >/dev/null || missing="$$missing quarry"
	command -v Xvfb >/dev/null || missing="$$missing xvfb"
	command -v xdotool >/dev/null || missing="$$missing xdotool"
	PATH="$$PATH:/usr/sbin" command -v nginx >/dev/null || missing="$$missing nginx"
	command -v caddy >/dev/null || missing="$$missing caddy"
	command -v openssl >/dev/null || missing="$$missing openssl"
	command -v systemd-analyze >/dev/null || missing="$$missing systemd"
	for package in $(compilers); do # those that this Debian has
	    dpkg -s "$$package" >/dev/null 2>&1 || ! apt-cache show "$$package" >/dev/null 2>&1 || missing="$$missing $$package"
	done
	$(install_missing)
	echo "== all tests, the long ones too; each dot is one"
	$(with_tools) .venv/bin/python -m pytest -n auto -q -m ''

checks: .venv/.dev page
	@echo "== format"
	.venv/bin/ruff format --check -q
	.venv/bin/clang-format --dry-run --Werror $(cpp_files)
	echo "== lint"
	.venv/bin/ruff check -q
	echo "== types"
	.venv/bin/mypy

page: node_modules/.made ## the page's format, lint, types and unit tests
	@echo "== page: format and lint"
	$(biome) check --error-on-warnings
	echo "== page: types"
	node_modules/.bin/tsc
	echo "== page: unit tests"
	node --test tests/page/*.test.js

bundle: node_modules/.made ## join the page's files into a few, for packages
	@echo "== page: joining its files"
	node tool/bundle_page.mjs

docs: .venv/.docs ## build the site of all pages into build/site
	@rm -rf build/site
	.venv/bin/python -m sphinx -E -W --keep-going -q -n -c docs -d build/doctrees . build/site
	echo "== the site: build/site/index.html"

paper: .venv/.paper ## build the paper on solved boards into build/paper
	@mkdir -p build/paper
	.venv/bin/python -c 'import typst; typst.compile("docs/paper/nip.typ", root=".", output="build/paper/nip.pdf")'
	echo "== build/paper/nip.pdf"

bench: .venv/.peers ## measure; the figures are printed, never asserted
	@for script in benchmarks/*.py; do
	    echo "== $$script"
	    .venv/bin/python "$$script"
	done

# The wheel is built from the unpacked sdist, which shows that nothing is missing there. The C++ library is
# linked into it, so that older machines do; auditwheel then finds out how old, and says so in the wheel's name.
wheel: .venv/.dev bundle ## build an sdist, and a wheel for other Linux machines, into dist/
	@echo "== building: some minutes"
	rm -rf dist build/wheel
	LDFLAGS="-static-libstdc++ -Wl,--exclude-libs,ALL" .venv/bin/python -m build --no-isolation --outdir build/wheel
	echo "== repairing"
	$(with_tools) .venv/bin/auditwheel repair --wheel-dir dist build/wheel/*.whl
	mv build/wheel/*.tar.gz dist
	echo "== in dist:" dist/*

wheels: .venv/.dev bundle ## cross-compile wheels for Linux on x86-64 and arm64; ARGS=aarch64-musl makes those alone
	@echo "== installing the compilers"
	.venv/bin/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]["wheels"], sep="\n")' > .venv/wheels.txt
	.venv/bin/python -m pip install -q -r .venv/wheels.txt
	$(with_tools) .venv/bin/python wheels/build.py $(ARGS)

format: .venv/.dev node_modules/.made ## apply the formatters
	@.venv/bin/ruff check --fix-only -q
	.venv/bin/ruff format
	.venv/bin/clang-format -i $(cpp_files)
	$(biome) check --write --linter-enabled=false

clean: ## remove .venv, node_modules and everything built
	@rm -rf .venv node_modules build dist src/shirokuro/web/static_built .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find src tests benchmarks -name __pycache__ -prune -exec rm -rf {} +

# Set-up. A stamp is written when its step has succeeded, so an interrupted one is done again.

.venv/.package: .venv/.made $(sources)
	@$(call install,.)

.venv/.web: .venv/.made $(sources)
	@$(call install,.[web])
	touch .venv/.package

# The pages are built without the package.
.venv/.docs: .venv/.made pyproject.toml
	@echo "== installing what builds the site"
	.venv/bin/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]["docs"], sep="\n")' > .venv/docs.txt
	.venv/bin/python -m pip install -q -r .venv/docs.txt
	touch $@

.venv/.paper: .venv/.made pyproject.toml
	@.venv/bin/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]["paper"], sep="\n")' > .venv/paper.txt
	.venv/bin/python -m pip install -q -r .venv/paper.txt
	touch $@

.venv/.dev: .venv/.made $(sources)
	@$(call install,.[dev])
	touch .venv/.package .venv/.web .venv/.docs

# What only long tests and benchmarks compare with, half a gigabyte.
.venv/.peers: .venv/.dev pyproject.toml
	@echo "== installing JAX, pgx and OpenSpiel"
	.venv/bin/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]["research-peers"], sep="\n")' > .venv/peers.txt
	.venv/bin/python -m pip install -q -r .venv/peers.txt
	touch $@

# What checks the page; the page itself needs no Node.
node_modules/.made: package.json package-lock.json
	@missing=
	command -v npm >/dev/null || missing="$$missing nodejs npm"
	$(install_missing)
	echo "== installing what checks the page"
	npm install --no-save --no-audit --no-fund --loglevel=error  # `npm ci` wants the programs of every system
	touch $@

# Always looked at, but touched only when .venv is absent, broken, or came here with a copied checkout.
.venv/.made: FORCE
	@if [ "$$(cat $@ 2>/dev/null)" = "$$PWD" ] && .venv/bin/python -c '' 2>/dev/null; then exit 0; fi
	if ! [ -w . ]; then echo "$$PWD cannot be written to; copy it to a folder of your own" >&2; exit 1; fi
	$(find_python)
	missing=
	command -v "$${CXX:-c++}" >/dev/null || missing="$$missing g++"
	"$$python" -c 'import ensurepip' 2>/dev/null || missing="$$missing python$$version-venv"
	[ -e "$$include/Python.h" ] || missing="$$missing python$$version-dev"
	$(install_missing)
	echo "== setting up .venv with Python $$version"
	rm -rf build
	"$$python" -m venv --clear .venv
	printf %s "$$PWD" > $@

# The build tools stay in .venv, so that a changed file of the core is all that is compiled again. Of pip's
# words one line a package and a compiled file is shown; all of them, where something fails. Where the core is
# developed, and nowhere else, a compiler's warning is a failure.
define install
echo "== installing the build tools"
.venv/bin/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], sep="\n")' > .venv/build-tools.txt
.venv/bin/python -m pip install -q -r .venv/build-tools.txt cmake ninja || {
    echo "The build tools could not be fetched: is there a network, and a package index for pip?" >&2
    exit 1
}
rm -f .venv/.failed
case '$(1)' in *dev*) touch .venv/.strict ;; esac
# For play the core is compiled for this processor alone; where it is developed, for all.
settings="SHIROKURO_SETS=native;SHIROKURO_WERROR=OFF" work=60
if [ -e .venv/.strict ]; then settings="SHIROKURO_SETS=all;SHIROKURO_WERROR=ON" work=120; fi
export SKBUILD_CMAKE_DEFINE="$$settings"
cores=$$(.venv/bin/python -c 'import os; print(os.cpu_count())')
echo "== compiling the C++ core and installing $(1): about $$((work / cores + 20)) s the first time, on an idle machine"
{ .venv/bin/python -m pip install -v --no-build-isolation -e '$(1)' 2>&1 || touch .venv/.failed; } |
    tee .venv/build.log |
    sed -un 's/^ *\(Collecting [^ ]*\).*/   \1/p; s/^ *\(\[[0-9]*.[0-9]*\]\) Building .*dir.\(cpp.*\)\.o$$/   \1 \2/p'
if [ -e .venv/.failed ]; then
    cat .venv/build.log >&2
    exit 1
fi
touch $@
endef

define find_python
python=
for candidate in $(if $(PYTHON),"$(PYTHON)",python3 python3.14 python3.13 python3.12 python3.11 python); do
    if "$$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        python=$$candidate
        break
    fi
done
if [ -z "$$python" ]; then
    echo "Python 3.11 or newer is needed; if it is not on the PATH, name it: make PYTHON=…" >&2
    exit 1
fi
version=$$("$$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
include=$$("$$python" -c 'import sysconfig; print(sysconfig.get_path("include"))')
endef

# No tests are left out: those of the page need a browser, those of protocols an engine of somebody else, and
# one looks at the core as another compiler does.
define find_programs
missing=
command -v clang++ >/dev/null || missing="$$missing clang"
command -v chromium >/dev/null || missing="$$missing chromium"
PATH="$$PATH:/usr/games" command -v gtp-rhino >/dev/null || missing="$$missing grhino"
endef

define install_missing
if [ -n "$$missing" ] && [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "== installing$$missing"
    apt-get update -q || true  # stale lists may do
    DEBIAN_FRONTEND=noninteractive apt-get install -y -q $$missing
elif [ -n "$$missing" ]; then
    echo "Something is missing; please run: sudo apt-get install -y$$missing" >&2
    exit 1
fi
endef
