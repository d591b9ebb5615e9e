#!/bin/sh
# Makes the archive of a release: the program with its licences, what is new, and the shipped cards and decks to begin with.
#
#   tools/archive.sh PROGRAM NAME FOLDER     writes FOLDER/NAME.tar.gz, or .zip for a program of Windows, and its checksum beside it
set -eu
[ $# = 3 ] || { sed -n '4s/^# \{0,1\}//p' "$0" >&2; exit 2; }
program=$1 name=$2
mkdir -p "$3"
out=$(cd "$3" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mkdir "$work/$name"
cp "$program" "$work/$name/"
cd "$(dirname "$0")/.."
cp -r README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE cards decks "$work/$name/"
cd "$work"
case "$program" in
*.exe)
    archive=$name.zip
    7z a -bso0 "$out/$archive" "$name"
    ;;
*)
    archive=$name.tar.gz
    tar -czf "$out/$archive" "$name"
    ;;
esac
cd "$out"
# macOS has another name for it.
if command -v sha256sum >/dev/null 2>&1; then sha256sum "$archive"; else shasum -a 256 "$archive"; fi >"$archive.sha256"
echo "$out/$archive"
