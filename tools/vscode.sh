#!/bin/sh
# Makes the extension for Visual Studio Code: editors/vscode/playmat.vsix.
set -eu
cd "$(dirname "$0")/../editors/vscode"
cp ../../LICENSE-MIT LICENSE.txt
npm ci --silent --no-audit --no-fund
npx vsce package --out playmat.vsix --skip-license --allow-missing-repository
