#include "core/prompt/promptparts.h"

#include "core/prompt/promptaccount.h"
#include "core/prompt/promptblocks.h"

#include <QCoreApplication>
#include <QHash>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// What stands inside a thing and is none itself.
bool isInside(const Source &link)
{
    switch (link.family()) {
    case SourceFamily::Macro:
    case SourceFamily::Regex:
    case SourceFamily::Rule:
    case SourceFamily::Separator:
        return true;
    default:
        return link.kind() == SourceKind::ExampleName || link.kind() == SourceKind::GroupFieldName ||
               link.kind() == SourceKind::HistoryName;
    }
}

QList<Source> linksOf(Source source) // outermost first
{
    QList<Source> links;
    for (;; source = source.parent()) {
        links.prepend(source);
        if (!source.hasParent())
            return links;
    }
}

} // namespace

bool isChatThing(const Source &thing)
{
    return thing.family() == SourceFamily::History || thing.kind() == SourceKind::NewUser;
}

bool PromptPart::isChat() const
{
    return isChatThing(source);
}

Source thingOf(const Source &source)
{
    const QList<Source> links = linksOf(source);
    const auto inside = std::ranges::find_if(links, isInside);
    return inside == links.begin() ? links.first() : *std::prev(inside);
}

QString thingKey(const Source &thing)
{
    if (isChatThing(thing))
        return u"chat|"_s + thing.id();
    if (thing.family() == SourceFamily::WorldBook && !thing.id().isEmpty())
        return u"lore|"_s + thing.id();
    QString key;
    for (const Source &link : linksOf(thing)) {
        if (link.kind() == SourceKind::PresetFile)
            continue;
        const bool isBlock = link.family() == SourceFamily::Preset; // wherever it is placed
        key += u'|' + (isBlock ? u"preset"_s : link.type()) + u':' +
               (link.id().isEmpty() ? link.label() : link.id());
    }
    return key;
}

QString thingName(const Source &thing)
{
    const QStringList path = thing.path();
    const QString label = path.isEmpty() ? thing.type() : path.last();
    if (isChatThing(thing)) {
        bool isIndex = false;
        const int index = thing.id().toInt(&isIndex);
        if (thing.kind() == SourceKind::NewUser)
            return QCoreApplication::translate("PromptParts", "the text being written");
        //: %1 is the message's number in the chat, from 0 as in SillyTavern, %2 who said it
        return isIndex ? QCoreApplication::translate("PromptParts", "message %1 of %2").arg(index).arg(label)
                       : label;
    }
    static const QHash<SourceKind, const char *> fields{
        {SourceKind::CardDepthPrompt, QT_TRANSLATE_NOOP("PromptParts", "character's note")},
        {SourceKind::CardSystemPrompt, QT_TRANSLATE_NOOP("PromptParts", "system prompt")},
        {SourceKind::CardPostHistory, QT_TRANSLATE_NOOP("PromptParts", "post-history instructions")},
        {SourceKind::CharDescription, QT_TRANSLATE_NOOP("PromptParts", "description")},
        {SourceKind::CharPersonality, QT_TRANSLATE_NOOP("PromptParts", "personality")},
        {SourceKind::CharScenario, QT_TRANSLATE_NOOP("PromptParts", "scenario")},
        {SourceKind::CharExamples, QT_TRANSLATE_NOOP("PromptParts", "examples")},
    };
    const bool isField = thing.family() == SourceFamily::Char || thing.family() == SourceFamily::Card ||
                         thing.family() == SourceFamily::Persona;
    if (!isField)
        return label;
    const char *field = fields.value(thing.kind());
    const bool isInBlock = thing.hasParent() && thing.parent().kind() != SourceKind::PresetFile;
    if (!isInBlock && !field)
        return label;
    //: %1 is a block's name or a card's field, %2 whose text it is: "Description (card Mira)"
    return QCoreApplication::translate("PromptParts", "%1 (%2)")
        .arg(isInBlock ? thing.parent().label() : QCoreApplication::translate("PromptParts", field), label);
}

QList<PromptPart> promptParts(const AssembledPrompt &prompt)
{
    QList<PromptPart> parts;
    QHash<QString, int> seen;
    const QList<OutboundMessage> messages = promptBlocks(prompt);
    for (qsizetype number = 0; number < messages.size(); ++number) {
        const OutboundMessage &message = messages.at(number);
        const qsizetype first = parts.size();
        const auto begin = [&](const Source &thing, qsizetype start) {
            PromptPart part;
            part.source = thing;
            part.key = thingKey(thing);
            part.role = message.role;
            part.message = number;
            part.start = start;
            parts.append(part);
        };
        const QList<int> tokens = messageAccount(message, prompt.budget).spans;
        QString between; // belongs to a thing only if that goes on behind it
        for (qsizetype i = 0; i < message.content.spans().size(); ++i) {
            const Span &span = message.content.spans().at(i);
            const QStringView text = QStringView(message.content.text()).sliced(span.start, span.length);
            if (isSeparator(span.source)) {
                between += text;
                continue;
            }
            const Source thing = thingOf(span.source);
            if (parts.size() == first || !(parts.last().source == thing))
                begin(thing, span.start);
            else
                parts.last().text += between;
            parts.last().text += text;
            parts.last().tokens += tokens.at(i);
            between.clear();
        }
        if (parts.size() == first) // an empty message is one, too
            begin(thingOf(message.source), 0);
    }
    for (PromptPart &part : parts) {
        if (const int count = ++seen[part.key]; count > 1)
            part.key += u'#' + QString::number(count);
    }
    return parts;
}

} // namespace snug
