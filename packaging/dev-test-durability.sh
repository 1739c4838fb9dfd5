# ./dev test-durability [PART] [N]: sessions that are killed, disks that fail, files that are torn, servers
# that break off (tests/durability).
# Without a part, all of them at length; docs/reliability.md says what each one does. SNUG_PRESET=tsan says on
# standard error what two threads do to the same memory without one waiting for the other.
# Sourced by ./dev.

preset=${SNUG_PRESET:-dev}
build "$preset" snug-durability snug-durability-window
[ "$preset" != tsan ] || export TSAN_OPTIONS="suppressions=$here/packaging/thread-sanitizer.supp ignore_noninstrumented_modules=1 ${TSAN_OPTIONS:-}"
part=${1:-all}; [ $# -gt 0 ] && shift
parts=("$part")
[ "$part" = all ] && parts=(kills windows writes torn sharing faults signals idle soak)
status=0
for part in "${parts[@]}"; do
  inside "$here/build/$preset/bin/snug-durability" "$part" "$@" || status=1
done
exit "$status"
