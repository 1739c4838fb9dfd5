# ./dev fuzz [NAME] [SECONDS]: runs one fuzz target of tests/fuzz that long, or each; 60 seconds unless said otherwise.
# What it learns stays in build/fuzz/corpus; an input that breaks a promise is kept in build/fuzz/found.
# Sourced by ./dev.

names=
if [[ ${1:-} =~ ^[a-z] ]]; then names=$1; shift; fi
seconds=${1:-60}
build fuzz snug-fuzz
program=$here/build/fuzz/bin/snug-fuzz
found=$here/build/fuzz/found
mkdir -p "$found"
known=$(inside "$program")
if [ -z "$names" ]; then
  names=$known
elif ! grep -qx -- "$names" <<<"$known"; then
  die "there is no fuzz target $names; there are: $(tr '\n' ' ' <<<"$known")"
fi
broken=
for name in $names; do
  corpus=$here/build/fuzz/corpus/$name
  mkdir -p "$corpus"
  say "$name, $seconds seconds"
  inside "$program" "$name" -max_total_time="$seconds" -verbosity=0 -artifact_prefix="$found/$name-" "$corpus" \
    || broken="$broken $name"
done
[ -z "$broken" ] || { say "broken:$broken; the inputs are in $found (again: ./dev exec $program NAME FILE)"; exit 1; }
