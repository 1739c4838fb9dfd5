# ./dev test-sillytavern [KIND] [COUNT] [SEED]: made-up cases, played in SillyTavern 1.19.0 itself and in Snug
# (tests/differential/README.md). Needs node, npm and chromium on the PATH, and npm's registry once.
# Sourced by ./dev.

known="macros legacy prompt settings lore turns regex trimming swipe text textmore groups table grouptext extras disorder post replies deep deepgroup deeptext odd box rounds timed corners members groupreplies thoughts older bare edges scripts tight tighttext"
kinds="$known requests"
if [[ ${1:-} =~ ^[a-z] ]]; then kinds=$1; shift; fi
count=${1:-20}
seed=${2:-1}
programs="node npm chromium"
[ "$kinds" != requests ] || programs="node npm"
for program in $programs; do
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

tools=$here/tests/differential
out=$here/build/differential
mkdir -p "$out"

# What services are sent, twenty times as many as of the other kinds: no page is loaded for them.
play_requests() {
  local config number=0 wrong=0
  build "${SNUG_PRESET:-dev}" tst_conformance
  for config in '{}' '{"claude.enableSystemPromptCache":true,"claude.cachingAtDepth":1,"claude.extendedTTL":true,"mistral.enablePrefix":true}' \
      '{"claude.cachingAtDepth":2,"claude.enableAdaptiveThinking":true,"gemini.thoughtSignatures":false,"promptPlaceholder":"Go on."}'; do
    number=$((number + 1))
    rm -rf "$out/requests-$number"
    node "$tools/requests/make_requests.mjs" "$sillytavern/package" "$out/requests-$number" $((count * 20)) $((seed + number)) "$config" || return
    SNUG_CONVERSIONS_DIR=$out/requests-$number/cases inside "$here/build/${SNUG_PRESET:-dev}/bin/tst_conformance" -silent conversions || wrong=1
  done
  return $wrong
}
if [ "$kinds" = requests ]; then play_requests; return; fi
build "${SNUG_PRESET:-dev}" snug
# Modules are looked for beside the file that asks for them.
cp "$tools/sillytavern.mjs" "$tools/page.js" "$sillytavern/driver/"
mapfile -t folders < <(for kind in ${kinds% requests}; do
  python3 "$tools/make_cases.py" "$here/tests/conformance/cases/sillytavern" "$kind" "$count" "$seed" "$out" || exit 1
done)
[ ${#folders[@]} -gt 0 ] || die "no cases were made; kinds: $known requests"
say "playing ${#folders[@]} cases, some seconds each"
node "$sillytavern/driver/sillytavern.mjs" "$sillytavern/package" "$sillytavern/users" "${folders[@]}"
QT_QPA_PLATFORM=offscreen inside python3 "$tools/compare.py" "$here/build/${SNUG_PRESET:-dev}/bin/snug" "${folders[@]}"
[ "$kinds" = "${kinds% requests}" ] || play_requests
