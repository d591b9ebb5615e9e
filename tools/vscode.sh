#!/bin/sh
# Checks the grammars and makes the extension for Visual Studio Code: editors/vscode/playmat.vsix.
set -eu
cd "$(dirname "$0")/../editors/vscode"
cp ../../LICENSE-MIT LICENSE.txt
npm ci --silent --no-audit --no-fund
npm run --silent package
