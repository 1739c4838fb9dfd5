// Writes the expected token ids of the rows below, as the reference implementations give them.
// Only needed when rows are added:
//   npm install --no-save tiktoken@1.0.22 @huggingface/tokenizers@0.2.0
//   ./make_small_tokenizers.py . && node make_golden.mjs
// Every file is one JSON object: the row's name -> {text, ids}.
import { readFileSync, writeFileSync } from 'node:fs';
import { get_encoding } from 'tiktoken';
import { Tokenizer } from '@huggingface/tokenizers';

const rows = {
  'one word': 'lantern',
  'prose with quotes and actions': '*She lifts the lantern.* “You came,” she says. "Nobody else dared?"',
  'contractions in every case': "I'm we've they'll it's he'd don't you're I'M WE'VE THEY'LL IT'S HE'D DON'T YOU'RE",
  'contraction with long s': "it'\u017f that'\u017fo",
  'typographic apostrophes': 'I’m don’t we’ll',
  'digits': '1 12 123 1234 12345 1234567890 3.14159 1,000,000 ٣٤٥٦ ⅷ ½²',
  'camel case and acronyms': 'parseHTTPResponse XMLHttpRequest iPhone GPT4o ǅungla',
  'one space': ' ',
  'spaces': '     ',
  'spaces before a word': '    word',
  'trailing spaces': 'word   ',
  'trailing newline and spaces': 'word \n  ',
  'newlines': '\n\n\n',
  'newlines and spaces mixed': ' \n \n\t\n  x\r\n\r\n y \r z',
  'tabs': '\t\tif (x)\t{\n\t\t\treturn;\n\t}',
  'unusual spaces': 'a\u00a0b\u2003c\u3000d\u200be\u180ef\u0085g\ufeffh\u2028i\u1680j',
  'space then byte order mark': '  \ufeff  x',
  'punctuation runs': '...!!! ---===--- ~~~ ??!! <<>> /* */ // #### |||',
  'punctuation then newlines': 'end.\n\nNext!\r\n\r\n//\n/path/to/file\n',
  'code': 'for (int i = 0; i < 10; ++i) { total += f(x[i], "y"); } // sum\n#include <vector>\n',
  'markdown': '# Title\n\n- **bold** and *it*\n1. [link](https://example.org/a?b=c&d=%20)\n\n```cpp\nint x;\n```\n',
  'german': 'Der Leuchtturmwärter öffnete die schwere Tür zur Straße, Größe ÄÖÜ ẞ.',
  'french': 'L’été où j’ai rêvé — ça, c’est déjà vu… «Ô Noël»',
  'combining marks': 'e\u0301te\u0301 n\u0303 a\u0308\u0323 Z\u0351\u036b\u0343a\u0321l\u0334g\u0321o\u0359',
  'vietnamese': 'Ngọn hải đăng đứng lặng lẽ trong đêm tối.',
  'polish': 'Zażółć gęślą jaźń.',
  'turkish': 'İstanbul’da ışık IĞDIR ığdır',
  'greek': 'Ο φάρος φώτιζε τη θάλασσα. ΣΊΣΥΦΟΣ ς',
  'russian': 'Маяк светил всю ночь, и ветер пел. ЁЖ ёж',
  'ukrainian': 'Ґанок, їжак, під’їзд',
  'georgian': 'შუქურა ანათებდა ზღვას ᲨᲣᲥᲣᲠᲐ',
  'armenian': 'Փարոսը լուսավորում էր',
  'hebrew': 'המגדלור האיר את הים. שָׁלוֹם',
  'arabic': 'أضاءت المنارة البحر، مَرْحَبًا',
  'persian': 'فانوس دریایی می‌درخشید',
  'hindi': 'प्रकाशस्तंभ ने समुद्र को रोशन किया।',
  'tamil': 'கலங்கரை விளக்கம் கடலை ஒளிரச் செய்தது',
  'thai': 'ประภาคารส่องแสงกลางทะเลในคืนนี้',
  'khmer': 'ប៉មភ្លើងហ្វារបំភ្លឺសមុទ្រ',
  'chinese': '灯塔照亮了大海，风在夜里低声歌唱。「你来了。」',
  'japanese': '灯台が海を照らし、「よく来たね」と彼女は言った。カタカナ ｶﾀｶﾅ',
  'korean': '등대가 바다를 비추고 바람이 노래했다. ㅋㅋㅋ ㅠㅠ',
  'old scripts': '𐌰𐌱𐌲 𓀀𓀁 𝔄𝔅 𝒶𝒷 𝟘𝟙',
  'emoji': '🦊🌙✨😀😃😄',
  'emoji sequences': '👩‍🔬 👨‍👩‍👧‍👦 🏴‍☠️ 🇯🇵🇩🇪 ❤️ 👍🏽 1️⃣',
  'emoji in words': 'fox🦊fox 🦊fox fox 🦊',
  'private use and unassigned': '\ue000\uf8ff\u0378\u{10ffff}',
  'control characters': 'a\u0000b\u0001c\u001bd\u007fe',
  'replacement character': 'a\ufffdb',
  'lone high surrogate': 'a\ud83db',
  'lone low surrogate': 'a\udd8ab',
  'surrogates in the wrong order': '\udd8a\ud83d',
  'special tokens are text': '<|endoftext|> <|im_start|>user\nhi<|im_end|>',
  'many letters a': 'a'.repeat(500),
  'many capitals': 'Q'.repeat(300),
  'many spaces then a word': ' '.repeat(300) + 'x',
  'many newlines': '\n'.repeat(200),
  'many ideographs': '灯'.repeat(200),
  'many emoji': '🦊'.repeat(60),
  'alternating long piece': 'ab'.repeat(300) + 'ba'.repeat(123),
  'long word of letters': 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
  'base64': 'iVBORw0KGgoAAAANSUhEUgAAAZAAAAGQCAYAAACAvzbMAAAAGXRFWHRTb2Z0d2FyZQBBZG9iZSBJbWFnZVJlYWR5ccllPAAA',
  'json': '{"name":"Mira","tags":["sea","fog"],"n":-1.5e+10,"ok":true,"x":null}',
};

const utf8 = new TextEncoder();
const wellFormed = (text) => new TextDecoder().decode(utf8.encode(text));
// JSON in ASCII, so that lone surrogates survive every editor.
const ascii = (value) => JSON.stringify(value).replace(/[\u007f-\uffff]/g,
  (c) => '\\u' + c.charCodeAt(0).toString(16).padStart(4, '0'));

function write(file, encode) {
  const lines = Object.entries(rows).map(([name, text]) =>
    `${ascii(name)}: {"text": ${ascii(text)}, "ids": ${JSON.stringify([...encode(text)])}}`);
  writeFileSync(file, '{\n' + lines.join(',\n') + '\n}\n');
}

for (const name of ['o200k_base', 'cl100k_base']) {
  const encoding = get_encoding(name);
  write(`${name}.ids.json`, (text) => encoding.encode_ordinary(text));
}
for (const name of ['bytelevel', 'bytelevel-whole', 'metaspace', 'fallback']) {
  const tokenizer = new Tokenizer(JSON.parse(readFileSync(`${name}.tokenizer.json`, 'utf8')), {});
  write(`${name}.ids.json`, (text) => tokenizer.encode(wellFormed(text), { add_special_tokens: false }).ids);
}
