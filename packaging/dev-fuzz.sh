# ./dev fuzz [SECONDS]: runs each fuzzer of tests/fuzz that long, 60 seconds unless said otherwise.
# What it learns stays in build/fuzz/corpus; an input that breaks a promise is kept in build/fuzz/found.
# Sourced by ./dev.

seconds=${1:-60}
build fuzz fuzzers
found=$here/build/fuzz/found
mkdir -p "$found"
data=$here/tests/data
broken=
for program in "$here"/build/fuzz/bin/fuzz_*; do
  name=${program##*/}
  corpus=$here/build/fuzz/corpus/$name
  mkdir -p "$corpus"
  case $name in
    fuzz_card) seeds=$data/sillytavern-user-folder/characters ;;
    fuzz_chatjsonl) seeds=$data/sillytavern-user-folder/chats ;;
    fuzz_preset) seeds="$data/sillytavern-user-folder/OpenAI Settings" ;;
    fuzz_worldinfo) seeds=$data/sillytavern-user-folder/worlds ;;
    fuzz_charx) seeds=$here/tests/fuzz/seeds/charx ;;
    fuzz_stream) seeds=$here/tests/core/wire/recordings ;;
    *) seeds=$data/bench/small ;;
  esac
  say "$name, $seconds seconds"
  inside "$program" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -verbosity=0 -print_final_stats=0 \
    -artifact_prefix="$found/$name-" "$corpus" "$seeds" || broken="$broken $name"
done
[ -z "$broken" ] || { say "broken:$broken; the inputs are in $found"; exit 1; }
