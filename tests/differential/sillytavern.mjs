// Plays case folders in SillyTavern: node sillytavern.mjs PACKAGE DATA FOLDER…
// PACKAGE is the installed npm package, DATA a folder for its users. Writes FOLDER/sillytavern.json.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import puppeteer from 'puppeteer-core';

const port = Number(process.env.SILLYTAVERN_PORT ?? 18123); // several can play at once, each with its own DATA
const pagesAtOnce = 150; // cases before the page is loaded anew
const patience = 150000; // milliseconds for one case
const [packageFolder, dataFolder, ...folders] = process.argv.slice(2);

async function startServer() {
    const config = path.join(dataFolder, 'config.yaml');
    const users = path.join(dataFolder, 'data');
    fs.mkdirSync(users, { recursive: true });
    for (const name of fs.readdirSync(users)) // a new profile; what it has compiled stays
        if (name !== '_webpack') fs.rmSync(path.join(users, name), { recursive: true, force: true });
    fs.writeFileSync(config, `listen: false\nport: ${port}\nbrowserLaunch:\n  enabled: false\ndisableCsrfProtection: true\n`
        + 'securityOverride: true\nextensions:\n  enabled: true\n  autoUpdate: false\n  models:\n    autoDownload: false\n');
    const server = spawn('node', ['server.js', '--configPath', config, '--dataRoot', path.join(dataFolder, 'data')],
        { cwd: packageFolder, stdio: 'ignore' });
    process.on('exit', () => server.kill());
    for (let tried = 0; tried < 1200; ++tried) { // it compiles its pages first
        const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => null);
        if (answer?.ok) return;
        await new Promise(done => setTimeout(done, 500));
    }
    throw new Error('SillyTavern does not answer');
}

async function load(page) {
    await page.goto(`http://127.0.0.1:${port}/`, { waitUntil: 'load', timeout: 400000 });
    await page.waitForFunction(() => window.SillyTavern, { timeout: 400000 });
    await page.evaluate(fs.readFileSync(new URL('page.js', import.meta.url), 'utf8'));
    await page.evaluate(() => window.preparePage());
}

async function openPage() {
    const browser = await puppeteer.launch({
        executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', headless: true,
        args: ['--no-sandbox', '--disable-gpu', '--lang=en-US'], protocolTimeout: 400000,
        env: { ...process.env, TZ: 'UTC' },
    });
    const page = await browser.newPage();
    await page.setRequestInterception(true);
    page.on('request', request => {
        // The volunteers' network is asked while the page loads, and is not there.
        if (request.url().includes('/api/horde/'))
            request.respond({ status: 200, contentType: 'application/json', body: '[]' });
        else
            request.continue();
    });
    await load(page);
    return { browser, page };
}

const json = file => JSON.parse(fs.readFileSync(file, 'utf8'));

function readCase(folder) {
    const given = json(path.join(folder, 'case.json'));
    const { files } = given;
    const read = name => json(path.join(folder, name));
    const result = { input: given.input, settings: given.settings ?? {}, turns: given.turns ?? [],
        postProcessing: given.post_processing };
    result.cards = (files.characters ?? [files.character]).map(read);
    for (const part of ['persona', 'preset', 'group', 'regex', 'context', 'instruct', 'sysprompt'])
        if (files[part]) result[part] = read(files[part]);
    result.world = (files.world ?? []).map(book => (
        { name: book.name ?? path.basename(book.file, '.json'), scope: book.scope, data: read(book.file) }));
    result.chat = fs.readFileSync(path.join(folder, files.chat), 'utf8').split('\n').filter(line => line.trim())
        .map(line => JSON.parse(line));
    return result;
}

// What the server does with a request before it goes on.
function processed(body, kind) {
    const names = converters.getPromptNames({ body });
    return { messages: converters.postProcessPrompt(body.messages, kind, names) };
}

await startServer();
const { setConfigFilePath } = await import(path.join(packageFolder, 'src/util.js'));
setConfigFilePath(path.join(dataFolder, 'config.yaml'));
const converters = await import(path.join(packageFolder, 'src/prompt-converters.js'));
const { browser, page } = await openPage();
for (const [index, folder] of folders.entries()) {
    if (index > 0 && index % pagesAtOnce === 0) await load(page);
    let result;
    const given = readCase(folder);
    try {
        const late = new Promise((_, fail) => setTimeout(() => fail(new Error('not played in time')), patience).unref());
        result = await Promise.race([page.evaluate(given => window.playCase(given), given), late]);
        if (given.postProcessing) result.requests = result.requests.map(({ body }) => processed(body, given.postProcessing));
    } catch (error) {
        result = { requests: [], problem: String(error.message).slice(0, 500) };
        await load(page);
    }
    fs.writeFileSync(path.join(folder, 'sillytavern.json'), JSON.stringify(result));
    process.stderr.write(`\r${index + 1} of ${folders.length} `);
}
process.stderr.write('\n');
await browser.close();
process.exit(0);
