#include "core/editing/presetsearch.h"

#include "core/editing/presetedits.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

QList<const PromptBlock *> blocksToRead(const Preset &preset)
{
    QList<const PromptBlock *> blocks;
    for (const QString &identifier : blockOrder(preset)) {
        if (const PromptBlock *block = findBlock(preset, identifier); block && !blocks.contains(block))
            blocks.append(block);
    }
    for (const PromptBlock &block : preset.prompts) {
        if (!blocks.contains(&block))
            blocks.append(&block);
    }
    blocks.removeIf([](const PromptBlock *block) { return block->marker; });
    return blocks;
}

// With \0 to \9 of the match.
QString filled(const QString &replacement, const QRegularExpressionMatch &match)
{
    QString text;
    for (qsizetype i = 0; i < replacement.size(); ++i) {
        const QChar next = i + 1 < replacement.size() ? replacement[i + 1] : QChar();
        if (replacement[i] != u'\\' || (next != u'\\' && (next < u'0' || next > u'9'))) {
            text += replacement[i];
            continue;
        }
        text += next == u'\\' ? u"\\"_s : match.captured(next.unicode() - u'0');
        ++i;
    }
    return text;
}

QString replacementFor(const QRegularExpressionMatch &match, const QString &replacement, bool isPattern)
{
    return isPattern ? filled(replacement, match) : replacement;
}

} // namespace

Result<QRegularExpression> searchExpression(const PresetSearch &search)
{
    QString pattern = search.isPattern ? search.text : QRegularExpression::escape(search.text);
    if (search.matchesWholeWords)
        pattern = u"(?<!\\w)(?:%1)(?!\\w)"_s.arg(pattern);
    QRegularExpression::PatternOptions options =
        QRegularExpression::UseUnicodePropertiesOption | QRegularExpression::MultilineOption;
    if (!search.isCaseSensitive)
        options |= QRegularExpression::CaseInsensitiveOption;
    const QRegularExpression expression(pattern, options);
    if (!expression.isValid())
        return failure(QCoreApplication::translate("PresetSearch", "this is not a valid pattern: %1")
                           .arg(expression.errorString()));
    return expression;
}

QList<PresetMatch> findInPreset(const Preset &preset, const QRegularExpression &expression, qsizetype limit)
{
    QList<PresetMatch> matches;
    if (expression.pattern().isEmpty())
        return matches;
    for (const PromptBlock *block : blocksToRead(preset)) {
        for (const QRegularExpressionMatch &match : expression.globalMatch(block->content)) {
            if (match.capturedLength() == 0)
                continue;
            if (matches.size() == limit)
                return matches;
            matches.append({block->identifier, match.capturedStart(), match.capturedLength()});
        }
    }
    return matches;
}

PresetReplacement replaceInPreset(Preset preset, const QRegularExpression &expression,
                                  const QString &replacement, bool isPattern)
{
    int count = 0;
    if (expression.pattern().isEmpty())
        return {std::move(preset), 0};
    for (PromptBlock &block : preset.prompts) {
        if (block.marker)
            continue;
        QString text;
        qsizetype done = 0;
        for (const QRegularExpressionMatch &match : expression.globalMatch(block.content)) {
            if (match.capturedLength() == 0)
                continue;
            text += QStringView(block.content).sliced(done, match.capturedStart() - done);
            text += replacementFor(match, replacement, isPattern);
            done = match.capturedEnd();
            ++count;
        }
        if (done > 0)
            block.content = text + QStringView(block.content).sliced(done);
    }
    return {std::move(preset), count};
}

PresetReplacement replaceOne(Preset preset, const PresetMatch &match, const QRegularExpression &expression,
                             const QString &replacement, bool isPattern)
{
    const PromptBlock *found = findBlock(preset, match.identifier);
    if (!found)
        return {std::move(preset), 0};
    const QRegularExpressionMatch there = expression.match(found->content, match.start);
    if (there.capturedStart() != match.start || there.capturedLength() != match.length)
        return {std::move(preset), 0};
    PromptBlock block = *found;
    block.content.replace(match.start, match.length, replacementFor(there, replacement, isPattern));
    return {withBlock(std::move(preset), block), 1};
}

} // namespace snug
