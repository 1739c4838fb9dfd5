#include "core/formats/foreignentries.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

class Agnai
{
    Q_DECLARE_TR_FUNCTIONS(ForeignLorebook)

public:
    explicit Agnai(const Json &document)
        : m_document(document)
    {
    }

    ForeignLorebook run();

private:
    LoreEntry entryOf(const Json &json, int uid);
    static QString keyOf(const QString &keyword);
    void takeCardFields(const Json &json, LoreEntry &entry);
    Json bookDocument() const;

    const Json m_document;
    EntryRemarks m_remarks;
};

ForeignLorebook Agnai::run()
{
    ForeignLorebook reading;
    reading.book.name = m_document.value(u"name").toText();
    const Place root;
    const Place place = root.in(u"entries"_s);
    int uid = 0;
    const auto entries = foreignEntries(m_document.value(u"entries"), place, reading.warnings);
    for (const auto &[where, json] : entries)
        reading.book.entries.append(entryOf(json, uid++));
    m_remarks.tellInto(reading);
    reading.book.source = bookDocument();
    return reading;
}

// What a book says about itself has the names that books of cards have for it.
Json Agnai::bookDocument() const
{
    Json document = carriedDocument(u"agnai"_s, m_document, u"entries");
    for (const auto &[from, to] :
         {std::pair(u"description"_s, u"description"_s), std::pair(u"scanDepth"_s, u"scan_depth"_s),
          std::pair(u"tokenBudget"_s, u"token_budget"_s),
          std::pair(u"recursiveScanning"_s, u"recursive_scanning"_s)}) {
        const Json value = m_document.value(from);
        const bool isSaid = !value.isUndefined() && !value.isNull() && value.toText() != QString();
        if (isSaid || value.isBool())
            document.set(to, value);
    }
    return document;
}

// Stars and question marks stand for letters: an expression can say that.
QString Agnai::keyOf(const QString &keyword)
{
    if (!keyword.contains(u'*') && !keyword.contains(u'?'))
        return keyword;
    QString body;
    for (const QChar letter : keyword) {
        if (letter == u'*')
            body += u"\\S*"_s;
        else if (letter == u'?')
            body += u"\\S"_s;
        else if (QStringView(u"\\^$.|+()[]{}/").contains(letter))
            body += u'\\' + QString(letter);
        else
            body += letter;
    }
    return u'/' + body + u"/i"_s;
}

LoreEntry Agnai::entryOf(const Json &json, int uid)
{
    LoreEntry entry;
    entry.uid = entry.displayIndex = uid;
    entry.title = json.value(u"name").toText();
    entry.content = json.value(u"entry").toText();
    const QStringList keywords = json.value(u"keywords").toTextList();
    for (const QString &keyword : keywords)
        entry.keys.append(keyOf(keyword));
    if (entry.keys != keywords)
        m_remarks.mapped(tr("keys with * or ? became regular expressions"));
    entry.order = json.value(u"weight").toDouble(0);
    m_remarks.mapped(tr("the weight became the order"));
    entry.disabled = !json.value(u"enabled").toBool(true);
    entry.selective = false;
    // Agnai finds keywords anywhere, in any case.
    entry.matchWholeWords = false;
    entry.caseSensitive = false;
    const Json priority = json.value(u"priority");
    if (!priority.isUndefined() && priority.toDouble() != 0)
        m_remarks.unused(tr("a priority: here the order says what is kept when tokens are short"));
    takeCardFields(json, entry);
    entry.source = carriedSource(u"agnai"_s, json);
    return entry;
}

// Carried by entries that once were a card's.
void Agnai::takeCardFields(const Json &json, LoreEntry &entry)
{
    const QString comment = json.value(u"comment").toText();
    if (entry.title.isEmpty())
        entry.title = comment;
    entry.constant = json.value(u"constant").toBool();
    entry.secondaryKeys = json.value(u"secondaryKeys").toTextList();
    entry.selective = json.value(u"selective").toBool();
    const int logic = json.value(u"selectiveLogic").toInt();
    if (logic >= 0 && logic <= int(LoreEntry::SecondaryLogic::AndAll))
        entry.secondaryLogic = LoreEntry::SecondaryLogic(logic);
    entry.excludeRecursion = json.value(u"excludeRecursion").toBool();
    if (json.value(u"position").toText() == u"after_char")
        entry.position = LoreEntry::Position::AfterChar;
    if (json.contains(u"probability")) {
        entry.probability = json.value(u"probability").toDouble(100);
        entry.useProbability = json.value(u"useProbability").toBool(true);
    }
}

} // namespace

Result<ForeignLorebook> readAgnaiLorebook(const Json &document)
{
    if (!document.value(u"entries").isArray())
        return failure(QCoreApplication::translate("ForeignLorebook", "expected a list of entries"),
                       u"entries"_s);
    return Agnai(document).run();
}

} // namespace snug
