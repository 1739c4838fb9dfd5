#!/usr/bin/env python3
"""Prints what a key in "find in all chats" costs as a ratio to its anchor: ./compare_search.py FILE

FILE is what bench_search printed. The anchor is a look for one letter through the same texts in memory."""
import json
import sys


def main(path):
    with open(path, encoding="utf-8") as file:
        row = json.load(file)
    anchor = row.pop("reading_ms")
    print(f"find in 100,000 messages, read for the first time in {row.pop('update_ms') / anchor:.0f} times the anchor, "
          f"a look through the texts in memory ({anchor:.0f} ms):")
    for name, time in row.items():
        print(f"  {name}: {time / anchor:.2f} times ({time:.1f} ms)" if time >= 0 else f"  {name}: not found")


if len(sys.argv) != 2:
    sys.exit(__doc__)
main(sys.argv[1])
