#!/bin/sh
# The Python package.
#
#   tools/python.sh wheel            makes the wheel that is shipped: dist/playmat-VERSION-....whl
#   tools/python.sh test [ARG...]    builds the package, installs it into a virtual environment of its own, and runs its tests there
#   tools/python.sh cluster [ARG...] the same for runs of the lab on a cluster, in an environment with Ray
#   tools/python.sh run ARG...       runs that environment's Python with the package as it is installed there
#   tools/python.sh freeze           writes python/requirements.txt anew
#
# The virtual environment lies in the target directory and is made once for each python/requirements.txt.
set -eu
cd "$(dirname "$0")/.."
target=${CARGO_TARGET_DIR:-$PWD/target}
# The most bytes that a wheel may have.
most=20000000

python=${PYTHON:-python3}
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || {
    echo "Python 3.11 or newer is needed; PYTHON names it if python3 is another one" >&2
    exit 1
}
# Debian ships what makes virtual environments apart from Python.
if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
    echo "the module venv of Python is missing; installing it" >&2
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends python3-venv; } >/dev/null 2>&1 || true
fi

# A virtual environment with what a file of requirements names. A file says that all of it is there.
environment() {
    key=$({ "$python" --version && cat "$2"; } | cksum | tr -cs '0-9' '-')
    venv="$target/python/$1-$key"
    if [ ! -e "$venv/made" ]; then
        # Environments of other versions are not used again.
        rm -rf "$target/python/$1-"*
        "$python" -m venv "$venv" >&2
        "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-input --requirement "$2" >&2
        touch "$venv/made"
    fi
    echo "$venv"
}

# The wheel of a profile, the only one in its folder.
wheel() {
    rm -f "$3"/playmat-*.whl
    "$1/bin/maturin" build --quiet --profile "$2" --locked --interpreter "$1/bin/python" --out "$3" >&2
    set -- "$3"/playmat-*.whl
    size=$(wc -c <"$1")
    [ "$size" -le "$most" ] || { echo "$1 has $size bytes, more than $most" >&2; exit 1; }
    echo "$1"
}

# The environment of the tests, with the package in it.
tested() {
    environment=$(environment test python/requirements.txt)
    # The development build shares what the tests of the workspace have compiled.
    made=$(wheel "$environment" dev "$target/python/wheel")
    put "$made"
}

put() {
    "$environment/bin/python" -m pip install --quiet --disable-pip-version-check --no-input --no-deps --force-reinstall "$1" >&2
}

case "${1:-}" in
wheel)
    mkdir -p "$target/python"
    grep '^maturin==' python/requirements.txt >"$target/python/build.txt"
    made=$(wheel "$(environment build "$target/python/build.txt")" release dist)
    echo "$made: $(wc -c <"$made") bytes"
    ;;
test)
    shift
    tested
    PLAYMAT_BIN="${PLAYMAT_BIN:-$target/debug/playmat}" "$environment/bin/python" -m pytest "$@"
    ;;
cluster)
    shift
    # What is measured there is the wheel that is shipped.
    mkdir -p "$target/python"
    grep '^maturin==' python/requirements.txt >"$target/python/build.txt"
    made=$(wheel "$(environment build "$target/python/build.txt")" release "$target/python/shipped")
    environment=$(environment ray python/requirements-ray.txt)
    put "$made"
    PLAYMAT_BIN="${PLAYMAT_BIN:-$target/debug/playmat}" "$environment/bin/python" -m pytest "$@" python/tests/cluster
    ;;
run)
    shift
    tested
    "$environment/bin/python" "$@"
    ;;
freeze)
    fresh=$(mktemp -d)
    trap 'rm -rf "$fresh"' EXIT
    "$python" -m venv "$fresh/venv"
    "$fresh/venv/bin/python" -m pip install --quiet --upgrade 'pip>=25.1'
    "$fresh/venv/bin/python" -m pip install --quiet --group tests
    { sed -n '/^#/p' python/requirements.txt; "$fresh/venv/bin/python" -m pip freeze; } >"$fresh/requirements.txt"
    cp "$fresh/requirements.txt" python/requirements.txt
    ;;
*)
    echo "usage: $0 wheel | test [ARG...] | cluster [ARG...] | run ARG... | freeze" >&2
    exit 2
    ;;
esac
