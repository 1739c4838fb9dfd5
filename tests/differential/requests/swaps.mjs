// Module hooks: SillyTavern's server gets a network that only writes down what would be sent, and made-up keys.
const fetchSource = `
    export const sent = [];
    export default async function fetch(url, options = {}) {
        if (!options.body) return { ok: false, status: 503, statusText: 'nobody is asked' };
        sent.push({ url: String(url), method: (options.method ?? 'GET').toUpperCase(), headers: options.headers, body: options.body });
        throw new Error('nothing is sent');
    }`;

const secretsSource = real => `
    export * from '${real}';
    export function readSecret(directories, key) {
        return key === 'vertexai_service_account_json' ? '{"project_id":"sample-project"}' : 'KEY';
    }`;

const googleSource = real => `
    export * from '${real}';
    export async function getVertexAIAuth({ body }) {
        const authType = body.reverse_proxy ? 'proxy' : body.vertexai_auth_mode ?? 'express';
        return { authHeader: 'Bearer ' + (body.reverse_proxy ? body.proxy_password : 'KEY'), authType };
    }`;

const swapped = { 'node-fetch': fetchSource, 'secrets.js': secretsSource, 'google.js': googleSource };

export async function resolve(specifier, context, next) {
    const name = specifier.split('/').pop();
    const isServers = /^file:.*\/package\/src\//.test(context.parentURL ?? '');
    if (specifier === 'snug:fetch' || (isServers && specifier === 'node-fetch'))
        return { url: 'snug:fetch', shortCircuit: true };
    if (isServers && name in swapped)
        return { url: `snug:${name}?${(await next(specifier, context)).url}`, shortCircuit: true };
    return next(specifier, context);
}

export async function load(url, context, next) {
    if (url === 'snug:fetch') return { format: 'module', source: fetchSource, shortCircuit: true };
    if (!url.startsWith('snug:')) return next(url, context);
    const [name, real] = url.slice('snug:'.length).split('?');
    return { format: 'module', source: swapped[name](real), shortCircuit: true };
}
