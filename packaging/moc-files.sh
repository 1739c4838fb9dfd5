#!/bin/sh
# moc-files.sh MOC OUT HEADER…: one file of all that moc makes of those of the headers that it has to read.
#
# It gets no include paths. All that they would give it, at fifteen times the time, is the metatypes of arguments
# for slots that are called by name, and none is.
set -eu
moc=$1 out=$2
shift 2
folder=$out.d
mkdir -p "$folder"
: >"$out.new"
for header in "$@"; do
  grep -Eq 'Q_(OBJECT|GADGET|NAMESPACE)' "$header" || continue
  made=$folder/$(echo "$header" | tr / _).cpp
  [ "$made" -nt "$header" ] || "$moc" -f"$header" -o "$made" "$header"
  printf '#include "%s"\n' "$made" >>"$out.new"
done
if cmp -s "$out.new" "$out"; then rm -f "$out.new"; else mv -f "$out.new" "$out"; fi
