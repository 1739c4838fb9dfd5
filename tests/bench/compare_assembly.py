#!/usr/bin/env python3
"""Prints the timings of assembly and of opening as ratios: ./compare_assembly.py FOLDER SIZE…

Reads FOLDER/assembly-SIZE/{anchor,assembly,lore}.out and FOLDER/library.out, a line of JSON each."""
import json
import os
import sys


def read(*path):
    with open(os.path.join(*path), encoding="utf-8") as file:
        return json.load(file)


def main(folder, sizes):
    print("assembly, in times of parsing the same files in JavaScript:")
    for size in sizes:
        parse = read(folder, "assembly-" + size, "anchor.out")["parse_ms"]
        ours = read(folder, "assembly-" + size, "assembly.out")
        lore = read(folder, "assembly-" + size, "lore.out")
        print(f"  {size}: {ours['lore_entries']} entries, {ours['fired']} fire, {ours['messages']} messages sent: "
              f"cold {ours['cold_ms'] / parse:.2f}, a keystroke {ours['keystroke_ms'] / parse:.3f} "
              f"(cold/keystroke {ours['cold_ms'] / ours['keystroke_ms']:.0f}); "
              f"the lore scan alone {lore['cold_ms'] / parse:.2f} and {lore['keystroke_ms'] / parse:.3f}; "
              f"at most {ours['peak_rss_mb']} MB; "
              f"{lore['replayed_turns']} past turns of the simulator {lore['replay_ms'] / 1000:.2f} s, "
              f"{lore['replay_ratio']:.0f} times lower case of the chat")
    library = read(folder, "library.out")
    print(f"opening {library['cards']} cards: {library['open_ms'] / library['read_files_ms']:.1f} times reading "
          f"their bytes; a chat of {library['chat_bytes'] / 1e6:.1f} MB: "
          f"{library['read_chat_ms'] / library['decode_ms']:.1f} times decoding its UTF-8")


if len(sys.argv) < 3:
    sys.exit(__doc__)
main(sys.argv[1], sys.argv[2:])
