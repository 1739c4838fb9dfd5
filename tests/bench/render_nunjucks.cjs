// node render_nunjucks.cjs TEMPLATE CONTEXT: what `snug render-template` does, by npm's nunjucks.
const fs = require('fs');
const nunjucks = require('nunjucks');

const environment = new nunjucks.Environment(null, {autoescape: false, trimBlocks: true, lstripBlocks: true});
const isText = (value) => typeof value === 'string';
// The filters that hologram defines itself, as far as the template uses them.
environment.addFilter('default', (value, other) => (value === undefined || value === null || value === '' ? other : value));
environment.addFilter('length', (value) => (Array.isArray(value) || isText(value) ? value.length : 0));
environment.addFilter('last', (value) => (Array.isArray(value) || isText(value) ? value[value.length - 1] : undefined));
environment.addFilter('upper', (value) => (isText(value) ? value.toUpperCase() : value));
environment.addFilter('trim', (value) => (isText(value) ? value.trim() : value));
environment.addFilter('sort', (value) => (Array.isArray(value) ? [...value].sort() : value));
environment.addFilter('join', (value, separator, field) =>
  Array.isArray(value) ? (field ? value.map((item) => item[field]) : value).join(separator ?? ',') : '');
environment.addFilter('batch', (value, size = 1) => {
  const groups = [];
  for (let i = 0; i < value.length; i += size) groups.push(value.slice(i, i + size));
  return groups;
});

const template = fs.readFileSync(process.argv[2], 'utf8');
const context = JSON.parse(fs.readFileSync(process.argv[3], 'utf8'));
const content = environment.renderString(template, context).trim();
console.log(JSON.stringify({messages: content ? [{role: 'system', content}] : []}));
