#include "core/templates/templategallery.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

QString trGallery(const char *text)
{
    return QCoreApplication::translate("TemplateGallery", text);
}

QString roleplay()
{
    return uR"TEXT({# Persona, card and lore in one system message, then the chat as it was said. #}
You play {{ char.name }} in a story with {{ user.name }}. Stay in character.
{% if lore_before.length %}

# World
{{ lore_before }}
{% endif %}

# {{ char.name }}
{{ char.facts }}
{% if user.facts.length %}

# {{ user.name }}
{{ user.facts }}
{% endif %}
{% if lore_after.length %}

# Also true
{{ lore_after }}
{% endif %}
{% if memories[char.id] %}

# What {{ char.name }} remembers
{{ memories[char.id] }}
{% endif %}

{% for m in history %}
{% call send_as(m.role) %}{{ m.content }}{% endcall %}
{% endfor %}
{% if char.post_history %}
{% call send_as('system') %}{{ char.post_history }}{% endcall %}
{% endif %}
)TEXT"_s;
}

QString logAndLast()
{
    return uR"TEXT({# Long chats: the older part as a short log, the last messages word for word. #}
{% set kept = 12 %}
{% set older = history.slice(0, -kept) %}
{{ char.facts }}
{{ user.facts }}
{% if older.length %}

# Earlier
{% for m in older %}
- {{ m.author }}: {{ m.content | truncate(120) }}
{% endfor %}
{% endif %}

{% for m in history.slice(-kept) %}
{% call send_as(m.role) %}{{ m.content }}{% endcall %}
{% endfor %}
)TEXT"_s;
}

QString script()
{
    return uR"TEXT({# The whole scene as one script that the model continues: for models that mix up turns. #}
{% macro part(who) %}
## {{ who.name }}
{{ who.facts }}

{% endmacro %}
# Cast
{% for who in entities %}
{{ part(who) }}
{% endfor %}
{% for who in others %}
{{ part(who) }}
{% endfor %}
{% call send_as('user') %}
Continue this script with what {{ entity_names }} {{ 'says' if _single_entity else 'say' }} and do next.
Begin each speech with the name and a colon.

{% for m in history %}
{{ m.author }}: {{ m.content }}
{% endfor %}
{% endcall %}
)TEXT"_s;
}

QString atDepth()
{
    return uR"TEXT({# Author's note, deep lore and the like where they ask to be: counted from the newest message. #}
{% macro injectedAt(depth) %}
{% for text in injected %}
{% if text.depth == depth %}
{% call send_as(text.role) %}{{ text.content }}{% endcall %}
{% endif %}
{% endfor %}
{% endmacro %}
{{ lore_before }}
{{ char.description }}
{{ char.personality }}
{{ char.scenario }}
{{ user.description }}
{{ lore_after }}

{% for m in history %}
{{ injectedAt(loop.revindex) }}
{% call send_as(m.role) %}{{ m.content }}{% endcall %}
{% endfor %}
{{ injectedAt(0) }}
)TEXT"_s;
}

QString base()
{
    return uR"TEXT({# To be extended: give a character a template that begins with an extends tag naming this one and
   then holds only the blocks that differ. super() inserts what is here. #}
{% block rules %}
You write as {{ char.name }}. {{ user.name }} writes as {{ user.name }}.
{% endblock %}

{% block about %}
{{ char.facts }}
{{ user.facts }}
{% endblock %}

{% block lore %}
{{ lore_before }}
{{ lore_after }}
{% endblock %}

{% block chat %}
{% for m in history %}
{% call send_as(m.role) %}{{ m.content }}{% endcall %}
{% endfor %}
{% endblock %}
{% block last %}
{% endblock %}
)TEXT"_s;
}

} // namespace

QList<GalleryTemplate> templateGallery()
{
    return {
        {trGallery(QT_TRANSLATE_NOOP("TemplateGallery", "Roleplay")),
         trGallery(QT_TRANSLATE_NOOP("TemplateGallery",
                                     "World, card, persona and memories under headings, then the chat.")),
         roleplay()},
        {trGallery(QT_TRANSLATE_NOOP("TemplateGallery", "Log and Last Messages")),
         trGallery(QT_TRANSLATE_NOOP("TemplateGallery", "The older part of a long chat as a short log.")),
         logAndLast()},
        {trGallery(QT_TRANSLATE_NOOP("TemplateGallery", "Script")),
         trGallery(QT_TRANSLATE_NOOP("TemplateGallery",
                                     "The scene as one text with names in front, for several characters.")),
         script(),
         u"You continue scripts. You write nothing but the script.{% if not _single_entity %} "
         u"Not everybody has to speak.{% endif %}"_s},
        {trGallery(QT_TRANSLATE_NOOP("TemplateGallery", "Injections at Depth")),
         trGallery(QT_TRANSLATE_NOOP("TemplateGallery",
                                     "Notes and deep lore between the messages, where they ask to be.")),
         atDepth()},
        {trGallery(QT_TRANSLATE_NOOP("TemplateGallery", "Base")),
         trGallery(QT_TRANSLATE_NOOP("TemplateGallery", "Blocks for characters' own templates to extend.")),
         base()},
    };
}

} // namespace snug
