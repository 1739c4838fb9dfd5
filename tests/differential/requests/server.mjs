// SillyTavern's own server, without a network: what it would send for a request of its page.
import { EventEmitter } from 'node:events';
import { register } from 'node:module';
import { pathToFileURL } from 'node:url';

register('./swaps.mjs', import.meta.url);

const unsaid = ['content-type', 'host', 'content-length', 'user-agent'];
export const server = 'http://server.test'; // stands as "<server>" in cases

export async function startServer(packageFolder, configFile, dataFolder) {
    const source = file => import(pathToFileURL(`${packageFolder}/src/${file}`).href);
    (await source('util.js')).setConfigFilePath(configFile);
    globalThis.DATA_ROOT = dataFolder;
    for (const level of ['log', 'info', 'warn', 'error', 'debug']) console[level] = () => {}; // it tells of each request
    process.chdir(packageFolder);
    const { sent } = await import('snug:fetch');
    const handlerOf = async (file, path) => (await source(file)).router.stack
        .find(layer => layer.route?.path === path && layer.route.methods.post).route.stack.at(-1).handle;
    const handlers = {
        chat: await handlerOf('endpoints/backends/chat-completions.js', '/generate'),
        text: await handlerOf('endpoints/backends/text-completions.js', '/generate'),
        kobold: await handlerOf('endpoints/backends/kobold.js', '/generate'),
        horde: await handlerOf('endpoints/horde.js', '/generate-text'),
    };

    // The request, as conformance cases have it; nothing if the server refuses.
    return async function send(kind, body) {
        sent.length = 0;
        const response = { headersSent: false, write() {}, end() {} };
        response.send = response.json = response.sendStatus = () => { response.headersSent = true; return response; };
        response.status = () => response;
        await handlers[kind]({ body, user: { directories: {} }, socket: new EventEmitter(), query: {}, get: () => '' }, response);
        if (!sent.length) return null;
        const { url, method, headers, body: written } = sent.at(-1);
        const { host, pathname, searchParams } = new URL(url);
        const request = { method, host, path: pathname, headers: {}, body: JSON.parse(written) };
        if (searchParams.size) request.query = Object.fromEntries(searchParams);
        for (const [name, value] of Object.entries(headers))
            if (!unsaid.includes(name.toLowerCase())) request.headers[name.toLowerCase()] = String(value);
        if (request.headers['x-session-affinity']) request.headers['x-session-affinity'] = '<16 hex digits>';
        return masked(request);
    };
}

export function masked(value) {
    return JSON.parse(JSON.stringify(value).replaceAll(server, '<server>').replaceAll(new URL(server).host, '<server>'));
}
