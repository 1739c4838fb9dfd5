#include "core/prompt/knownto.h"

#include "core/formats/jsonlines.h"

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr QStringView endMark = u"__"; // whatever the tag

struct TagPlace
{
    qsizetype start = 0;
    qsizetype listStart = 0;
    qsizetype listEnd = 0;
    qsizetype end() const { return listEnd + endMark.size(); }
};

// The next tag from `from` on that ends on its own line.
std::optional<TagPlace> nextTag(QStringView text, QStringView tag, qsizetype from)
{
    for (qsizetype start = from; (start = text.indexOf(tag, start)) >= 0; ++start) {
        const qsizetype listStart = start + tag.size();
        const qsizetype listEnd = text.indexOf(endMark, listStart);
        if (listEnd < 0)
            return std::nullopt;
        if (!text.sliced(listStart, listEnd - listStart).contains(u'\n'))
            return TagPlace{start, listStart, listEnd};
    }
    return std::nullopt;
}

} // namespace

QStringList namesInTags(const QString &text, const KnowledgeSettings &settings)
{
    QStringList names;
    if (!settings.isEnabled)
        return names;
    const QString tag = settings.tagInEffect();
    for (auto place = nextTag(text, tag, 0); place; place = nextTag(text, tag, place->end())) {
        const QStringView list =
            QStringView(text).sliced(place->listStart, place->listEnd - place->listStart);
        for (const QStringView name : list.split(u',')) {
            if (const QStringView trimmed = name.trimmed(); !trimmed.isEmpty())
                names.append(trimmed.toString());
        }
    }
    return names;
}

std::optional<QStringList> knownToFromTags(const QString &text, const QString &sender,
                                           const KnowledgeSettings &settings)
{
    QStringList names = namesInTags(text, settings);
    if (names.isEmpty())
        return std::nullopt;
    if (!sender.isEmpty() && !names.contains(sender))
        names.append(sender);
    return names;
}

QString privateText(const QString &text, const QStringList &names, const KnowledgeSettings &settings)
{
    QStringList fitting;
    for (const QString &name : names) {
        if (!name.trimmed().isEmpty() && !name.contains(u',') && !name.contains(endMark) &&
            !name.contains(u'\n'))
            fitting.append(name.trimmed());
    }
    if (fitting.isEmpty())
        return text;
    return settings.tagInEffect() + fitting.join(u',') + endMark + u' ' + text;
}

QString textWithoutTags(const QString &text, const KnowledgeSettings &settings)
{
    QString result = text;
    const QString tag = settings.tagInEffect();
    for (auto place = nextTag(result, tag, 0); place; place = nextTag(result, tag, place->start)) {
        static constexpr QStringView note = u"(ooc:";
        qsizetype start = place->start;
        qsizetype end = place->end();
        const QStringView before = QStringView(result).left(start).trimmed();
        if (before.endsWith(note, Qt::CaseInsensitive) && QStringView(result).sliced(end).startsWith(u')')) {
            start = QStringView(result).left(start).lastIndexOf(note, Qt::CaseInsensitive);
            ++end;
        }
        // One of the blanks on both sides goes with it.
        const bool isFirst = start == 0 || result.at(start - 1).isSpace();
        if (isFirst && end < result.size() && result.at(end) == u' ')
            ++end;
        result.remove(start, end - start);
        place->start = start;
    }
    return result;
}

bool isKnownTo(const QStringList &knownTo, const QString &name)
{
    return name.isEmpty() || knownTo.isEmpty() || knownTo.contains(name);
}

static QStringList textsOf(const Json &list)
{
    QStringList texts;
    for (const Json &item : list.items()) {
        if (const std::optional<QString> text = item.asString())
            texts.append(*text);
    }
    return texts;
}

static Json storedIn(const Json &object)
{
    return mayContain(object, "known_to") ? object.value(u"known_to") : Json();
}

Json storedKnowers(const Message &message)
{
    const Json stored = storedIn(message.extra);
    return stored.isUndefined() ? storedIn(message.source) : stored;
}

QStringList knownTo(const Message &message)
{
    return textsOf(storedKnowers(message));
}

void setKnownTo(Message &message, const QStringList &names)
{
    static const QString key = u"known_to"_s;
    // An empty list has to be said where the line itself has another.
    if (names.isEmpty() && message.source.value(key).isUndefined())
        message.extra.remove(key);
    else
        message.extra.set(key, Json(names));
}

Message withKnownTo(Message message, const KnowledgeSettings &settings)
{
    if (const auto names = knownToFromTags(message.text, message.name, settings))
        setKnownTo(message, *names);
    return message;
}

bool isVisibleTo(const Message &message, const QString &viewer, const KnowledgeSettings &settings)
{
    return !settings.isEnabled || message.isNarrator() || isKnownTo(knownTo(message), viewer);
}

QString speakerName(const Message &message)
{
    return message.isNarrator() ? u"system"_s : message.name;
}

QStringList namesInChat(const Chat &chat, const QStringList &cast)
{
    QStringList names;
    const auto add = [&](const QString &name, Qt::CaseSensitivity sensitivity) {
        if (!name.isEmpty() && !names.contains(name, sensitivity))
            names.append(name);
    };
    for (const Message &message : chat.messages) {
        if (!message.isHidden)
            add(speakerName(message), Qt::CaseSensitive);
    }
    for (const QString &name : cast)
        add(name, Qt::CaseInsensitive);
    return names;
}

} // namespace snug
