#!/bin/sh
# The module that a page runs when there is no server: `build` compiles crates/pocket to web/src/pocket/playmat.wasm, which the client takes
# along if it is there; `check` runs it in Node and compares it with the native program. Where no compiler for WebAssembly can be had, both
# say so, and the client is built without it: it then needs its server.
set -eu
cd "$(dirname "$0")/.."
target=wasm32-unknown-unknown
module=web/src/pocket/playmat.wasm
: "${CARGO_TARGET_DIR:=$PWD/target}"
# A directory of its own: other flags than those of the program would make everything anew each time.
out="$CARGO_TARGET_DIR/pocket"

# Whether this compiler has the standard library for the target.
has_target() {
    [ -e "$("$1" --print target-libdir --target $target 2>/dev/null)" ]
}

# Names a cargo that can compile for the target, with its options, in $cargo and $options; or says why there is none.
compiler() {
    options=
    cargo="${CARGO:-cargo}"
    has_target "${RUSTC:-rustc}" && return
    if command -v rustup >/dev/null 2>&1; then
        echo "installing the standard library for $target" >&2
        timeout 300 rustup target add $target >/dev/null 2>&1 || true
        has_target "${RUSTC:-rustc}" && return
    fi
    # The compiler of the distribution, with the standard library from its source, and a linker for WebAssembly.
    if [ ! -x /usr/bin/cargo ] && command -v apt-get >/dev/null 2>&1; then
        { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends rustc-web cargo-web rust-web-src; } \
            >/dev/null 2>&1 || true
    fi
    linker=$(find "$("${RUSTC:-rustc}" --print sysroot 2>/dev/null)" -name rust-lld 2>/dev/null | head -n 1)
    : "${linker:=$(command -v wasm-ld || command -v lld || true)}"
    if [ -x /usr/bin/cargo ] && [ -x /usr/bin/rustc ] && [ -n "$linker" ] \
        && [ -e "$(/usr/bin/rustc --print sysroot)/lib/rustlib/src/rust/library/std" ]; then
        cargo=/usr/bin/cargo
        options="-Zbuild-std=std,panic_abort"
        export RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER="$linker"
        return
    fi
    return 1
}

case "${1:-}" in
build)
    if ! compiler; then
        rm -f $module
        echo "There is no compiler for $target here (rustup target add $target): the client is built without its offline part." >&2
        exit 0
    fi
    # Every browser of the last years has vectors; a search is a tenth faster with them.
    export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="-C target-feature=+simd128"
    # shellcheck disable=SC2086
    CARGO_TARGET_DIR="$out" $cargo rustc --quiet --package playmat-pocket --lib --crate-type cdylib --profile pocket --target $target $options
    built="$out/$target/pocket/playmat_pocket.wasm"
    # An unchanged file keeps its time: nothing that depends on it is made anew.
    cmp -s "$built" $module || cp "$built" $module
    ;;
check)
    if [ ! -e $module ]; then
        echo "There is no $module: what runs in it is not compared with the native program." >&2
        exit 0
    fi
    transcript=$(mktemp)
    trap 'rm -f "$transcript"' EXIT
    # The long form compares a thousand matches of each game.
    ${CARGO:-cargo} run --quiet --package playmat-pocket --example transcript -- "$([ -n "${PLAYMAT_LONG:-}" ] && echo 250 || echo 3)" >"$transcript"
    cd web
    PLAYMAT_MODULE="$PWD/../$module" PLAYMAT_TRANSCRIPT="$transcript" npm run --silent test -- --reporter=dot test/pocket.test.ts
    ;;
*)
    echo "usage: $0 build | check" >&2
    exit 2
    ;;
esac
