#include "widgets/inspector/segmentfacts.h"

#include "core/formats/jsontext.h"
#include "core/prompt/promptaccount.h"
#include "widgets/inspector/outboundmodel.h"

#include <QCoreApplication>
#include <QLocale>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

QString tr(const char *text, int n = -1)
{
    return QCoreApplication::translate("snug::SegmentFacts", text, nullptr, n);
}

QString sizeText(qsizetype length, int tokens, const Budget &budget)
{
    const QString characters =
        length == 1 ? tr("1 character") : tr("%1 characters").arg(QLocale().toString(length));
    if (budget.counterName.isEmpty())
        return characters;
    const QString number = tokensText(tokens, budget.kind);
    return characters + u" · "_s + (tokens == 1 ? tr("%1 token") : tr("%1 tokens")).arg(number);
}

// Type and id, then, on a line of their own, the entry's other fields without its text.
QString tagText(const Json &object)
{
    constexpr qsizetype longest = 40;
    QStringList tag;
    QStringList fields;
    for (const Json::Member &member : object.members()) {
        if (member.key == u"content" || member.key == u"description")
            continue;
        const bool isTag = member.key == u"type" || member.key == u"id";
        QString value =
            member.value.isString() ? member.value.toText() : QString::fromUtf8(writeJsonLine(member.value));
        if (value.size() > longest)
            value = value.left(longest) + u'…';
        if (isTag)
            tag.append(value);
        else
            fields.append(member.key + u": "_s + value);
    }
    QStringList lines{tag.join(u" · "_s), fields.join(u" · "_s)};
    lines.removeAll(QString());
    return lines.join(u'\n');
}

} // namespace

QString SegmentFacts::pathText() const
{
    return path.join(u" › "_s);
}

QString SegmentFacts::spoken() const
{
    QStringList parts = path;
    parts += size;
    if (!place.isEmpty())
        parts += place;
    if (!tag.isEmpty())
        parts += tag;
    if (!why.isEmpty())
        parts += why;
    return parts.join(u", "_s);
}

SegmentFacts segmentFacts(const OutboundMessage &message, qsizetype span, const Budget &budget)
{
    const Span &segment = message.content.spans().at(span);
    SegmentFacts facts;
    facts.source = segment.source;
    facts.group = segment.source.group();
    facts.path = segment.source.path();
    if (facts.path.isEmpty())
        facts.path.append(segment.source.type());
    facts.originStart = segment.originStart;
    facts.tag = tagText(message.sourceObject);
    facts.size = sizeText(segment.length, messageAccount(message, budget).spans.at(span), budget);
    if (segment.originStart >= 0) {
        const QLocale locale;
        //: Where the segment stands in the text it comes from, counted from 1.
        facts.place = tr("characters %1–%2 of its source")
                          .arg(locale.toString(segment.originStart + 1),
                               locale.toString(segment.originStart + segment.length));
    }
    return facts;
}

QString groupName(SourceGroup group)
{
    switch (group) {
    case SourceGroup::Preset:
        return tr("Preset");
    case SourceGroup::Card:
        return tr("Card");
    case SourceGroup::Persona:
        return tr("Persona");
    case SourceGroup::Lorebook:
        return tr("Lore");
    case SourceGroup::ChatUser:
        return tr("You");
    case SourceGroup::ChatCharacter:
        return tr("Characters");
    case SourceGroup::Injection:
        return tr("Notes");
    case SourceGroup::Memory:
        return tr("Memory");
    case SourceGroup::Template:
        return tr("Template");
    }
    return {};
}

} // namespace snug
