// The anchor of assembly's timings: how long JavaScript takes to parse the same files.
//   node parse_inputs.mjs FOLDER
import { readFileSync } from "node:fs";

const folder = process.argv[2];
const world = readFileSync(`${folder}/world.json`, "utf8");
const lines = readFileSync(`${folder}/chat.jsonl`, "utf8").split("\n");
let best = Infinity;
for (let round = 0; round < 7; ++round) {
    const begun = performance.now();
    JSON.parse(world);
    lines.forEach((line) => JSON.parse(line));
    best = Math.min(best, performance.now() - begun);
}
console.log(JSON.stringify({ parse_ms: best }));
