// Made-up lists of messages: names, pictures, calls and their answers, empty contents, signatures.
const words = ['tide', 'bell', 'harbour', 'Ünicode ☂ 海', 'two\n\nparts', '"quoted"', 'a\tb', 'end.', '{{x}}', '\\n'];
const speakers = ['Nora: ', 'Captain Bryde: ', 'Ines: ', 'Old Tom: ', 'Nora:', 'nora: '];

export class Messages {
    // `taste`: what may be in them: lists, names, tools, signatures.
    constructor(random, taste) {
        Object.assign(this, random);
        this.taste = taste;
        this.ids = 0;
        this.unanswered = [];
    }

    text() {
        if (this.chance(.14)) return this.pick(['', '', ' ', '\n', '\n\n']);
        const said = [this.pick(words), ...this.some(3, () => this.pick(words))].join(' ');
        return (this.chance(.12) ? this.pick(speakers) : '') + said + (this.chance(.06) ? this.pick([' ', '\n', '\n\n']) : '');
    }

    part() {
        const detail = this.chance(.6) ? { detail: this.pick(['low', 'high', 'auto']) } : {};
        const picture = this.pick(['data:image/png;base64,iVBORw0KGgo=', 'data:image/jpeg;base64,/9j/4AAQ', 'https://pics.example/a.png']);
        const others = [
            { type: 'image_url', image_url: { url: picture, ...detail } },
            { type: 'video_url', video_url: { url: this.pick(['data:video/mp4;base64,AAAA', 'https://pics.example/a.mp4']) } },
            { type: 'audio_url', audio_url: { url: this.pick(['data:audio/mpeg;base64,SUQz', 'data:audio/wav;base64,UklGRg==']) } },
        ];
        return this.chance(.6) ? { type: 'text', text: this.text() } : this.pick([others[0], ...others]);
    }

    // A list begins with words and has no empty line at their edges: SillyTavern writes random letters otherwise,
    // where it joins messages.
    content() {
        if (!this.chance(this.taste.lists)) return this.text();
        const parts = [{ type: 'text', text: this.pick(words) }, ...this.some(2, () => this.part())];
        for (const part of parts) if (part.type === 'text') part.text = part.text.replace(/^\n+|\n+$/g, '') || 'bell';
        return parts;
    }

    call() {
        const id = this.pick(['call_', 'toolu_', 'x']) + ++this.ids;
        this.unanswered.push(id);
        const given = ['{"a":1}', '{}', '{"where": "bell", "n": [1, 2.5]}', '{"b":null}', '{"c":"ü"}', this.chance(.3) ? 'no json' : '{}'];
        const call = { id, type: 'function', function: { name: this.pick(['look', 'roll_dice', 'weather']), arguments: this.pick(given) } };
        return this.chance(.2) ? { ...call, signature: `SIG-CALL-${id}` } : call;
    }

    withTools() {
        if (this.unanswered.length && this.chance(.85))
            return { role: 'tool', content: this.text(), tool_call_id: this.unanswered.shift() };
        const said = this.pick([{ content: '' }, { content: null }, {}, { content: this.text() }, { content: this.content() }]);
        return { role: 'assistant', ...said, tool_calls: [this.call(), ...(this.chance(.25) ? [this.call()] : [])] };
    }

    named(message) {
        const names = message.role === 'system'
            ? ['example_user', 'example_assistant', 'Narrator'] : ['Nora', 'Captain_Bryde', 'Ines', 'Captain Bryde', 'example_user'];
        if (this.taste.names && this.chance(.4)) message.name = this.pick(names);
        if (message.role === 'assistant' && this.taste.signatures && this.chance(.4)) message.signature = `SIG-${++this.ids}`;
        return message;
    }

    message() {
        if (this.taste.tools && this.chance(.25)) return this.named(this.withTools());
        return this.named({ role: this.pick(['system', 'user', 'user', 'assistant']), content: this.content() });
    }

    list() {
        const leading = this.some(3, () => this.named({ role: 'system', content: this.content() }));
        const begun = this.chance(.2) ? [{ role: 'assistant', content: this.text() }] : [];
        return [...(this.chance(.5) ? leading : []), ...this.some(7, () => this.message()), ...begun];
    }
}
