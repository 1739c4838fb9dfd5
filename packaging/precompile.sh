#!/bin/sh
# precompile.sh FILE.pch COMPILER FLAGS… HEADER: makes a precompiled header, and the sum of what it says beside it.
# The headers that it was made of are in FILE.pch.d, for Ninja.
set -eu
made=$1; shift
for header; do :; done # the last
"$@" -o "$made" -MD -MF "$made.d" -MT "$made"
said=$(mktemp)
trap 'rm -f "$said"' EXIT
"$@" -E -P -o "$said"
{ "$1" --version; printf '%s\n' "$*"; cat "$said"; } | sed "s|${header%/packaging/*}||g" | sha256sum | cut -c1-64 > "$made.sum"
