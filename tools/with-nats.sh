#!/bin/sh
# Runs a command with a NATS of its own, which is gone afterwards: PLAYMAT_NATS is its address, PLAYMAT_NATS_HOME its folder, where
# `start` starts it again at the same port and `pid` says which process it is. It listens at this machine's own address, at a port that
# the system chooses, so that any number of them can run.
# Installs nats-server by apt if it is missing and this may be done.
set -eu

find_program() {
    for candidate in "$(command -v nats-server 2>/dev/null || true)" /usr/sbin/nats-server; do
        [ -n "$candidate" ] && [ -x "$candidate" ] && { echo "$candidate"; return; }
    done
    # None is an answer too; a failure would end the script.
    true
}

program=$(find_program)
if [ -z "$program" ]; then
    echo "NATS is missing; installing it" >&2
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends nats-server; } >/dev/null 2>&1 || true
    program=$(find_program)
    [ -n "$program" ] || { echo "NATS is missing and could not be installed" >&2; exit 1; }
fi

folder=$(mktemp -d)
stop() {
    [ -s "$folder/pid" ] && kill -9 "$(cat "$folder/pid")" 2>/dev/null || true
    rm -rf "$folder"
}
trap stop EXIT
trap 'exit 1' INT TERM
# The first time at any port, which is asked for again afterwards.
cat > "$folder/start" <<END
port=\$(cat "$folder/port" 2>/dev/null || echo -1)
rm -f "$folder"/ports/*
mkdir -p "$folder/ports"
"$program" --addr 127.0.0.1 --port "\$port" --user playmat --pass tests --log "$folder/log" --ports_file_dir "$folder/ports" </dev/null >/dev/null 2>&1 &
echo \$! > "$folder/pid"
tries=0
until grep -qs nats: "$folder"/ports/*.ports; do
    tries=\$((tries + 1))
    [ \$tries -lt 300 ] || { cat "$folder/log" >&2; exit 1; }
    sleep 0.1
done
sed 's/.*"nats:\/\/127.0.0.1:\([0-9]*\)".*/\1/' "$folder"/ports/*.ports | tr -dc 0-9 > "$folder/port"
END
sh "$folder/start"
PLAYMAT_NATS_HOME="$folder" PLAYMAT_NATS="nats://playmat:tests@127.0.0.1:$(cat "$folder/port")" "$@"
