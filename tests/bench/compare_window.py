#!/usr/bin/env python3
"""Prints the timings of the window as ratios to anchors of the same run: ./compare_window.py FOLDER

Reads FOLDER/window-ROW.out, a line of JSON for each row of bench_window; a row that is missing is left out."""
import json
import os
import sys


def rows(folder):
    for name in ("start", "key", "long-chat", "palette", "lorebook", "shared-prompt", "stream", "megabyte", "endless", "tiny-deltas"):
        path = os.path.join(folder, f"window-{name}.out")
        if os.path.exists(path) and os.path.getsize(path) > 0:
            with open(path, encoding="utf-8") as file:
                yield name, json.load(file)


def text_of(name, row):
    if name == "start":
        bare = row["bare_window_ms"]
        return (f"a start: {row['window_ms'] / bare:.1f} times an empty window, "
                f"{row['settled_ms'] / bare:.1f} until the prompt stands")
    if name in ("key", "long-chat"):
        key = f"a key is {row['key_ms'] / row['bare_key_ms']:.1f} times one in a field alone"
        if name == "key":
            return f"small chat: {key}"
        return (f"100,000 messages: open after {row['open_wall_ms'] / 1000:.1f} s, {key}, "
                f"{row['memory_mb']:.0f} MB, {row['memory_after_keys_mb']:.0f} after the keys")
    if name == "palette":
        return (f"Ctrl+K with 10,000 chats: {row['open_ms']:.1f} ms until one can type, "
                f"{row['settled_ms']:.1f} with all that follows")
    if name == "lorebook":
        bare = row["bare_key_ms"]
        return (f"a lorebook of {row['megabytes']:.0f} MB: opened for {row['open_own_ms'] / bare:.0f} keys in a field "
                f"alone, a key in an entry {row['key_ms'] / bare:.1f}; longest stops: opened {row['open_longest_stop_ms']:.0f} ms, "
                f"a key {row['key_longest_stop_ms']:.0f}, the draft {row['draft_longest_stop_ms']:.0f}")
    if name == "shared-prompt":
        parse = row["parse_ms"]
        return (f"a shared prompt of {row['megabytes']:.0f} MB, in times of reading its JSON: written "
                f"{row['write_ms'] / parse:.1f}, read {row['read_ms'] / parse:.1f}, in the window's thread "
                f"{row['open_own_ms'] / parse:.1f}")
    return (f"a reply ({name}) of {row['letters'] / 1e6:.2f} million letters in {row['seconds']:.1f} s: "
            f"{100 * row['own_ms_a_second'] / 1000:.0f} % of the thread")


def main(folder):
    print("the window, processor time of its thread:")
    for name, row in rows(folder):
        print(f"  {text_of(name, row)}; events over 16 ms: {row['stops_over_16_ms']}, "
              f"over 50: {row['stops_over_50_ms']}, the longest {row['longest_stop_ms']:.0f} ms")


if len(sys.argv) != 2:
    sys.exit(__doc__)
main(sys.argv[1])
