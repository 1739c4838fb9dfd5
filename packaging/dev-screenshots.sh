# ./dev screenshots [FOLDER]: pictures of the main window in its states, at scale 1 and 2.
# ./dev screenshots --approve [NAME…]: those in tests/gui/approved are what the window shows now; NAME is a new one,
# 2x/NAME one at scale 2.
# Sourced by ./dev.

approved=$here/tests/gui/approved
options=()
target=$here/build/screenshots
if [ "${1:-}" = --approve ]; then
  shift
  mkdir -p "$approved/2x"
  for name in "$@"; do touch "$approved/$name.png"; done
  options=(--approved "$approved" --approve)
elif [ $# -gt 0 ]; then
  target=$1
fi
build dev screenshots >&2
mkdir -p "$target" "$target/2x"
target=$(cd "$target" && pwd)
export QT_QPA_PLATFORM=offscreen
inside "$here/build/dev/bin/screenshots" "$target" "${options[@]}"
if [ ${#options[@]} -eq 0 ]; then
  QT_SCALE_FACTOR=2 inside "$here/build/dev/bin/screenshots" "$target/2x"
elif compgen -G "$approved/2x/*.png" > /dev/null; then
  QT_SCALE_FACTOR=2 inside "$here/build/dev/bin/screenshots" "$target/2x" main studio composer documents \
    --approved "$approved/2x" --approve --only-approved
fi
