#include "core/formats/foreignentries.h"

#include <QCoreApplication>
#include <QHash>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

class NovelAi
{
    Q_DECLARE_TR_FUNCTIONS(ForeignLorebook)

public:
    explicit NovelAi(const Json &document)
        : m_document(document)
    {
        const Json categories = document.value(u"categories");
        for (const Json &category : categories.items())
            m_categories.insert(category.value(u"id").toText(), category);
    }

    ForeignLorebook run();

private:
    LoreEntry entryOf(const Json &json, int uid);
    void takeContext(const Json &context, LoreEntry &entry);
    void noteTheRest(const Json &json);

    const Json m_document;
    QHash<QString, Json> m_categories;
    EntryRemarks m_remarks;
};

ForeignLorebook NovelAi::run()
{
    ForeignLorebook reading;
    const Place root;
    const Place place = root.in(u"entries"_s);
    int uid = 0;
    const auto entries = foreignEntries(m_document.value(u"entries"), place, reading.warnings);
    for (const auto &[where, json] : entries)
        reading.book.entries.append(entryOf(json, uid++));
    m_remarks.tellInto(reading);
    if (!m_categories.isEmpty())
        reading.kept.append(tr("categories, with their own settings"));
    if (m_document.value(u"settings").value(u"orderByKeyLocations").toBool())
        reading.unused.append(tr("entries are in the order of their numbers, not of where their keys occur"));
    reading.book.source = carriedDocument(u"novelai"_s, m_document, u"entries");
    return reading;
}

LoreEntry NovelAi::entryOf(const Json &json, int uid)
{
    LoreEntry entry;
    entry.uid = entry.displayIndex = uid;
    entry.title = json.value(u"displayName").toText();
    entry.keys = json.value(u"keys").toTextList();
    entry.content = json.value(u"text").toText();
    entry.selective = false;
    entry.constant = json.value(u"forceActivation").toBool();
    if (entry.constant)
        m_remarks.mapped(tr("“force activation” became firing always"));
    entry.disabled = !json.value(u"enabled").toBool(true);
    const Json category = m_categories.value(json.value(u"category").toText());
    if (category.isObject() && !category.value(u"enabled").toBool(true) && !entry.disabled) {
        entry.disabled = true;
        m_remarks.mapped(tr("is off because its category is"));
    }
    // Only the story's own text wakes it, unless it says so.
    entry.excludeRecursion = !json.value(u"nonStoryActivatable").toBool();
    takeContext(json.value(u"contextConfig"), entry);
    noteTheRest(json);
    entry.source = carriedSource(u"novelai"_s, json);
    return entry;
}

void NovelAi::takeContext(const Json &context, LoreEntry &entry)
{
    entry.order = context.value(u"budgetPriority").toDouble(400);
    m_remarks.mapped(tr("the insertion order became the order"));
    const QString prefix = context.value(u"prefix").toText();
    QString suffix = context.value(u"suffix").toText(u"\n"_s);
    if (suffix.endsWith(u'\n'))
        suffix.chop(1); // entries stand below each other in any case
    if (!prefix.isEmpty() || !suffix.isEmpty()) {
        entry.content = prefix + entry.content + suffix;
        m_remarks.mapped(tr("prefix and suffix became part of the content"));
    }
    const double budget = context.value(u"tokenBudget").toDouble(1);
    const double reserved = context.value(u"reservedTokens").toDouble(0);
    if ((budget != 1 && budget != 2048) || reserved > 0)
        m_remarks.unused(tr("token budgets of its own: here it is sent whole or not at all"));
    const Json position = context.value(u"insertionPosition");
    if (!position.isUndefined() && position.toInt() != -1)
        m_remarks.unused(tr("an insertion position of its own: here it is inserted before the card"));
    const QString trim = context.value(u"trimDirection").toText(u"trimBottom"_s);
    const QString type = context.value(u"insertionType").toText(u"newline"_s);
    if (trim != u"trimBottom" || type != u"newline")
        m_remarks.kept(tr("how it is trimmed and inserted"));
}

void NovelAi::noteTheRest(const Json &json)
{
    const Json range = json.value(u"searchRange");
    if (!range.isUndefined() && range.toInt(1000) != 1000)
        m_remarks.unused(
            tr("a search range in characters: here as many messages are searched as the settings say"));
    if (json.value(u"keyRelative").toBool())
        m_remarks.unused(tr("is inserted where its key is: here at its position"));
    const Json conditions = json.value(u"advancedConditions");
    if (conditions.size() > 0)
        m_remarks.unused(tr("advanced conditions: here only its keys decide"));
    const Json biases = json.value(u"loreBiasGroups");
    for (const Json &bias : biases.items()) {
        if (bias.value(u"phrases").size() > 0)
            return m_remarks.kept(tr("phrase biases"));
    }
}

} // namespace

Result<ForeignLorebook> readNovelAiLorebook(const Json &document)
{
    if (!document.value(u"entries").isArray())
        return failure(QCoreApplication::translate("ForeignLorebook", "expected a list of entries"),
                       u"entries"_s);
    return NovelAi(document).run();
}

} // namespace snug
