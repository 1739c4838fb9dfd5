#!/usr/bin/env python3
"""How processor time grows with the size of what is assembled: ./growth.py SNUG FOLDER

For each way to grow, three inputs over a factor of 16 are made in FOLDER and given to `snug bench`. The exponent is
the slope of the logarithms over the last step of four, where what is always there weighs least: 1 is linear. Exits
with 1 if one is above 1.1. Each row ends with the times as multiples of the anchor, an assembly of the same run in
a chat of 50 messages with 30 entries."""
import json
import math
import pathlib
import subprocess
import sys

MOST = 1.1
make_input = pathlib.Path(__file__).with_name("make_assembly_input.py")

# name -> (messages, entries, kind) at the largest; which of the two numbers grows
WAYS = {
    "messages": (32000, 100, "", 0),
    "entries": (500, 16000, "", 1),
    "entries with expressions": (500, 4800, "regex", 1),
    "entries that fire at once": (200, 1600, "fires", 1),
    "depth of recursion": (200, 800, "chain", 1),
    "kilobytes of a card with macros": (50, 2048, "card", 1),
}


def times_of(snug, folder, messages, entries, kind):
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / "chat.jsonl").exists():
        subprocess.run([sys.executable, make_input, folder, str(messages), str(entries), *([kind] if kind else [])],
                       check=True)
    out = json.loads(subprocess.run([snug, "bench", folder], check=True, capture_output=True).stdout)
    return out["cold_cpu_ms"], out["keystroke_cpu_ms"], out["fired"]


def slope(before, after):
    return math.log(max(after, 0.001) / max(before, 0.001)) / math.log(4)


def main(snug, folder):
    folder = pathlib.Path(folder)
    anchor_cold, anchor_key, _ = times_of(snug, folder / "anchor", 50, 30, "")
    print(f"anchor: first {anchor_cold:.2f} ms, a key {anchor_key:.2f} ms of processor time")
    worst = 0.0
    for name, (messages, entries, kind, grows) in WAYS.items():
        points = []
        for part in (16, 4, 1):
            size = [messages, entries]
            size[grows] //= part
            label = name.replace(" ", "-") + f"-{size[grows]}"
            points.append((size[grows], *times_of(snug, folder / label, *size, kind)))
        cold = slope(points[1][1], points[2][1])
        # Below a quarter of a millisecond a key's time is the clock's noise.
        key = slope(points[1][2], points[2][2]) if points[2][2] > 0.25 else 0.0
        worst = max(worst, cold, key)
        rows = "  ".join(f"{n}: {c / anchor_cold:.1f} / {k / anchor_key:.1f}" for n, c, k, _ in points)
        print(f"{name}: first n^{cold:.2f}, a key n^{key:.2f}   ({points[2][3]} fire)   {rows}")
    print(f"worst exponent {worst:.2f}, allowed {MOST}")
    return 0 if worst <= MOST else 1


if len(sys.argv) != 3:
    sys.exit(__doc__)
sys.exit(main(*sys.argv[1:]))
