# ./dev lint [--all | FILES…]: format, clang-tidy and clazy. Without arguments: the files that differ from
# the main branch, or everything that changed in the last commit when there is no difference. All of them are read
# eight at a time, as the builds compile them: 45 minutes of a processor instead of five hours.
# Sourced by ./dev.

cd "$here"
database=build/lint
tidy=(clang-tidy --quiet)
clazy=(clazy-standalone)
# Not: loops over local lists, which nobody shares and so do not detach; keys() where the map changes in the loop;
# what takes a copy on purpose; advice for Qt 5; and what clazy 1.11 says of signals it cannot resolve.
clazy_checks=level1,no-ctor-missing-parent-argument,no-range-loop-detach,no-container-anti-pattern
clazy_checks+=,no-range-loop-reference,no-qstring-ref,no-connect-non-signal,no-strict-iterators,no-lambda-in-connect
clazy_checks+=,no-qstring-insensitive-allocation,no-non-pod-global-static
[ "${1:-}" != --all ] || database=build/lint-all
inside cmake --preset "${database#build/}" >/dev/null || die "cmake could not configure"

# The files as they are compiled together, without those that Qt's tools write; what moc would write is left empty.
files_together() {
  local file moc
  sed -n 's/^ *"file": "\(.*\)",\{0,1\}$/\1/p' "$here/$database/compile_commands.json" \
    | grep -Ev '/tests/|/\.qt/|/builtinranks\.cpp$|_mocs\.cpp$' | while read -r file; do
    printf '%s\n' "$file"
    sed -n 's/^#include "\(.*_mocs.cpp\)"$/\1/p' "$file" | while read -r moc; do
      [ -e "$moc" ] || { mkdir -p "$(dirname "$moc")" && : >"$moc"; }
    done
  done
}

if [ "${1:-}" = --all ]; then
  mapfile -t files < <(files_together)
  # Read together, file-local names meet, and each source file looks like an included one.
  tidy+=(--checks=-misc-definitions-in-headers,-bugprone-suspicious-include --extra-arg=-Wno-shadow
         '--exclude-header-filter=.*_mocs.cpp.*')
  clazy+=(--extra-arg=-Wno-shadow)
elif [ $# -gt 0 ]; then
  files=("$@")
else
  base=$(git -C "$here" merge-base HEAD main 2>/dev/null || echo HEAD~1)
  [ "$base" = "$(git -C "$here" rev-parse HEAD)" ] && base=HEAD~1
  mapfile -t files < <(git -C "$here" diff --name-only --diff-filter=d "$base" -- 'app/*.cpp' 'core/*.cpp' 'widgets/*.cpp')
fi
mapfile -t formatted < <(git -C "$here" ls-files '*.cpp' '*.h' ':!packaging/precompiled')

status=0
say "clang-format: ${#formatted[@]} files"
inside clang-format --dry-run -Werror "${formatted[@]}" || status=1
if [ ${#files[@]} -gt 0 ]; then
  say "clang-tidy: ${#files[@]} files"
  printf '%s\0' "${files[@]}" | inside xargs -0 -n 4 -P 2 "${tidy[@]}" -p "$database" 2>/dev/null || status=1
  say "clazy: ${#files[@]} files"
  printf '%s\0' "${files[@]}" | inside xargs -0 -n 4 -P 2 "${clazy[@]}" -p "$database" \
    --checks="$clazy_checks" --header-filter='(app|core|widgets)/.*' 2>&1 \
    | grep -E 'warning:|error:' && status=1
fi
[ "$status" = 0 ] && say "clean"
exit "$status"
