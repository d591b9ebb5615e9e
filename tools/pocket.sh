#!/bin/sh
# The modules that a page runs when there is no server: `build` compiles crates/pocket to web/src/pocket/playmat.wasm (tables, bots, replays)
# and web/src/pocket/editor.wasm (the editor of the workshop), which the client takes along if they are there; `check` runs them in Node and
# compares them with the native program. Where no compiler for WebAssembly can be had, both say so, and the client is built without them: it
# then needs its server.
set -eu
cd "$(dirname "$0")/.."
target=wasm32-unknown-unknown
modules=web/src/pocket
: "${CARGO_TARGET_DIR:=$PWD/target}"
# A directory of its own: other flags than those of the program would make everything anew each time.
out="$CARGO_TARGET_DIR/pocket"

# Whether this compiler comes with the source of its standard library.
has_source() {
    [ -e "$("$1" --print sysroot 2>/dev/null)/lib/rustlib/src/rust/library/std" ]
}

# Names a cargo that can compile for the target, in $cargo; or says that there is none. The standard library is compiled with the modules:
# a third of what was compiled before them is words for failures that nobody on a page can read, and sorting that is faster than needed.
compiler() {
    cargo="${CARGO:-cargo}"
    has_source "${RUSTC:-rustc}" && return
    if command -v rustup >/dev/null 2>&1; then
        echo "installing the source of the standard library" >&2
        timeout 300 rustup component add rust-src >/dev/null 2>&1 || true
        has_source "${RUSTC:-rustc}" && return
    fi
    # The compiler of the distribution, and a linker for WebAssembly.
    if [ ! -x /usr/bin/cargo ] && command -v apt-get >/dev/null 2>&1; then
        { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends rustc-web cargo-web rust-web-src; } \
            >/dev/null 2>&1 || true
    fi
    linker=$(find "$("${RUSTC:-rustc}" --print sysroot 2>/dev/null)" -name rust-lld 2>/dev/null | head -n 1)
    : "${linker:=$(command -v wasm-ld || command -v lld || true)}"
    if [ -x /usr/bin/cargo ] && [ -x /usr/bin/rustc ] && [ -n "$linker" ] && has_source /usr/bin/rustc; then
        cargo=/usr/bin/cargo
        export RUSTC=/usr/bin/rustc CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER="$linker"
        return
    fi
    return 1
}

# Compiles a module, with these options.
module() {
    to=$1
    shift
    CARGO_TARGET_DIR="$out" $cargo rustc --quiet --package playmat-pocket --lib --crate-type cdylib --profile pocket --target $target \
        -Zbuild-std=std,panic_abort -Zbuild-std-features=optimize_for_size "$@"
    built="$out/$target/pocket/playmat_pocket.wasm"
    # An unchanged file keeps its time: nothing that depends on it is made anew.
    cmp -s "$built" "$modules/$to" || cp "$built" "$modules/$to"
}

case "${1:-}" in
build)
    if ! compiler; then
        rm -f $modules/playmat.wasm $modules/editor.wasm
        echo "There is no compiler for $target here (rustup component add rust-src): the client is built without its offline part." >&2
        exit 0
    fi
    # The standard library can be compiled by stable compilers with this. Every browser of the last years has vectors; a search is a tenth
    # faster with them. Whatever fails ends the instance: what it would say first is left out.
    export RUSTC_BOOTSTRAP=1
    export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="-C target-feature=+simd128 -Zunstable-options -Cpanic=immediate-abort"
    module playmat.wasm
    module editor.wasm --features editor
    ;;
check)
    if [ ! -e $modules/playmat.wasm ]; then
        echo "There is no $modules/playmat.wasm: what runs in it is not compared with the native program." >&2
        exit 0
    fi
    transcript=$(mktemp)
    trap 'rm -f "$transcript"' EXIT
    # With the examples of the whole workspace, as the tests have compiled them: alone it would be built with other features of its dependencies.
    ${CARGO:-cargo} build --quiet --workspace --examples
    # The long form compares a thousand matches of each game.
    "$CARGO_TARGET_DIR/debug/examples/transcript" "$([ -n "${PLAYMAT_LONG:-}" ] && echo 250 || echo 3)" >"$transcript"
    cd web
    PLAYMAT_MODULES="$PWD/../$modules" PLAYMAT_TRANSCRIPT="$transcript" npm run --silent test -- --reporter=dot test/pocket.test.ts
    ;;
*)
    echo "usage: $0 build | check" >&2
    exit 2
    ;;
esac
