#!/bin/sh
# The verdict on the ready decks, by a searching player: every pairing of every game, then when matches of Strata and Skirmish are decided.
#
#   tools/verdict.sh [FOLDER [SEED]]     PLAYMAT=path/to/playmat GAMES=300 BOT=ismcts:200 JUDGE=ismcts:1000 THREADS=...
#
# About four hours on one core. It may be stopped at any time: the same command continues where it was. Fails if a pairing's 95 % interval lies above
# 62 % or its score above 66 %. Take a seed that the decks were not chosen with.
set -u
cd "$(dirname "$0")/.."
folder=${1:-verdict}
seed=${2:-$(date +%Y%m%d)}
playmat=${PLAYMAT:-target/release/playmat}
games=${GAMES:-300}
bot=${BOT:-ismcts:200}
judge=${JUDGE:-ismcts:1000}
threads=${THREADS:-$(nproc)}
failed=0

lab() {
    name=$1
    shift
    echo "== $name"
    "$playmat" lab "$@" --seed "$seed" --threads "$threads" --out "$folder/$name" >"$folder/$name.txt"
    code=$?
    cat "$folder/$name.txt"
    # A run that was completed has a report; if it then failed, that is the verdict.
    grep -q '^The report: ' "$folder/$name.txt" || exit $code
    [ $code -eq 0 ] || failed=1
}

mkdir -p "$folder"
# The seed of a folder stays what it was when the folder was begun, also on the next day.
if [ -f "$folder/seed" ]; then seed=$(cat "$folder/seed"); else echo "$seed" >"$folder/seed"; fi
for game in skirmish food-chain strata; do
    lab "matrix-$game" matrix "$game" --bots "$bot" --games "$games" --limit 62,66
done
for game in strata skirmish; do
    lab "tension-$game" tension "$game" --bots "$bot" --judge "$judge" --games "$games"
done
exit $failed
