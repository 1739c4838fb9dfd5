// Runs in SillyTavern's page. window.playCase(case) puts a case in effect, asks for the reply as its buttons do, and
// gives {requests: [{messages} or {prompt, stop}], problem?}. Requests for replies are answered here.

const pause = milliseconds => new Promise(done => setTimeout(done, milliseconds));
const settled = 1150; // the page counts tokens, and resolves macros for it, a second after a change

window.preparePage = async () => {
    const [script, openai, world, power, extensions, groups, textgen, tags, tokenizers] = await Promise.all(
        ['/script.js', '/scripts/openai.js', '/scripts/world-info.js', '/scripts/power-user.js', '/scripts/extensions.js',
            '/scripts/group-chats.js', '/scripts/textgen-settings.js', '/scripts/tags.js', '/scripts/tokenizers.js'].map(
            name => import(name)));
    window.parts = { script, openai, world, power, extensions, groups, textgen, tags, tokenizers };
    window.played = { sent: [], reply: '', avatars: [], worlds: [], groups: [] };
    const realFetch = window.fetch;
    window.fetch = async (address, options) => {
        const path = String(address?.url ?? address);
        if (path.includes('/api/settings/save')) // a case's settings are not the next one's
            return new Response('{"result":"ok"}', { status: 200, headers: { 'Content-Type': 'application/json' } });
        const isChat = path.includes('/api/backends/chat-completions/generate');
        if (!isChat && !path.includes('/api/backends/text-completions/generate'))
            return realFetch(address, options);
        window.played.sent.push(JSON.parse(await new Response(options.body).text()));
        const content = window.played.reply;
        const answer = isChat
            ? { choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }] }
            : { choices: [{ text: content }], content };
        return new Response(JSON.stringify(answer), { status: 200, headers: { 'Content-Type': 'application/json' } });
    };
    await new Promise(ready => {
        const press = setInterval(() => {
            for (const button of document.querySelectorAll('dialog[open] .popup-button-ok')) button.click();
        }, 300);
        script.eventSource.on('app_ready', () => { clearInterval(press); ready(); });
    });
    await pause(1500);
    window.freshSettings = structuredClone(power.power_user);
    window.freshMemory = structuredClone(extensions.extension_settings.memory);
};

const post = (path, body) => fetch(path, {
    method: 'POST', headers: parts.script.getRequestHeaders(), body: JSON.stringify(body) });

async function clearAway() {
    for (const group of played.groups) await post('/api/groups/delete', { id: group });
    for (const avatar of played.avatars) await post('/api/characters/delete', { avatar_url: avatar, delete_chats: true });
    for (const name of played.worlds) await post('/api/worldinfo/delete', { name });
    Object.assign(played, { avatars: [], worlds: [], groups: [], sent: [] });
    parts.world.worldInfoCache.clear?.();
}

function putSettings(given) {
    const { power_user: user } = parts.power;
    const { extension_settings: extensions } = parts.extensions;
    const settings = given.settings;
    for (const key of Object.keys(user)) delete user[key];
    Object.assign(user, structuredClone(window.freshSettings), { persona_show_notifications: false });
    Object.assign(extensions, {
        note: { default: '', chara: [], wiAddition: [], ...(settings.note ?? {}) },
        variables: { global: structuredClone(settings.global_variables ?? {}) },
        regex: structuredClone(given.regex ?? []), regex_presets: [], character_allowed_regex: [],
        preset_allowed_regex: {},
    });
    Object.assign(extensions.memory, structuredClone(window.freshMemory), settings.memory);
    const elsewhere = ['memory', 'note', 'global_variables', 'tags', 'tag_map', 'allow_scoped_regex', 'extra_books'];
    for (const [key, value] of Object.entries(settings)) {
        if (key.startsWith('world_info_') || elsewhere.includes(key)) continue;
        if (key === 'reasoning') Object.assign(user.reasoning, value);
        else user[key] = structuredClone(value);
    }
    const { tags, tag_map: map } = parts.tags;
    tags.splice(0, tags.length, ...(settings.tags ?? []));
    for (const key of Object.keys(map)) delete map[key];
    Object.assign(map, structuredClone(settings.tag_map ?? {}));
}

async function putWorlds(given) {
    const { world } = parts;
    const books = {
        world_info_depth: 2, world_info_budget: 25, world_info_budget_cap: 0, world_info_include_names: true,
        world_info_recursive: true, world_info_case_sensitive: false, world_info_match_whole_words: true,
        world_info_character_strategy: 1, world_info_min_activations: 0, world_info_min_activations_depth_max: 0,
        world_info_max_recursion_steps: 0, world_info_use_group_scoring: false,
    };
    for (const key of Object.keys(books)) if (key in given.settings) books[key] = given.settings[key];
    for (const book of given.world) {
        await post('/api/worldinfo/edit', { name: book.name, data: book.data });
        played.worlds.push(book.name);
    }
    const active = given.world.filter(book => book.scope === 'global').map(book => book.name);
    await world.updateWorldInfoList();
    world.updateWorldInfoSettings(books, active);
    world.world_info.charLore = [];
    world.world_info.globalSelect = active;
}

async function putCards(given) {
    const { script } = parts;
    for (const card of given.cards) {
        const name = card.data?.name ?? card.name;
        const form = new FormData();
        form.append('avatar', new File([JSON.stringify(card)], `${name}.json`, { type: 'application/json' }));
        form.append('file_type', 'json');
        form.append('preserved_name', `${name}.png`);
        const answer = await fetch('/api/characters/import', {
            method: 'POST', headers: script.getRequestHeaders({ omitContentType: true }), body: form });
        played.avatars.push(`${(await answer.json()).file_name}.png`);
    }
    await script.getCharacters();
    if (given.settings.allow_scoped_regex)
        parts.extensions.extension_settings.character_allowed_regex = [...played.avatars];
    if (given.settings.extra_books)
        parts.world.world_info.charLore = [{ name: played.avatars[0].replace('.png', ''), extraBooks: given.settings.extra_books }];
}

function putPersona(given) {
    const { power_user: user } = parts.power;
    const persona = given.persona ?? {};
    parts.script.setUserName(given.input.user_name, { toastPersonaNameChange: false });
    Object.assign(user, {
        persona_description: persona.description ?? '', persona_description_position: persona.position ?? 0,
        persona_description_depth: persona.depth ?? 2, persona_description_role: persona.role ?? 0,
        persona_description_lorebook: persona.lorebook ?? '',
    });
}

async function putPreset(given) {
    const { script, openai } = parts;
    script.changeMainAPI('openai');
    const name = 'case';
    openai.openai_setting_names[name] ??= openai.openai_settings.push({}) - 1;
    const index = openai.openai_setting_names[name];
    openai.openai_settings[index] = structuredClone(given.preset);
    const list = $('#settings_preset_openai');
    if (!list.find('option').filter((_, option) => option.textContent === name).length)
        list.append($('<option>').val(index).text(name));
    const settings = openai.oai_settings;
    settings.bind_preset_to_connection = false;
    list.val(index).trigger('change');
    await pause(0);
    await openai.getPresetApplicationPromise();
    Object.assign(settings, {
        chat_completion_source: 'custom', custom_url: 'http://127.0.0.1:9/v1', custom_model: given.input.model,
        custom_prompt_post_processing: '', stream_openai: false, function_calling: false,
        openai_max_context: given.input.context_size, openai_max_tokens: given.input.max_tokens,
    });
}

function putTemplates(given) {
    const { power_user: user } = parts.power;
    if (given.preset && !given.context && !given.instruct && !given.sysprompt) return;
    parts.script.changeMainAPI('textgenerationwebui');
    // Counted with the vocabulary of the model that the case names.
    Object.assign(parts.openai.oai_settings, { chat_completion_source: 'openai', openai_model: given.input.model });
    user.tokenizer = 2;
    Object.assign(parts.textgen.textgenerationwebui_settings, { type: 'llamacpp', streaming: false });
    parts.script.setGenerationParamsFromPreset({ genamt: given.input.max_tokens, max_length: given.input.context_size });
    const ofContext = ['story_string', 'example_separator', 'chat_start', 'use_stop_strings', 'names_as_stop_strings',
        'story_string_position', 'story_string_depth', 'story_string_role'];
    const ofUser = ['always_force_name2', 'trim_sentences', 'single_line', 'collapse_newlines', 'trim_spaces'];
    for (const [key, value] of Object.entries(given.context ?? {})) {
        if (ofContext.includes(key)) user.context[key] = value;
        if (ofUser.includes(key) && !(key in given.settings)) user[key] = value;
    }
    Object.assign(user.instruct, given.instruct ?? {}, { enabled: !!given.instruct });
    Object.assign(user.sysprompt, given.sysprompt ?? {}, { enabled: !!given.sysprompt });
}

async function openChat(given) {
    const { script, groups } = parts;
    const file = 'case';
    if (given.group) {
        for (let index = 0; index < script.characters.length; ++index) await script.unshallowCharacter?.(String(index));
        const answer = await post('/api/groups/create', { ...given.group, chat_id: file, chats: [file], chat_metadata: {} });
        const { id } = await answer.json();
        played.groups.push(id);
        await post('/api/chats/group/save', { id: file, chat: given.chat, force: true });
        await script.getCharacters();
        await groups.openGroupById(id);
        await pause(50);
    } else {
        const avatar = played.avatars[0];
        const index = script.characters.findIndex(card => card.avatar === avatar);
        const { name } = script.characters[index];
        await post('/api/chats/save', { ch_name: name, file_name: file, chat: given.chat, avatar_url: avatar, force: true });
        await script.unshallowCharacter?.(String(index));
        script.characters[index].chat = file;
        script.setCharacterId(undefined);
        await script.selectCharacterById(index, { switchMenu: false });
        await pause(0);
        if (script.getCurrentChatId() !== file) await script.openCharacterChat(file);
    }
    await script.eventSource.emit(script.event_types.CHAT_CHANGED, script.getCurrentChatId());
    await pause(settled);
    // What the page has set while the chat opened is not the case's.
    script.chat_metadata.variables = structuredClone(given.chat[0]?.chat_metadata?.variables ?? {});
    parts.extensions.extension_settings.variables = { global: structuredClone(given.settings.global_variables ?? {}) };
}

// The reply that is swiped gets another one, as the arrow does it.
function beginSwipe() {
    const message = parts.script.chat.at(-1);
    if (message.swipe_id === undefined || !Array.isArray(message.swipes)) {
        message.swipes = [message.mes];
        message.swipe_info = [{ send_date: message.send_date, extra: message.extra }];
    }
    message.swipe_id = message.swipes.length;
    for (const key of ['memory', 'display_text', 'media', 'inline_image', 'files', 'fileLength', 'title', 'append_title'])
        delete message.extra?.[key];
}

// The time that macros know; it goes on, for the page's own waiting.
const RealDate = Date;
function setClock(now) {
    if (!now) { window.Date = RealDate; return; }
    const ahead = RealDate.parse(now) - RealDate.now();
    window.Date = class extends RealDate {
        constructor(...given) { super(...(given.length ? given : [RealDate.now() + ahead])); }
        static now() { return RealDate.now() + ahead; }
    };
}

async function ask(given, turn) {
    const { script } = parts;
    played.reply = turn.reply;
    $('#send_textarea').val(turn.text);
    const options = {};
    if (turn.type === 'quiet') Object.assign(options, { quiet_prompt: given.input.quiet_prompt, quietToLoud: false });
    if (turn.type === 'swipe') beginSwipe();
    if (given.input.speaker)
        options.force_chid = script.characters.findIndex(card => card.name === given.input.speaker);
    if (given.group && turn.type === 'regenerate' && !given.input.speaker)
        await parts.groups.regenerateGroup(); // as the button does
    else
        await script.Generate(turn.type, options);
}

// As it counts what it sends.
async function countsOf(messages) {
    const counts = [];
    for (const { role, content, name } of messages)
        counts.push(await parts.tokenizers.countTokensOpenAIAsync({ role, content, ...(name ? { name } : {}) }));
    return counts;
}

window.playCase = async given => {
    const { script, openai } = parts;
    toastr.clear();
    const manager = openai.promptManager;
    if (manager) { // it assembles by itself, to count
        manager.tryGenerate = async () => {};
        manager.render = () => {};
        manager.renderDebounced = () => {};
    }
    await script.closeCurrentChat?.().catch(() => {});
    await clearAway();
    putSettings(given);
    await putWorlds(given);
    await putCards(given);
    putPersona(given);
    putTemplates(given);
    if (given.preset) await putPreset(given);
    script.setOnlineStatus('Valid');
    await openChat(given);
    setClock(given.input.now);
    let problem;
    const turns = given.turns.map(turn => (
        { text: turn.user_text ?? '', type: turn.generation_type ?? 'normal', reply: turn.reply }));
    turns.push({ text: given.input.user_text ?? '', type: given.input.generation_type, reply: 'A short fixed reply.' });
    try {
        for (const turn of turns) await ask(given, turn);
    } catch (error) { // SillyTavern's own: it sends nothing then
        problem = String(error?.stack ?? error).slice(0, 300);
    }
    setClock();
    $('#send_textarea').val('');
    const requests = played.sent.map(body => given.preset ? { messages: body.messages }
        : { prompt: body.prompt, stop: body.stop });
    if (given.postProcessing)
        requests.forEach((request, index) => Object.assign(request, { body: played.sent[index] }));
    if (given.preset && !given.postProcessing && requests.length > 0)
        requests.at(-1).counts = await countsOf(requests.at(-1).messages);
    return { requests, problem };
};
