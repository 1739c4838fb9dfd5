// Times another tokenizer on a text: node anchors.mjs tiktoken|gpt-tokenizer ENCODING FILE
// Prints one line of JSON in bench_tokens's words.
import { readFileSync } from 'node:fs';

const [library, name, file] = process.argv.slice(2);
const text = readFileSync(file, 'utf8');

async function open() {
  if (library === 'tiktoken') {
    const { get_encoding } = await import('tiktoken');
    const begun = performance.now();
    const encoding = get_encoding(name);
    return { load: performance.now() - begun, encode: () => encoding.encode_ordinary(text) };
  }
  const begun = performance.now();
  const encoding = await import(`gpt-tokenizer/encoding/${name}`);
  const none = { allowedSpecial: new Set(), disallowedSpecial: new Set() };
  return { load: performance.now() - begun, encode: () => encoding.encode(text, none) };
}

const { load, encode } = await open();
let tokens = 0;
const timed = () => {
  const begun = performance.now();
  tokens = encode().length;
  return performance.now() - begun;
};
const cold = timed();
const warm = Math.min(timed(), timed(), timed(), timed(), timed());
console.log(JSON.stringify({ tokens, load_ms: load, cold_ms: cold, warm_ms: warm }));
