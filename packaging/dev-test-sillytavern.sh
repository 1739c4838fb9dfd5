# ./dev test-sillytavern [KIND] [COUNT] [SEED]: made-up cases, played in SillyTavern 1.19.0 itself and in Snug
# (tests/differential/README.md). Needs node, npm and chromium on the PATH, and npm's registry once.
# Sourced by ./dev.

known="macros legacy prompt settings lore turns regex trimming swipe text textmore groups table grouptext extras disorder post replies"
kinds=$known
if [[ ${1:-} =~ ^[a-z] ]]; then kinds=$1; shift; fi
count=${1:-20}
seed=${2:-1}
for program in node npm chromium; do
  command -v "$program" >/dev/null || die "needs $program on the PATH (apt-get install nodejs npm chromium)"
done

sillytavern=$cache/sillytavern
if [ ! -e "$sillytavern/.snug-complete" ]; then
  mkdir -p "$sillytavern"
  say "fetching SillyTavern and a driver for the browser from npm, once: two minutes and 700 MB"
  # As packages of their own, with what they need: SillyTavern's server is started where it lies.
  ( cd "$sillytavern" && npm pack --silent sillytavern@1.19.0 && tar xzf sillytavern-1.19.0.tgz && \
      cd package && npm install --silent --omit=dev --no-audit --no-fund --ignore-scripts && cd .. && \
      npm install --silent --no-audit --no-fund --ignore-scripts --prefix driver puppeteer-core@24 ) \
    >"$sillytavern/npm.log" 2>&1 || die "npm could not fetch it; its words are in $sillytavern/npm.log"
  touch "$sillytavern/.snug-complete"
fi

build "${SNUG_PRESET:-dev}" snug
tools=$here/tests/differential
out=$here/build/differential
mkdir -p "$out"
# Modules are looked for beside the file that asks for them.
cp "$tools/sillytavern.mjs" "$tools/page.js" "$sillytavern/driver/"
mapfile -t folders < <(for kind in $kinds; do
  python3 "$tools/make_cases.py" "$here/tests/conformance/cases/sillytavern" "$kind" "$count" "$seed" "$out" || exit 1
done)
[ ${#folders[@]} -gt 0 ] || die "no cases were made; kinds: $known"
say "playing ${#folders[@]} cases, some seconds each"
node "$sillytavern/driver/sillytavern.mjs" "$sillytavern/package" "$sillytavern/users" "${folders[@]}"
QT_QPA_PLATFORM=offscreen inside python3 "$tools/compare.py" "$here/build/${SNUG_PRESET:-dev}/bin/snug" "${folders[@]}"
