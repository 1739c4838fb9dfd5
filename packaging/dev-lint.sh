# ./dev lint [--all | FILES…]: format, clang-tidy and clazy. Without arguments: the files that differ from
# the main branch, or everything that changed in the last commit when there is no difference.
# Sourced by ./dev.

# Configured without precompiled headers, which only the compiler that made them can read.
cd "$here"
inside cmake --preset lint >/dev/null || die "cmake could not configure"
if [ "${1:-}" = --all ]; then
  mapfile -t files < <(git -C "$here" ls-files 'app/*.cpp' 'core/*.cpp' 'widgets/*.cpp')
elif [ $# -gt 0 ]; then
  files=("$@")
else
  base=$(git -C "$here" merge-base HEAD main 2>/dev/null || echo HEAD~1)
  [ "$base" = "$(git -C "$here" rev-parse HEAD)" ] && base=HEAD~1
  mapfile -t files < <(git -C "$here" diff --name-only --diff-filter=d "$base" -- 'app/*.cpp' 'core/*.cpp' 'widgets/*.cpp')
fi
mapfile -t formatted < <(git -C "$here" ls-files '*.cpp' '*.h')

status=0
say "clang-format: ${#formatted[@]} files"
inside clang-format --dry-run -Werror "${formatted[@]}" || status=1
if [ ${#files[@]} -gt 0 ]; then
  say "clang-tidy: ${#files[@]} files"
  printf '%s\0' "${files[@]}" | inside xargs -0 -n 4 -P 2 clang-tidy -p build/lint --quiet 2>/dev/null || status=1
  say "clazy: ${#files[@]} files"
  printf '%s\0' "${files[@]}" | inside xargs -0 -n 4 -P 2 clazy-standalone -p build/lint \
    --checks=level1,no-ctor-missing-parent-argument --header-filter='(app|core|widgets)/.*' 2>&1 \
    | grep -E 'warning:|error:' && status=1
fi
[ "$status" = 0 ] && say "clean"
exit "$status"
