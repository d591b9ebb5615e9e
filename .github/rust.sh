#!/bin/sh
# Installs the Rust that Cargo.toml names, with these components.
set -eu
version=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' "$(dirname "$0")/../Cargo.toml")
rustup toolchain install "$version" --profile minimal
for component in "$@"; do rustup component add --toolchain "$version" "$component"; done
rustup default "$version"
