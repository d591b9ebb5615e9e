#!/bin/sh
# Makes the packages of the library crates, those that are not marked `publish = false`.
#
#   tools/package.sh check     every package holds its files and depends on what can be published; takes a second
#   tools/package.sh full      and is compiled from its package alone; takes minutes
set -eu
cd "$(dirname "$0")/.."

case "${1:-}" in
check) how=--no-verify ;;
full) how="" ;;
*)
    echo "usage: $0 check | full" >&2
    exit 2
    ;;
esac

packages=""
count=0
for manifest in $(grep -L '^publish = false' Cargo.toml crates/*/Cargo.toml games/*/Cargo.toml); do
    packages="$packages --package $(sed -n '/^\[package\]/,/^name/s/^name = "\(.*\)"/\1/p' "$manifest")"
    count=$((count + 1))
done

# All at once: each may need others that are not published yet.
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# shellcheck disable=SC2086
if ! "${CARGO:-cargo}" package --offline --allow-dirty $how $packages >"$log" 2>&1; then
    cat "$log" >&2
    exit 1
fi
echo "$count packages can be made"
