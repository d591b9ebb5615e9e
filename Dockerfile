# Playmat in a container: the server with its web client, and nothing else.
#
#   docker build --tag playmat .
#   docker run --publish 7878:7878 --volume playmat:/var/lib/playmat playmat

ARG RUST=1.95
ARG NODE=20
ARG DEBIAN=bookworm

# The client, which becomes part of the program. Its pictures are made from the cards.
FROM node:${NODE}-${DEBIAN}-slim AS client
WORKDIR /playmat/web
COPY web/package.json web/package-lock.json ./
RUN npm ci --no-audit --no-fund
WORKDIR /playmat
COPY cards cards
COPY web web
RUN npm run --prefix web build

FROM rust:${RUST}-slim-${DEBIAN} AS program
WORKDIR /playmat
COPY Cargo.toml Cargo.lock build.rs ./
COPY src src
COPY crates crates
COPY games games
COPY cards cards
COPY decks decks
COPY scenarios/tutorial scenarios/tutorial
COPY scenarios/vigil scenarios/vigil
COPY models models
COPY docs/rules/vigil.md docs/rules/vigil.md
COPY --from=client /playmat/web/packed web/packed
RUN cargo build --release --locked --package playmat && strip target/release/playmat

FROM debian:${DEBIAN}-slim
RUN useradd --system --uid 10001 --create-home --home-dir /var/lib/playmat playmat
COPY LICENSE-MIT LICENSE-APACHE /usr/share/doc/playmat/
COPY --from=program /playmat/target/release/playmat /usr/local/bin/playmat
USER playmat
WORKDIR /var/lib/playmat
VOLUME /var/lib/playmat
ENV PLAYMAT_LISTEN=0.0.0.0:7878 PLAYMAT_DB=sqlite:/var/lib/playmat/playmat.db
EXPOSE 7878
# The image has no program that fetches pages; the shell can speak as much HTTP as this needs.
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s \
    CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/7878 && printf 'GET /healthz HTTP/1.1\\r\\nHost: 127.0.0.1:7878\\r\\nConnection: close\\r\\n\\r\\n' >&3 && head -n 1 <&3 | grep -q ' 200 '"]
ENTRYPOINT ["playmat"]
CMD ["serve"]
