#include "core/prompttest/promptexpectation.h"

#include "core/prompt/promptaccount.h"
#include "core/prompt/promptblocks.h"
#include "core/prompttest/prompttesttext.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

const QMap<QString, QList<SourceGroup>> &sourceWords()
{
    static const QMap<QString, QList<SourceGroup>> words{
        {u"preset"_s, {SourceGroup::Preset}},
        {u"card"_s, {SourceGroup::Card}},
        {u"persona"_s, {SourceGroup::Persona}},
        {u"lorebook"_s, {SourceGroup::Lorebook}},
        {u"chat"_s, {SourceGroup::ChatUser, SourceGroup::ChatCharacter}},
        {u"injection"_s, {SourceGroup::Injection}},
        {u"memory"_s, {SourceGroup::Memory}},
        {u"template"_s, {SourceGroup::Template}},
    };
    return words;
}

bool isTokenPart(const QString &part)
{
    static const QStringList roles{u"all"_s, u"system"_s, u"user"_s, u"assistant"_s};
    return roles.contains(part) || sourceWords().contains(part);
}

// Nothing for an unknown part.
int tokensOf(const QString &part, const AssembledPrompt &prompt)
{
    if (part == u"all")
        return prompt.budget.used;
    const QList<SourceGroup> groups = sourceWords().value(part);
    int sum = 0;
    if (groups.isEmpty()) {
        const QList<OutboundMessage> blocks = promptBlocks(prompt);
        for (const OutboundMessage &message : blocks)
            sum += !isWholeText(message) && roleName(message.role) == part ? message.tokens : 0;
        return sum;
    }
    const GroupShares shares = groupShares(prompt);
    for (const SourceGroup group : groups)
        sum += shares[size_t(group)];
    return sum;
}

bool isEntry(const LoreTrace &row, const QString &name)
{
    return name == row.book + u'/' + row.title || name == u"%1/%2"_s.arg(row.book).arg(row.uid);
}

QString shortened(const QString &text)
{
    static constexpr qsizetype most = 160;
    QString line = text;
    line.replace(u'\n', u"⏎"_s);
    return line.size() > most ? line.first(most) + u'…' : line;
}

QString lineOf(QChar sign, const ExpectedMessage &message)
{
    QString head = message.role;
    if (!message.source.isEmpty())
        head += (head.isEmpty() ? QString() : u" · "_s) + message.source;
    return u"%1 %2: %3"_s.arg(sign).arg(head, shortened(message.content));
}

bool isSame(const ExpectedMessage &left, const ExpectedMessage &right)
{
    return left.role == right.role && left.name == right.name && left.content == right.content;
}

// Where two texts that were meant to be one begin to differ.
QString firstDifference(const QString &expected, const QString &sent)
{
    const auto place = std::ranges::mismatch(expected, sent);
    const qsizetype at = place.in1 - expected.cbegin();
    const qsizetype from = std::max<qsizetype>(0, at - 30);
    return PromptTestText::tr("from character %1 on: expected “%2”, found “%3”")
        .arg(at)
        .arg(shortened(expected.sliced(from, std::min<qsizetype>(expected.size() - from, 80))),
             shortened(sent.sliced(std::min(from, sent.size()),
                                   std::min<qsizetype>(std::max<qsizetype>(0, sent.size() - from), 80))));
}

} // namespace

Json expectationJson(const PromptExpectation &expected)
{
    Json object = Json::object();
    if (expected.golden) {
        QList<Json> messages;
        for (const ExpectedMessage &message : *expected.golden) {
            Json item = Json::object({{u"role"_s, Json(message.role)}});
            if (!message.name.isEmpty())
                item.set(u"name"_s, message.name);
            item.set(u"content"_s, message.content);
            item.set(u"source"_s, message.source);
            messages.append(item);
        }
        object.set(u"golden"_s, Json::array(messages));
    }
    for (const auto &[key, list] :
         {std::pair(u"fires"_s, &expected.fires), std::pair(u"silent"_s, &expected.silent),
          std::pair(u"contains"_s, &expected.contains), std::pair(u"lacks"_s, &expected.lacks)}) {
        if (!list->isEmpty())
            object.set(key, Json(*list));
    }
    if (!expected.tokens.isEmpty()) {
        Json tokens = Json::object();
        for (const auto &[part, most] : expected.tokens.asKeyValueRange())
            tokens.set(part, most);
        object.set(u"tokens"_s, tokens);
    }
    if (expected.keepsPrefix)
        object.set(u"keepsPrefix"_s, true);
    return object;
}

PromptExpectation expectationFrom(const Json &object, const Place &place, Warnings &warnings)
{
    PromptExpectation expected;
    for (const Json::Member &member : object.members()) {
        const Place at = place.in(member.key);
        const auto texts = [&](QStringList &list) {
            if (member.value.isArray())
                list = member.value.toTextList();
            else
                warnExpected(warnings, at, Json::array().typeName(), member.value);
        };
        if (member.key == u"golden") {
            expected.golden.emplace();
            for (const Json &item : member.value.items())
                expected.golden->append({.role = item.value(u"role").toText(),
                                         .name = item.value(u"name").toText(),
                                         .content = item.value(u"content").toText(),
                                         .source = item.value(u"source").toText()});
        } else if (member.key == u"fires") {
            texts(expected.fires);
        } else if (member.key == u"silent") {
            texts(expected.silent);
        } else if (member.key == u"contains") {
            texts(expected.contains);
        } else if (member.key == u"lacks") {
            texts(expected.lacks);
        } else if (member.key == u"keepsPrefix") {
            expected.keepsPrefix = member.value.toBool();
        } else if (member.key == u"tokens") {
            for (const Json::Member &part : member.value.members()) {
                if (!isTokenPart(part.key))
                    warn(warnings, at.in(part.key),
                         PromptTestText::tr("expected all, a role or a source, found “%1”").arg(part.key));
                expected.tokens.insert(part.key, part.value.toInt());
            }
        } else { // a misspelt check that passes would be worse than none
            warn(warnings, at, PromptTestText::tr("there is no such check"));
        }
    }
    return expected;
}

QList<ExpectedMessage> goldenOf(const AssembledPrompt &prompt)
{
    QList<ExpectedMessage> golden;
    const QList<OutboundMessage> blocks = promptBlocks(prompt);
    for (const OutboundMessage &message : blocks) {
        const bool isText = isWholeText(message);
        golden.append({.role = isText ? QString() : roleName(message.role),
                       .name = isText ? QString() : message.name,
                       .content = message.content.text(),
                       .source = message.source.path().join(u" › "_s)});
    }
    return golden;
}

QStringList goldenDifferences(const QList<ExpectedMessage> &expected, const QList<ExpectedMessage> &sent)
{
    // What both begin and end with is left out; between, the longest common sequence stays.
    qsizetype head = 0;
    while (head < std::min(expected.size(), sent.size()) && isSame(expected.at(head), sent.at(head)))
        ++head;
    qsizetype tail = 0;
    while (tail < std::min(expected.size(), sent.size()) - head &&
           isSame(expected.at(expected.size() - 1 - tail), sent.at(sent.size() - 1 - tail)))
        ++tail;
    const QList<ExpectedMessage> was = expected.sliced(head, expected.size() - head - tail);
    const QList<ExpectedMessage> is = sent.sliced(head, sent.size() - head - tail);
    if (was.size() == 1 && is.size() == 1 && was.first().role == is.first().role)
        return {lineOf(u'≠', is.first()), u"  "_s + firstDifference(was.first().content, is.first().content)};
    QList<QList<int>> common(was.size() + 1, QList<int>(is.size() + 1, 0));
    for (qsizetype i = was.size() - 1; i >= 0; --i) {
        for (qsizetype k = is.size() - 1; k >= 0; --k)
            common[i][k] = isSame(was.at(i), is.at(k)) ? common[i + 1][k + 1] + 1
                                                       : std::max(common[i + 1][k], common[i][k + 1]);
    }
    QStringList lines;
    qsizetype i = 0;
    qsizetype k = 0;
    while (i < was.size() || k < is.size()) {
        if (i < was.size() && k < is.size() && isSame(was.at(i), is.at(k))) {
            ++i;
            ++k;
        } else if (k == is.size() || (i < was.size() && common[i + 1][k] >= common[i][k + 1])) {
            lines.append(lineOf(u'-', was.at(i++)));
        } else {
            lines.append(lineOf(u'+', is.at(k++)));
        }
    }
    return lines;
}

QStringList unmetExpectations(const PromptExpectation &expected, const AssembledPrompt &prompt)
{
    if (prompt.failure)
        return {PromptTestText::tr("There is no prompt: %1").arg(prompt.failure->error.line())};
    QStringList lines;
    if (expected.golden) {
        if (const QStringList differences = goldenDifferences(*expected.golden, goldenOf(prompt));
            !differences.isEmpty()) {
            lines.append(PromptTestText::tr("The prompt is different:"));
            lines += differences;
        }
    }
    const auto rowOf = [&](const QString &name) {
        const auto row = std::ranges::find_if(prompt.trace.lore,
                                              [&](const LoreTrace &each) { return isEntry(each, name); });
        return row == prompt.trace.lore.cend() ? nullptr : &*row;
    };
    const auto entries = [&](const QStringList &names, bool fires) {
        for (const QString &name : names) {
            const LoreTrace *row = rowOf(name);
            if (!row)
                lines.append(PromptTestText::tr("There is no lore entry “%1” in effect").arg(name));
            else if (row->fired != fires)
                lines.append((fires ? PromptTestText::tr("“%1” does not fire: %2")
                                    : PromptTestText::tr("“%1” fires: %2"))
                                 .arg(name, loreReason(*row)));
        }
    };
    entries(expected.fires, true);
    entries(expected.silent, false);
    QString all;
    const QList<OutboundMessage> blocks = promptBlocks(prompt);
    for (const OutboundMessage &message : blocks)
        all += message.content.text() + u'\n';
    for (const QString &text : expected.contains) {
        if (!all.contains(text))
            lines.append(PromptTestText::tr("“%1” is not sent").arg(shortened(text)));
    }
    for (const QString &text : expected.lacks) {
        if (all.contains(text))
            lines.append(PromptTestText::tr("“%1” is sent").arg(shortened(text)));
    }
    for (const auto &[part, most] : expected.tokens.asKeyValueRange()) {
        if (const int count = tokensOf(part, prompt); count > most)
            //: %1 "all", a role or a source; tokens
            lines.append(PromptTestText::tr("%1: %2 tokens, expected at most %3")
                             .arg(part, (prompt.budget.kind == CountKind::Exact ? QString() : u"~"_s) +
                                            QString::number(count))
                             .arg(most));
    }
    return lines;
}

} // namespace snug
