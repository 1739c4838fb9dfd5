// Made-up settings of SillyTavern's page.
import { models, oddModels, textServers } from './models.mjs';

const schemas = [
    { name: 'scene', description: 'A scene', strict: true, value: { $schema: 'http://json-schema.org/draft-07/schema#',
        type: 'object', properties: { who: { type: 'string', default: 'x' }, n: { type: 'integer', exclusiveMinimum: 0 } },
        required: ['who'], additionalProperties: false } },
    { name: 's', value: { type: 'object', properties: { a: { $ref: '#/$defs/b' } },
        $defs: { b: { type: 'object', properties: { again: { $ref: '#/$defs/b' } }, propertyNames: { pattern: 'x' } } } } },
    { name: 'u', description: '', value: { type: 'object' } },
];
const toolsets = [
    [{ type: 'function', function: { name: 'look', description: 'Look', parameters: {
        $schema: 'http://json-schema.org/draft-04/schema#', type: 'object', properties: { where: { type: 'string' } },
        required: ['where'] } } }],
    [{ type: 'function', function: { name: 'roll_dice', description: '', parameters: { type: 'object', properties: {} } } },
        { type: 'function', function: { name: 'weather', parameters: { type: 'object', properties: { a: { $ref: '#/$defs/q' } },
            $defs: { q: { type: 'number', exclusiveMinimum: 1 } }, additionalProperties: false } } }],
];
const stops = ['\nNora:', 'END', ' ', '\n', 'a stop text longer than sixteen', 'sixteen letters!', 'x'];

const chatChoices = {
    temp_openai: [0, .5, 1.3, 2], freq_pen_openai: [-1, .3, 1.5], pres_pen_openai: [-1, .4, 2], top_p_openai: [0, .5, .9, .995],
    top_k_openai: [1, 40, 200], min_p_openai: [.05], top_a_openai: [.1], repetition_penalty_openai: [1.1, .9],
    openai_max_tokens: [1, 100, 1024, 1025, 3000, 30000, 70000], seed: [0, 1, 42], n: [2, 3], stream_openai: [true], show_thoughts: [false],
    reasoning_effort: ['min', 'low', 'medium', 'high', 'max'], verbosity: ['low', 'medium', 'high'], use_sysprompt: [true],
    assistant_prefill: ['Sure', 'Sure ', ' ', '<think>\n'], assistant_impersonation: ['As Nora'], continue_prefill: [true],
    enable_web_search: [true], request_images: [true], request_image_aspect_ratio: ['16:9'], request_image_resolution: ['2K'],
    custom_prompt_post_processing: ['merge', 'merge_tools', 'semi', 'semi_tools', 'strict', 'strict_tools', 'single', 'claude'],
};
const servicesChoices = {
    openrouter: { openrouter_providers: [['OpenAI', 'Azure']], openrouter_quantizations: [['fp8']], openrouter_allow_fallbacks: [false],
        openrouter_use_fallback: [true], openrouter_middleout: ['off', 'auto'] },
    vertexai: { vertexai_region: ['europe-west4', 'global'], vertexai_express_project_id: ['proj-7'], vertexai_auth_mode: ['full'] },
    nanogpt: { nanogpt_provider: ['prov'], nanogpt_payg_override: [true] },
    zai: { zai_endpoint: ['coding'] }, siliconflow: { siliconflow_endpoint: ['cn'] }, minimax: { minimax_endpoint: ['cn'] },
    pollinations: { pollinations_endpoint: ['anonymous'] },
    custom: {
        custom_include_body: ['min_p: 0.1\ndry: {a: 1}', '- temperature: 0.2\n- top_k: 3', 'stop: [a]', 'bad: [',
            'text: |\n  two\n  lines\nn: ~'],
        custom_exclude_body: ['- temperature\n- top_p', 'temperature: 1\nmax_tokens: 2', 'messages', 'bad: ['],
        custom_include_headers: ['X-A: "1"\nX-B: two', 'Authorization: Token abc', 'bad: ['],
    },
};
const textChoices = {
    temp: [0, 1.4], temperature_last: [false], top_p: [0, .9, 1], top_k: [0, -1, 100], min_p: [.07], typical_p: [.95], rep_pen: [1.05],
    rep_pen_range: [2048], rep_pen_slope: [.5], rep_pen_decay: [3], freq_pen: [.2], presence_pen: [.1], top_a: [.1], tfs: [.9],
    epsilon_cutoff: [3], eta_cutoff: [5], xtc_threshold: [.2], xtc_probability: [.5], dry_multiplier: [.8], dry_base: [2],
    dry_allowed_length: [3], dry_penalty_last_n: [512],
    dry_sequence_breakers: ['', '[]', 'a,b', ' a , b ', '["x"]', 'not [json', '{"a":1}', '5'],
    smoothing_factor: [.3], mirostat_mode: [1, 2], mirostat_tau: [4], min_length: [10], num_beams: [2], do_sample: [false],
    no_repeat_ngram_size: [3], encoder_rep_pen: [1.1], nsigma: [1.5], min_keep: [2], adaptive_target: [.5], seed: [0, 42], n: [2],
    add_bos_token: [false], ban_eos_token: [true], ignore_eos_token: [true], skip_special_tokens: [false], include_reasoning: [false],
    streaming: [true], guidance_scale: [1.5], negative_prompt: ['bad'], speculative_ngram: [true], dynatemp: [true], min_temp: [.3],
    max_temp: [1.9], grammar_string: ['root ::= "x"'], json_schema: [{}, { type: 'object' }], json_schema_allow_empty: [true],
    banned_tokens: ['[1,2]', '"bad"\n[3]', '[1.5]', '[4, 4]\n[4]'], global_banned_tokens: ['[7]\n"worse"'], send_banned_tokens: [false],
    samplers: [['top_k', 'temperature']], samplers_priorities: [['dry', 'temperature']], openrouter_providers: [['A']],
    openrouter_quantizations: [['fp8']], openrouter_allow_fallbacks: [false],
};
const koboldChoices = {
    temp: [.5], rep_pen: [1.1], rep_pen_range: [1024], top_p: [.9], min_p: [.05], top_a: [0], top_k: [40], typical: [.9], tfs: [.9],
    streaming_kobold: [true], sampler_order: [[6, 0, 1, 3, 4, 2, 5]], mirostat: [2], use_default_badwordsids: [true],
    grammar: ['root ::= "x"'], seed: [0, 5],
};
const abilities = ['stop_sequence', 'streaming', 'default_badwordsids', 'mirostat', 'grammar', 'min_p'];

function chosen(random, choices, share) {
    const settings = {};
    for (const [name, values] of Object.entries(choices)) if (random.chance(share)) settings[name] = random.pick(values);
    return settings;
}

function maybe(random, share, name, make) {
    return random.chance(share) ? { [name]: make() } : {};
}

export function chatPage(random, source, server) {
    const settings = { ...chosen(random, chatChoices, .3), ...chosen(random, servicesChoices[source] ?? {}, .35) };
    if (source === 'custom') settings.custom_url = random.pick([`${server}/v1`, `${server}/v1/`, server]);
    if (source === 'azure_openai') Object.assign(settings, { azure_deployment_name: 'dep-1', azure_api_version: '2024-02-15-preview',
        azure_base_url: random.pick(['https://sample.openai.azure.example', 'https://sample.openai.azure.example/path/']) });
    if (source === 'workers_ai') settings.workers_ai_account_id = 'acc 1';
    if (source === 'pollinations') settings.seed = random.below(50); // a random one otherwise
    if (random.chance(.1)) Object.assign(settings, { proxy_password: 'KEY',
        reverse_proxy: random.pick([`${server}/proxy/v1`, `${server}/proxy/v1/`, server]) });
    const page = { model: random.pick(random.chance(.06) ? oddModels : models[source]), settings,
        names: { user: 'Nora', char: 'Captain Bryde', ...maybe(random, .3, 'group', () => ['Captain Bryde', 'Ines', 'Old Tom']) },
        ...maybe(random, .2, 'type', () => random.pick(['quiet', 'continue', 'impersonate', 'regenerate', 'swipe'])),
        ...maybe(random, .3, 'stop', () => random.some(8, () => random.pick(stops))),
        ...maybe(random, .15, 'logprobs', () => true), ...maybe(random, .15, 'logit_bias', () => ({ 12: -100, 7: 3 })),
        ...maybe(random, .12, 'json_schema', () => random.pick(schemas)) };
    return { ...page, ...maybe(random, .25, 'tools', () => random.pick(toolsets)) };
}

export function textPage(random, source, server) {
    const settings = chosen(random, textChoices, .25);
    const own = source === 'ooba' ? 'custom_model' : `${source}_model`;
    if (['ollama', 'mancer', 'dreamgen'].includes(source) || random.chance(.6)) settings[own] = 'org/model-x';
    if (source === 'huggingface') settings.seed = random.below(9); // a random one otherwise
    const biased = random.chance(.2);
    if (biased) settings.logit_bias = [{ text: 'x', value: 1 }];
    return { prompt: 'You are Captain Bryde.\n\nNora: Where?\nCaptain Bryde:', settings,
        server: textServers[source] || random.pick([server, `${server}/`, `${server}/v1`, `${server}/v1/`]),
        ...maybe(random, .4, 'type', () => random.pick(['continue', 'impersonate', 'quiet', 'swipe'])),
        ...maybe(random, .4, 'stop', () => [...new Set(random.some(6, () => random.pick(stops)))]),
        ...maybe(random, .2, 'logprobs', () => true), ...(biased ? { logit_bias: { 12: -100, 7: 3 } } : {}),
        ...maybe(random, .3, 'max_tokens', () => 500), ...maybe(random, .3, 'max_context', () => 2048) };
}

export function koboldPage(random) {
    return { prompt: 'You are Captain Bryde.\nNora: Where?\nCaptain Bryde:', settings: chosen(random, koboldChoices, .3),
        ...maybe(random, .4, 'type', () => random.pick(['continue', 'impersonate', 'quiet'])),
        ...maybe(random, .4, 'flags', () => Object.fromEntries(
            abilities.filter(() => random.chance(.4)).map(name => [`can_use_${name}`, false]))),
        ...maybe(random, .4, 'stop', () => random.some(2, () => random.pick(stops))), ...maybe(random, .3, 'max_tokens', () => 350) };
}
