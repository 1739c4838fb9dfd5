#include "core/prompt/promptnames.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

QList<NameStandIn> nameStandIns(const PromptInputs &inputs)
{
    const auto word = [](const char *text) { return QCoreApplication::translate("PromptReport", text); };
    QStringList others;
    const auto add = [&](const QString &name) {
        if (!name.trimmed().isEmpty() && !others.contains(name.trimmed()))
            others.append(name.trimmed());
    };
    if (inputs.card) {
        add(inputs.card->name);
        add(inputs.card->nickname);
    }
    if (inputs.group) {
        for (const GroupMember &member : inputs.group->members)
            add(member.card.name);
        add(inputs.group->settings.name);
    }
    for (const QString &name : inputs.scene.cast)
        add(name);
    QList<NameStandIn> names;
    static constexpr qsizetype shortest = 3; // "of", "von" and the like are nobody's alone
    const auto stand = [&](const QString &name, const QString &standIn) {
        if (name.isEmpty() || std::ranges::find(names, name, &NameStandIn::name) != names.cend())
            return;
        names.append({name, standIn});
    };
    const auto standForParts = [&](const QString &name, const QString &standIn) {
        stand(name, standIn);
        const QStringList parts = name.split(u' ', Qt::SkipEmptyParts);
        for (const QString &part : parts) {
            if (parts.size() > 1 && part.size() >= shortest && part.front().isUpper())
                stand(part, standIn);
        }
    };
    standForParts(inputs.persona ? inputs.persona->name.trimmed() : QString(), word("User"));
    standForParts(inputs.userName.trimmed(), word("User"));
    for (qsizetype i = 0; i < others.size(); ++i)
        standForParts(others.at(i), word("Character %1").arg(i + 1));
    std::ranges::stable_sort(names, std::ranges::greater(),
                             [](const NameStandIn &each) { return each.name.size(); });
    return names;
}

namespace {

bool isNameCharacter(QChar c)
{
    return c.isLetterOrNumber(); // file names have "_" between their words
}

// The first whole word from `from` on that is one of the names.
struct Found
{
    qsizetype at = -1;
    const NameStandIn *name = nullptr;
};

// In any letters: who writes quickly writes "mira". Short ones are words in small letters.
Found findName(QStringView text, qsizetype from, const QList<NameStandIn> &names)
{
    constexpr qsizetype shortest = 3;
    Found first;
    for (const NameStandIn &each : names) {
        const auto sensitivity = each.name.size() < shortest ? Qt::CaseSensitive : Qt::CaseInsensitive;
        for (qsizetype at = text.indexOf(each.name, from, sensitivity); at >= 0;
             at = text.indexOf(each.name, at + 1, sensitivity)) {
            const qsizetype end = at + each.name.size();
            if ((at > 0 && isNameCharacter(text[at - 1])) ||
                (end < text.size() && isNameCharacter(text[end])))
                continue;
            if (!first.name || at < first.at)
                first = {at, &each};
            break;
        }
    }
    return first;
}

QString renamed(const QString &text, const QList<NameStandIn> &names)
{
    QString result;
    qsizetype from = 0;
    for (Found found = findName(text, 0, names); found.name; found = findName(text, from, names)) {
        result += QStringView(text).sliced(from, found.at - from);
        result += found.name->standIn;
        from = found.at + found.name->name.size();
    }
    return result + QStringView(text).sliced(from);
}

Source renamed(const Source &source, const QList<NameStandIn> &names)
{
    const Source link =
        Source::named(source.type(), renamed(source.id(), names), renamed(source.label(), names));
    return source.hasParent() ? link.inside(renamed(source.parent(), names)) : link;
}

TracedText renamed(const TracedText &text, const QList<NameStandIn> &names)
{
    // Names that lie across two sources are replaced as well: they go to the first one's.
    TracedText result = text;
    qsizetype from = 0;
    for (Found found = findName(result.text(), 0, names); found.name;
         found = findName(result.text(), from, names)) {
        const Source source = result.spanAt(found.at)->source;
        result.replace(found.at, found.name->name.size(), TracedText::computed(found.name->standIn, source));
        from = found.at + found.name->standIn.size();
    }
    TracedText labelled;
    for (const Span &span : result.spans())
        labelled.append(
            TracedText::computed(result.text().sliced(span.start, span.length), renamed(span.source, names)));
    return labelled;
}

} // namespace

AssembledPrompt withoutNames(AssembledPrompt prompt, const QList<NameStandIn> &names)
{
    for (OutboundMessage &message : prompt.messages) {
        message.content = renamed(message.content, names);
        message.name = renamed(message.name, names);
        message.source = renamed(message.source, names);
        message.sourceObject = Json();
    }
    if (prompt.prompt)
        prompt.prompt = renamed(*prompt.prompt, names);
    QList<DroppedText> left = prompt.trace.dropped.all();
    for (DroppedText &dropped : left) {
        dropped.content = renamed(dropped.content, names);
        dropped.reason = renamed(dropped.reason, names);
    }
    prompt.trace.dropped = left;
    for (LoreTrace &row : prompt.trace.lore) {
        row.book = renamed(row.book, names); // as in the sources' ids
        row.title = renamed(row.title, names);
        if (row.detail) {
            LoreDetail detail = *row.detail;
            detail.key = renamed(detail.key, names);
            detail.secondaryKey = renamed(detail.secondaryKey, names);
            detail.name = renamed(detail.name, names);
            detail.group = renamed(detail.group, names);
            detail.rival = renamed(detail.rival, names);
            row.detail = std::make_shared<const LoreDetail>(detail);
        }
    }
    for (QString &warning : prompt.trace.warnings)
        warning = renamed(warning, names);
    prompt.trace.loreEvidence = {};                                        // all of the chat
    prompt.budget.counterName = renamed(prompt.budget.counterName, names); // of a file of the user's
    prompt.typedText = renamed(prompt.typedText, names);
    for (QString &stop : prompt.stop)
        stop = renamed(stop, names);
    return prompt;
}

LoreMisses withoutNames(LoreMisses misses, const QList<NameStandIn> &names)
{
    for (LoreMiss &miss : misses) {
        miss.key = renamed(miss.key, names);
        miss.word = renamed(miss.word, names);
    }
    return misses;
}

} // namespace snug
