#!/bin/sh
# Runs a command with a PostgreSQL of its own, which is gone afterwards: PLAYMAT_POSTGRES is its address, PLAYMAT_POSTGRES_HOME its
# folder, where `start` starts it again and data/postmaster.pid says which process it is.
# Installs PostgreSQL by apt if it is missing and this may be done.
set -eu

find_bin() {
    for candidate in /usr/lib/postgresql/*/bin "$(command -v initdb 2>/dev/null | xargs -r dirname)"; do
        [ -x "$candidate/initdb" ] && { echo "$candidate"; return; }
    done
}

bin=$(find_bin)
if [ -z "$bin" ]; then
    echo "PostgreSQL is missing; installing it" >&2
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends postgresql; } >/dev/null 2>&1 || true
    bin=$(find_bin)
    [ -n "$bin" ] || { echo "PostgreSQL is missing and could not be installed" >&2; exit 1; }
fi

folder=$(mktemp -d)
chmod 755 "$folder"
# PostgreSQL refuses to run as root.
as=""
if [ "$(id -u)" = 0 ]; then
    chown postgres "$folder"
    as="setpriv --reuid=postgres --regid=postgres --init-groups"
fi
port=$((20000 + $$ % 20000))
stop() {
    $as "$bin/pg_ctl" -D "$folder/data" -m immediate stop >/dev/null 2>&1 || true
    rm -rf "$folder"
}
trap stop EXIT
trap 'exit 1' INT TERM
cd "$folder"
$as "$bin/initdb" -D "$folder/data" -A trust -U playmat --no-sync >/dev/null
cat > "$folder/start" <<END
cd "$folder" && exec $as "$bin/pg_ctl" -D "$folder/data" -l "$folder/log" -w \
    -o "-p $port -k $folder -c listen_addresses=127.0.0.1" start
END
sh "$folder/start" >/dev/null || { cat "$folder/log" >&2; exit 1; }
$as "$bin/createdb" -h "$folder" -p "$port" -U playmat playmat
cd "$OLDPWD"
PLAYMAT_POSTGRES_HOME="$folder" PLAYMAT_POSTGRES="postgres://playmat@127.0.0.1:$port/playmat" "$@"
