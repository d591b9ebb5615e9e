#!/bin/sh
# Counts the instructions of random games and compares them with the committed baseline: a regression check that does not
# depend on what else the machine is doing. `check` fails when a game got more than 5 % slower, `write` sets the baseline.
set -eu
cd "$(dirname "$0")/.."
baseline=bench/instructions.txt
few=300
many=900

if ! command -v valgrind >/dev/null 2>&1; then
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
        apt-get update -qq >/dev/null && apt-get install -y -qq valgrind >/dev/null
    else
        echo "instructions: valgrind is missing; install it with: apt-get install valgrind" >&2
        exit 1
    fi
fi

cargo build --release --quiet --package playmat-bots --example random_games
target=${CARGO_TARGET_DIR:-target}/release/examples/random_games
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Loading the cards and starting the program cost the same whatever the number of games: the difference is the games alone.
count() {
    valgrind --tool=callgrind --callgrind-out-file="$work/out" "$target" "$1" "$2" \
        2>"$work/log" >/dev/null || { cat "$work/log" >&2; exit 1; }
    sed -n 's/.*Collected : \([0-9]*\).*/\1/p' "$work/log"
}

[ "$1" = write ] && mkdir -p bench && : >"$baseline"
for game in food-chain skirmish strata; do
    per_game=$((($(count "$game" $many) - $(count "$game" $few)) / (many - few)))
    case "$1" in
        write)
            echo "$game $per_game" >>"$baseline"
            echo "$game: $per_game instructions per game, written to $baseline"
            ;;
        check)
            was=$(sed -n "s/^$game //p" "$baseline")
            echo "$game: $per_game instructions per game, baseline $was"
            if [ "$per_game" -gt $((was + was / 20)) ]; then
                echo "instructions: $game got more than 5 % slower; mend it, or explain it and run: make baseline" >&2
                exit 1
            fi
            ;;
    esac
done
