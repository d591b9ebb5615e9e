#!/bin/sh
# Runs tests again and again, each time with another seed: what passes once by chance, or only on an idle machine, shows here.
#
#   tools/again.sh [--rust] [--web] [--busy] [--first SEED] TIMES [FILTER...]
#
#   --rust        the Rust tests, built once; with PostgreSQL, as in `make test`
#   --web         the browser tests, against the development build of the server; both kinds where neither is named
#   --busy        keeps every core busy meanwhile
#   --first SEED  run N has PLAYMAT_TEST_SEED=SEED+N-1; 1 if it is not given
#   FILTER        only these tests: names for Rust, files or titles for the browser
#
#   tools/again.sh 10                          all tests, ten times
#   tools/again.sh --busy --first 11 10        ten more, on a busy machine
#   tools/again.sh --rust 40 records::         the tests of records, forty times
#   tools/again.sh --web --busy 20 takeback    one file of the browser tests
#
# Says for each run its seed, how it went and how long it took. Fails if one of them failed, and says where its log is; with the same
# PLAYMAT_TEST_SEED it fails again.
set -eu
cd "$(dirname "$0")/.."

usage() {
    sed -n '4,18s/^# \{0,1\}//p' "$0" >&2
    exit 2
}

rust="" web="" busy="" first=1
while [ $# -gt 0 ]; do
    case "$1" in
        --rust) rust=1 ;;
        --web) web=1 ;;
        --busy) busy=1 ;;
        --first) [ $# -gt 1 ] || usage; shift; first=$1 ;;
        --*) usage ;;
        *) break ;;
    esac
    shift
done
[ $# -gt 0 ] || usage
times=$1
shift
case "$times$first" in *[!0-9]*) usage ;; esac
[ -n "$rust$web" ] || { rust=1 web=1; }

logs=$(mktemp -d)
load=""
stop() {
    for process in $load; do kill "$process" 2>/dev/null || true; done
}
trap stop EXIT
trap 'exit 1' INT TERM

# Build first, so that no build is measured.
if [ -n "$rust" ]; then cargo test --workspace --quiet --no-run; fi
if [ -n "$web" ]; then
    sh tools/web.sh build
    cargo build --quiet --workspace --examples --bin playmat
fi

if [ -n "$busy" ]; then
    for _ in $(seq "$(nproc)"); do
        while :; do :; done &
        load="$load $!"
    done
fi

failed=0
run() {
    what=$1 number=$2
    shift 2
    log=$logs/$what-$number.log
    begun=$(date +%s)
    if "$@" >"$log" 2>&1; then
        how=passed
        rm "$log"
    else
        how="FAILED, see $log"
        failed=$((failed + 1))
    fi
    echo "$what run $number, PLAYMAT_TEST_SEED=$PLAYMAT_TEST_SEED${busy:+, busy}: $how, $(($(date +%s) - begun)) s"
}

for number in $(seq "$times"); do
    export PLAYMAT_TEST_SEED=$((first + number - 1))
    [ -z "$rust" ] || run rust "$number" sh tools/with-nats.sh sh tools/with-postgres.sh cargo test --workspace --no-fail-fast -- "$@"
    [ -z "$web" ] || run web "$number" sh tools/web.sh e2e "$@"
done
if [ "$failed" -gt 0 ]; then
    echo "$failed runs failed" >&2
    exit 1
fi
rmdir "$logs"
echo "all runs passed"
