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


def sent_by_snug(snug, folder):
    run = subprocess.run([snug, "assemble", "--case", folder], capture_output=True, text=True)
    if run.returncode != 0:
        return {"failure": run.stderr.strip()}
    sent = json.loads(run.stdout)
    keys = ("role", "content", "name")
    sent["messages"] = [{key: each[key] for key in keys if key in each} for each in sent.get("messages", [])]
    return sent


def lines_of(request):
    if "messages" in request:
        return [json.dumps(each, ensure_ascii=False) for each in request["messages"]]
    return request.get("prompt", "").splitlines() + [json.dumps(stop) for stop in request.get("stop") or []]


def main():
    snug, folders = sys.argv[1], sys.argv[2:]
    differing = failed = 0
    for folder in folders:
        with open(os.path.join(folder, "sillytavern.json"), encoding="utf-8") as file:
            theirs = json.load(file)
        if theirs.get("problem") or not theirs["requests"]:
            failed += 1
            continue
        wanted = theirs["requests"][-1]
        ours = sent_by_snug(snug, folder)
        given = {key: ours.get(key) for key in wanted}
        if given == wanted:
            continue
        differing += 1
        print(folder, ours.get("failure", ""))
        shown = [line for line in difflib.unified_diff(lines_of(wanted), lines_of(given), lineterm="", n=0)
                 if not line.startswith(("---", "+++", "@@"))]
        for line in shown[:SHOWN]:
            print("  " + {"-": "SillyTavern ", "+": "Snug        "}[line[0]] + line[1:600])
    print(f"{len(folders)} cases, {differing} differ, in {failed} SillyTavern fails")
    sys.exit(1 if differing else 0)


main()
