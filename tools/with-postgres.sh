#!/bin/sh
# Runs a command with a PostgreSQL of its own, which is gone afterwards: PLAYMAT_POSTGRES is its address, PLAYMAT_POSTGRES_HOME its
# folder, where `start` starts it again, `database NAME` makes another database in it and prints its address, and data/postmaster.pid says
# which process it is. It listens at a socket in that folder and at no port, so that any number of them can run.
# Installs PostgreSQL by apt if it is missing and this may be done.
set -eu

find_bin() {
    for candidate in /usr/lib/postgresql/*/bin "$(command -v initdb 2>/dev/null | xargs -r dirname)"; do
        [ -x "$candidate/initdb" ] && { echo "$candidate"; return; }
    done
    # None is an answer too; a failure would end the script.
    true
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
    -o "-k $folder -c listen_addresses=" start
END
cat > "$folder/database" <<END
cd "$folder" && $as "$bin/createdb" -h "$folder" -U playmat "\$1" && echo "postgres://playmat@localhost/\$1?host=$folder"
END
sh "$folder/start" >/dev/null || { cat "$folder/log" >&2; exit 1; }
address=$(sh "$folder/database" playmat)
cd "$OLDPWD"
PLAYMAT_POSTGRES_HOME="$folder" PLAYMAT_POSTGRES="$address" "$@"
