// Makes up settings and messages and writes down what SillyTavern sends for them, as cases of tst_conformance:
// node make_requests.mjs PACKAGE OUT COUNT SEED CONFIG [SERVICE]. CONFIG: what differs from its shipped configuration,
// {"claude.cachingAtDepth": 2}.
import fs from 'node:fs';
import { Messages } from './messages.mjs';
import { models, textServers } from './models.mjs';
import { defaults, loadPage } from './page.mjs';
import { randomOf } from './random.mjs';
import { masked, server, startServer } from './server.mjs';
import { chatPage, koboldPage, textPage } from './settings.mjs';

const [packageFolder, out, count, seed, configText, only] = process.argv.slice(2);
const config = JSON.parse(configText);
const report = process.stdout.write.bind(process.stdout);

function configFile() {
    const tree = {};
    for (const [path, value] of Object.entries({ ...defaults.config, ...config })) {
        const names = path.split('.');
        const last = names.pop();
        names.reduce((inner, name) => inner[name] ??= {}, tree)[last] = value;
    }
    fs.mkdirSync(out, { recursive: true });
    fs.writeFileSync(`${out}/config.yaml`, JSON.stringify(tree)); // JSON is YAML
    return `${out}/config.yaml`;
}

const pages = await loadPage(packageFolder);
const send = await startServer(packageFolder, configFile(), `${out}/data`);

async function chatCase(random, source) {
    const page = chatPage(random, source, server);
    const taste = { lists: random.chance(.45) ? .35 : 0, names: random.chance(.5), tools: random.chance(.4),
        signatures: random.chance(.2) };
    if (source === 'ai21' || /instruct|davinci/.test(page.model)) Object.assign(taste, { lists: 0, tools: false }); // all become text
    const messages = new Messages(random, taste).list();
    const settings = await pages.chat(source, structuredClone(page), structuredClone(messages));
    return { source, input: { messages, page, settings }, expected: await send('chat', structuredClone(settings)) };
}

async function textCase(random, source) {
    const page = textPage(random, source, server);
    const settings = pages.text(source, structuredClone(page));
    return { source, endpoint: 'text', input: { page, settings }, expected: await send('text', structuredClone(settings)) };
}

async function koboldCase(random, source) {
    const page = koboldPage(random);
    const isHorde = source === 'horde';
    const flat = pages.kobold(page, isHorde, server);
    const { prompt, ...asked } = flat;
    const params = { ...asked, n: 1, frmtadsnsp: false, frmtrmblln: false, frmtrmspch: false, frmttriminc: false };
    const settings = isHorde ? { prompt, params, trusted_workers: false, models: ['a', 'b'] } : flat;
    return { source, endpoint: source, input: { page, settings }, expected: await send(source, structuredClone(settings)) };
}

function makeCase(random) {
    const source = only || random.pick([...Object.keys(models), ...Object.keys(models), ...Object.keys(textServers), 'kobold', 'horde']);
    if (source === 'kobold' || source === 'horde') return koboldCase(random, source);
    const isText = source.startsWith('text-') || !(source in models) || (!only && source === 'openrouter' && random.chance(.3));
    return isText ? textCase(random, source.replace('text-', '')) : chatCase(random, source);
}

let made = 0;
for (let number = 0; made < Number(count) && number < 4 * Number(count); ++number) {
    const given = await makeCase(randomOf(Number(seed) * 100000 + number)).catch(() => null);
    if (!given?.expected) continue; // its own server stumbles
    ++made;
    const folder = `${out}/cases/${given.endpoint === 'text' ? 'text-' : ''}${given.source}`;
    delete given.input.settings.messages;
    if (Object.keys(config).length) given.input.config = config;
    fs.mkdirSync(folder, { recursive: true });
    const written = { about: 'Made up.', ...given, input: masked(given.input) };
    fs.writeFileSync(`${folder}/${seed}-${number}.json`, JSON.stringify(written, null, 1));
}
report(`${made} requests\n`);
process.exit(0);
