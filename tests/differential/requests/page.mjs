// The functions of SillyTavern's page that turn settings into the request for its server, taken out of its source.
import fs from 'node:fs';
import { pathToFileURL } from 'node:url';
import vm from 'node:vm';

export const defaults = JSON.parse(fs.readFileSync(new URL('defaults.json', import.meta.url), 'utf8'));
const quiet = { log() {}, info() {}, warn() {}, error() {}, debug() {} };
const clone = value => JSON.parse(JSON.stringify(value));

export async function loadPage(packageFolder) {
    const acorn = await import(pathToFileURL(`${packageFolder}/node_modules/acorn/dist/acorn.mjs`).href);
    const scripts = `${packageFolder}/public/scripts`;

    // The named functions and constants of a script, as a script without imports.
    function taken(file, names) {
        const text = fs.readFileSync(`${scripts}/${file}`, 'utf8');
        const found = [];
        for (const node of acorn.parse(text, { ecmaVersion: 'latest', sourceType: 'module' }).body) {
            const declared = node.type === 'ExportNamedDeclaration' ? node.declaration : node;
            if (declared?.type === 'FunctionDeclaration' && names.includes(declared.id.name))
                found.push(text.slice(declared.start, declared.end));
            for (const each of declared?.type === 'VariableDeclaration' ? declared.declarations : []) {
                const own = each.id.name ? [each.id.name] : (each.id.properties ?? []).map(property => property.key?.name);
                if (own.some(name => names.includes(name))) found.push(`var ${text.slice(each.start, each.end)};`);
            }
        }
        return found.join('\n');
    }

    function called(code, context, call) {
        vm.createContext(Object.assign(context, { console: quiet, substituteParams: text => text }));
        vm.runInContext(code, context);
        return vm.runInContext(call, context);
    }

    const chatCode = taken('openai.js', ['createGenerationParameters', 'getReasoningEffort', 'getVerbosity',
        'chat_completion_sources', 'reasoning_effort_types', 'verbosity_levels', 'openai_max_stop_strings',
        'ZAI_ENDPOINT', 'SILICONFLOW_ENDPOINT', 'MINIMAX_ENDPOINT', 'POLLINATIONS_ENDPOINT']);
    const textCode = taken('textgen-settings.js', ['createTextGenGenerationData', 'getTextGenModel', 'getCustomTokenBans',
        'isDynamicTemperatureSupported', 'toIntArray', 'getLogprobsNumber', 'replaceMacrosInList', 'textgen_types',
        'MANCER', 'APHRODITE_DEFAULT_ORDER', 'BIAS_KEY']);
    const koboldCode = taken('kai-settings.js', ['getKoboldGenerationData']);
    const dynamic = fs.readFileSync(`${packageFolder}/public/index.html`, 'utf8')
        .match(/<[^>]*id="dynatemp_block_ooba"[^>]*>/)[0].match(/data-tg-type="([^"]*)"/)[1];

    async function chat(source, page, messages) {
        const stops = page.stop ?? [];
        const data = await called(chatCode, {
            settings: { ...defaults.chat, ...page.settings, chat_completion_source: source,
                bias_preset_selected: 'own', bias_presets: { own: page.logit_bias ? [1] : [] } },
            biasCache: page.logit_bias, name1: page.names.user, name2: page.names.char,
            power_user: { request_token_probabilities: Boolean(page.logprobs) }, model_list: [],
            getGroupNames: () => page.names.group ?? [], validateReverseProxy: async () => {}, getCurrentChatId: () => 'chat',
            getCustomStoppingStrings: limit => limit > 0 ? stops.slice(0, limit) : [...stops],
            clamp: (value, least, most) => Math.min(Math.max(value, least), most),
            ToolManager: {
                canPerformToolCalls: type => page.tools && !['impersonate', 'quiet', 'continue'].includes(type),
                registerFunctionToolsOpenAI: async data => Object.assign(data, { tools: clone(page.tools), tool_choice: 'auto' }),
            },
            given: { model: page.model, type: page.type ?? 'normal', messages,
                jsonSchema: page.json_schema ? clone(page.json_schema) : null },
        }, 'createGenerationParameters(settings, given.model, given.type, given.messages, { jsonSchema: given.jsonSchema })');
        return clone(data.generate_data);
    }

    function text(type, page) {
        const settings = { ...defaults.text, ...page.settings, type };
        const data = called(textCode, {
            settings, page, textgenerationwebui_settings: settings, textgenerationwebui_banned_in_macros: [],
            power_user: { request_token_probabilities: Boolean(page.logprobs) }, max_context: page.max_context ?? 8192,
            getStoppingStrings: () => [...page.stop ?? ['\nNora:']], getTokenizerForTokenIds: () => 0, getTextTokens: () => [],
            onlyUnique: (value, at, all) => all.indexOf(value) === at, getTextGenServer: () => page.server,
            isObject: value => value !== null && typeof value === 'object' && !Array.isArray(value),
            arraysEqual: (a, b) => JSON.stringify(a) === JSON.stringify(b), toastr: quiet, t: words => words,
            BIAS_CACHE: new Map(), calculateLogitBias: () => clone(page.logit_bias), DYNATEMP_BLOCK: { dataset: { tgType: dynamic } },
        }, `createTextGenGenerationData(settings, undefined, page.prompt, page.max_tokens ?? 200,
            page.type === 'impersonate', page.type === 'continue', null, page.type ?? 'normal')`);
        return { ...clone(data), ...(settings.streaming && page.type !== 'quiet' ? { stream: true } : {}) };
    }

    function kobold(page, isHorde, server) {
        const able = ['stop_sequence', 'streaming', 'default_badwordsids', 'mirostat', 'grammar', 'min_p'];
        const own = { temp: 1, rep_pen: 1, rep_pen_range: 0, top_p: 1, min_p: 0, top_a: 1, top_k: 0, typical: 1, tfs: 1,
            rep_pen_slope: 0.9, streaming_kobold: false, sampler_order: [0, 1, 2, 3, 4, 5, 6], mirostat: 0, mirostat_tau: 5,
            mirostat_eta: 0.1, use_default_badwordsids: false, grammar: '', seed: -1, api_server: `${server}/api` };
        return clone(called(koboldCode, {
            page, isHorde, kai_settings: { ...own, ...page.settings }, getStoppingStrings: () => page.stop ?? ['\nNora:'],
            kai_flags: { ...Object.fromEntries(able.map(name => [`can_use_${name}`, true])), ...page.flags },
        }, `getKoboldGenerationData(page.prompt, {}, page.max_tokens ?? 200, page.max_context ?? 4096, isHorde,
            page.type ?? 'normal')`));
    }

    return { chat, text, kobold };
}
