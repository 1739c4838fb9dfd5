// A book, a chat and one scan of them: entries are named by their contents, tokens are characters.
#pragma once

#include "core/lore/decorators.h"
#include "core/lore/lorescan.h"

namespace snug::lorefixture {

using namespace Qt::StringLiterals;

inline LoreEntry entry(const QString &content, const QStringList &keys = {})
{
    LoreEntry result;
    result.content = content;
    result.keys = keys;
    return result;
}

// Books stay with the test: inputs are made of them when it runs.
struct Setting
{
    QList<LoreEntry> entries;
    QStringList newestFirst;
    LoreScanInputs scan = {};

    LoreEntry &operator[](qsizetype i) { return entries[i]; }

    LoreScanResult result()
    {
        Lorebook book;
        book.name = u"Book"_s;
        book.entries = entries;
        for (int i = 0; i < book.entries.size(); ++i) {
            book.entries[i].uid = i;
            if (book.entries[i].title.isEmpty())
                book.entries[i].title = contentWithoutDecorators(book.entries[i].content);
        }
        scan.settings.includeNames = false;
        scan.index = std::make_shared<const LoreIndex>(QList<ActiveLorebook>{{book}}, scan.settings);
        scan.texts.messages = {};
        for (qsizetype i = 0; i < newestFirst.size(); ++i)
            scan.texts.messages.append({u"Mika"_s, newestFirst[i], int(newestFirst.size() - 1 - i)});
        if (scan.generationType.isEmpty())
            scan.generationType = u"normal"_s;
        scan.countTokens = [](QStringView text) { return static_cast<int>(text.size()); };
        scan.resolveContent = [index = scan.index](qsizetype i) {
            return contentWithoutDecorators(index->candidates()[size_t(i)].entry->content);
        };
        return scanLore(scan);
    }
};

inline Setting inputs(const QList<LoreEntry> &entries, const QStringList &newestFirst)
{
    return {entries, newestFirst};
}

inline QStringList fired(Setting setting)
{
    const LoreScanResult result = setting.result();
    QStringList texts;
    for (const qsizetype index : result.activated) {
        if (!result.rows[index].fired)
            return {u"activated but not fired"_s};
        texts.append(result.rows[index].title);
    }
    if (result.rows.size() != setting.entries.size())
        return {u"not one row an entry"_s};
    for (const LoreTrace &row : result.rows) {
        if (loreReason(row).isEmpty())
            return {u"no reason"_s};
        if (row.fired != texts.contains(row.title))
            return {u"fired without being activated: "_s + row.title};
    }
    return texts;
}

} // namespace snug::lorefixture
