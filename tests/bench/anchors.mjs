// Times another tokenizer on a text: node anchors.mjs tiktoken|gpt-tokenizer ENCODING FILE
// Prints one line of JSON in bench_tokens's words.
import { readFileSync } from 'node:fs';

const [library, name, file] = process.argv.slice(2);
const text = readFileSync(file, 'utf8');

// Milliseconds, all threads: other programs on the machine do not count.
function processorTime() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

async function open() {
  if (library === 'tiktoken') {
    const { get_encoding } = await import('tiktoken');
    const begun = processorTime();
    const encoding = get_encoding(name);
    return { load: processorTime() - begun, encode: () => encoding.encode_ordinary(text) };
  }
  const begun = processorTime();
  const encoding = await import(`gpt-tokenizer/encoding/${name}`);
  const none = { allowedSpecial: new Set(), disallowedSpecial: new Set() };
  return { load: processorTime() - begun, encode: () => encoding.encode(text, none) };
}

const { load, encode } = await open();
let tokens = 0;
const timed = () => {
  const begun = processorTime();
  tokens = encode().length;
  return processorTime() - begun;
};
const cold = timed();
const warm = Math.min(timed(), timed(), timed(), timed(), timed());
console.log(JSON.stringify({ tokens, load_ms: load, cold_ms: cold, warm_ms: warm }));
