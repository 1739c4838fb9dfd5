#!/usr/bin/env python3
"""Says where Snug's requests differ from SillyTavern's: ./compare.py SNUG FOLDER…

FOLDER is a case with SillyTavern's answer in sillytavern.json. Exit 1 if any differs. Cases in which SillyTavern
itself failed are counted, not compared."""
import difflib
import json
import os
import subprocess
import sys

SHOWN = 6  # differing lines of a case


def request_of(sent):
    keys = ("role", "content", "name")
    messages = sent.get("messages", [])
    return {**sent, "messages": [{key: each[key] for key in keys if key in each} for each in messages],
            "counts": [each.get("tokens") for each in messages]}


# What each request sends; the last one alone where there is no other.
def sent_by_snug(snug, folder):
    run = subprocess.run([snug, "assemble", "--case", folder], capture_output=True, text=True)
    if run.returncode != 0:
        return [], run.stderr.strip()
    whole = json.loads(run.stdout)
    return [request_of(each) for each in whole.get("requests", [whole])], ""


def lines_of(request):
    if "messages" in request:
        counts = request.get("counts") or [""] * len(request["messages"])
        return [f"{json.dumps(each, ensure_ascii=False)} {count}" for each, count in zip(request["messages"], counts)]
    return request.get("prompt", "").splitlines() + [json.dumps(stop) for stop in request.get("stop") or []]


# The first requests that are unlike each other, or nothing.
def first_difference(wanted, given):
    for number, (theirs, ours) in enumerate(zip(wanted, given)):
        ours = {key: ours.get(key) for key in theirs}
        if ours != theirs:
            return number, theirs, ours
    return None if len(wanted) == len(given) else (min(len(wanted), len(given)), {}, {})


def main():
    snug, folders = sys.argv[1], sys.argv[2:]
    differing = failed = 0
    for folder in folders:
        with open(os.path.join(folder, "sillytavern.json"), encoding="utf-8") as file:
            theirs = json.load(file)
        if theirs.get("problem") or not theirs["requests"]:
            failed += 1
            continue
        wanted = theirs["requests"]
        given, failure = sent_by_snug(snug, folder)
        found = first_difference(wanted, given)
        if not found:
            continue
        differing += 1
        number, request, ours = found
        print(folder, failure or f"request {number + 1} of {len(wanted)}, of Snug {len(given)}")
        shown = [line for line in difflib.unified_diff(lines_of(request), lines_of(ours), lineterm="", n=0)
                 if not line.startswith(("---", "+++", "@@"))]
        for line in shown[:SHOWN]:
            print("  " + {"-": "SillyTavern ", "+": "Snug        "}[line[0]] + line[1:600])
    print(f"{len(folders)} cases, {differing} differ, in {failed} SillyTavern fails")
    sys.exit(1 if differing else 0)


main()
