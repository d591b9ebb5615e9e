#!/bin/sh
# The web client: `build` makes web/dist, which the server embeds, with the module for playing offline if it can be compiled; `site` makes dist/site, files for any web space that need no server; `check` reads its
# types, lints it and runs its unit tests; `e2e` plays it in Chromium against the development build of the server; `format` writes it in its canonical form.
set -eu
cd "$(dirname "$0")/../web"

# Installs a program by apt if it is missing and this may be done.
need() {
    command -v "$1" >/dev/null 2>&1 && return
    echo "$1 is missing; installing it" >&2
    shift
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"; } >/dev/null 2>&1 || true
}

packages() {
    need node nodejs npm
    command -v npm >/dev/null 2>&1 || { echo "Node.js is missing and could not be installed" >&2; exit 1; }
    # npm writes this file last: it is there, and newer than the lock file, only after a whole installation.
    [ node_modules/.package-lock.json -nt package-lock.json ] || npm ci --no-audit --no-fund --loglevel=error
}

case "${1:-}" in
build)
    sh ../tools/pocket.sh build
    packages
    npm run --silent build
    ;;
site)
    sh ../tools/pocket.sh build
    [ -e src/pocket/playmat.wasm ] || { echo "A site plays everything on the device, so it needs the module, and there is none" >&2; exit 1; }
    packages
    npm run --silent site
    echo "dist/site: $(find ../dist/site -type f | wc -l) files; put them below any path of any web space"
    ;;
check)
    packages
    npm run --silent check
    npm run --silent lint
    npm run --silent test -- --reporter=dot
    ;;
e2e)
    shift
    packages
    if [ -z "${CHROMIUM_PATH:-}" ]; then
        need chromium chromium fonts-liberation fonts-noto-color-emoji
        command -v chromium >/dev/null 2>&1 || { echo "Chromium is missing and could not be installed" >&2; exit 1; }
    fi
    # What is tested of the site are its files. A client without its offline part has none.
    [ ! -e src/pocket/playmat.wasm ] || npm run --silent site
    # The moving picture is put together from its frames by this.
    [ -z "${PLAYMAT_PICTURES:-}" ] || need img2webp webp
    PLAYMAT_BIN="${PLAYMAT_BIN:-${CARGO_TARGET_DIR:-$PWD/../target}/debug/playmat}" npm run --silent e2e -- "$@"
    ;;
format)
    packages
    npm run --silent format
    ;;
*)
    echo "usage: $0 build | site | check | e2e [FILTER...] | format" >&2
    exit 2
    ;;
esac
