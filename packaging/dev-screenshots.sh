# ./dev screenshots [FOLDER]: pictures of the main window in its states, at scale 1 and 2.
# Sourced by ./dev.

target=${1:-$here/build/screenshots}
build dev screenshots >&2
mkdir -p "$target" "$target/2x"
target=$(cd "$target" && pwd)
export QT_QPA_PLATFORM=offscreen
inside "$here/build/dev/bin/screenshots" "$target"
QT_SCALE_FACTOR=2 inside "$here/build/dev/bin/screenshots" "$target/2x"
