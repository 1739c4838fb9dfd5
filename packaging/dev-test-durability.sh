# ./dev test-durability [PART] [N]: sessions that are killed, disks that fail, files that are torn, servers
# that break off (tests/durability).
# Without a part, all of them at length; docs/reliability.md says what each one does.
# Sourced by ./dev.

build dev snug-durability snug-durability-window
part=${1:-all}; [ $# -gt 0 ] && shift
parts=("$part")
[ "$part" = all ] && parts=(kills windows writes torn sharing faults signals idle soak)
status=0
for part in "${parts[@]}"; do
  inside "$here/build/dev/bin/snug-durability" "$part" "$@" || status=1
done
exit "$status"
