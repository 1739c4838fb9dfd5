#include "core/formats/foreignentries.h"
#include "core/model/role.h"

#include <QCoreApplication>
#include <QHash>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

QStringList splitAtCommas(const QString &text)
{
    QStringList keys;
    for (const QString &key : text.split(u',', Qt::SkipEmptyParts)) {
        if (const QString trimmed = key.trimmed(); !trimmed.isEmpty())
            keys.append(trimmed);
    }
    return keys;
}

class Risu
{
    Q_DECLARE_TR_FUNCTIONS(ForeignLorebook)

public:
    explicit Risu(const Json &list)
        : m_list(list)
    {
    }

    ForeignLorebook run();

private:
    LoreEntry entryOf(const Json &json, int uid);
    void takeKeys(const Json &json, LoreEntry &entry);
    void takeDecorators(LoreEntry &entry);
    // False: it means nothing here and stays where it is.
    bool takeDecorator(const QString &name, const QString &value, LoreEntry &entry);
    bool takePlace(const QString &name, const QString &value, LoreEntry &entry);
    void addSecondary(LoreEntry &entry, const QString &keys, LoreEntry::SecondaryLogic logic);

    const Json m_list;
    QHash<QString, Json> m_byId;
    EntryRemarks m_remarks;
};

ForeignLorebook Risu::run()
{
    ForeignLorebook reading;
    const Place root;
    const Place place = root.in(u"data"_s);
    int uid = 0;
    QList<Json> folders;
    const auto entries = foreignEntries(m_list, place, reading.warnings);
    for (const auto &[where, json] : entries) {
        const QString mode = json.value(u"mode").toText();
        if (mode == u"folder") {
            folders.append(json);
            continue;
        }
        reading.book.entries.append(entryOf(json, uid++));
        if (const QString id = json.value(u"id").toText(); !id.isEmpty() && !m_byId.contains(id))
            m_byId.insert(id, json);
    }
    m_remarks.tellInto(reading);
    if (!folders.isEmpty())
        reading.kept.append(tr("folders; their entries are listed together"));
    Json rest = Json::object();
    if (!folders.isEmpty())
        rest.set(u"folders"_s, Json::array(folders));
    reading.book.source = carriedDocument(u"risuai"_s, rest, u"data");
    return reading;
}

LoreEntry Risu::entryOf(const Json &json, int uid)
{
    LoreEntry entry;
    entry.uid = entry.displayIndex = uid;
    entry.title = json.value(u"comment").toText();
    entry.content = json.value(u"content").toText();
    const QString mode = json.value(u"mode").toText();
    // A child repeats an earlier entry whenever that is not there by itself.
    const Json original = m_byId.value(json.value(u"id").toText());
    if (mode == u"child" && original.isObject()) {
        entry.title = original.value(u"comment").toText();
        entry.content = original.value(u"content").toText();
        entry.disabled = true;
        m_remarks.unused(tr("repeats another entry when that is missing: it is switched off here"));
    }
    entry.order = json.value(u"insertorder").toDouble(100);
    entry.constant = mode == u"constant" || json.value(u"alwaysActive").toBool();
    takeKeys(json, entry);
    // 0 means never, not always.
    const Json percent = json.value(u"activationPercent");
    if (percent.isNumber() || (percent.isString() && !percent.toText().isEmpty()))
        entry.probability = std::clamp(percent.toDouble(100), 0.0, 100.0);
    entry.matchWholeWords = false; // keys are found anywhere, in any case
    entry.caseSensitive = json.value(u"extentions").value(u"risu_case_sensitive").toBool();
    if (!json.value(u"folder").toText().isEmpty())
        m_remarks.kept(tr("the folder it is in"));
    takeDecorators(entry);
    entry.source = carriedSource(u"risuai"_s, json);
    return entry;
}

void Risu::takeKeys(const Json &json, LoreEntry &entry)
{
    const QString key = json.value(u"key").toText();
    const QString second = json.value(u"secondkey").toText();
    entry.keys = splitAtCommas(key);
    entry.secondaryKeys = splitAtCommas(second);
    entry.selective = json.value(u"selective").toBool();
    if (!json.value(u"useRegex").toBool())
        return;
    // There the commas of an expression separate keys as well, so a broken one is most likely meant whole.
    const auto isExpression = [](const QString &text) {
        return text.startsWith(u'/') && text.lastIndexOf(u'/') > 0;
    };
    if (!std::ranges::all_of(entry.keys, isExpression) && isExpression(key.trimmed()))
        entry.keys = {key.trimmed()};
}

// Lines in front of the content: what has a place here moves there, the rest stays, as SillyTavern takes such
// lines off by itself.
void Risu::takeDecorators(LoreEntry &entry)
{
    const QStringList lines = entry.content.split(u'\n');
    QStringList left;
    qsizetype i = 0;
    for (; i < lines.size() && lines[i].startsWith(u"@@"); ++i) {
        const QString line = lines[i].mid(2).trimmed();
        const QString name = line.section(u' ', 0, 0);
        const QString value = line.section(u' ', 1).trimmed();
        if (takeDecorator(name, value, entry))
            continue;
        left.append(lines[i]);
        if (name != u"activate" && name != u"dont_activate")
            m_remarks.unused(tr("the decorator @@%1 has no counterpart here").arg(name));
    }
    if (left.size() < i)
        entry.content = (left + lines.mid(i)).join(u'\n');
}

void Risu::addSecondary(LoreEntry &entry, const QString &keys, LoreEntry::SecondaryLogic logic)
{
    entry.secondaryKeys = splitAtCommas(keys);
    entry.secondaryLogic = logic;
    entry.selective = true;
}

bool Risu::takePlace(const QString &name, const QString &value, LoreEntry &entry)
{
    bool isNumber = false;
    const int number = value.toInt(&isNumber);
    if (name == u"end" || (name == u"depth" && isNumber && number >= 0)) {
        entry.position = LoreEntry::Position::AtDepth;
        entry.depth = name == u"end" ? 0 : number;
        return true;
    }
    if (name == u"role") {
        const std::optional<Role> role = roleFromName(value);
        entry.role = role.value_or(entry.role);
        return role.has_value();
    }
    if (name == u"position" && (value == u"before_desc" || value == u"after_desc")) {
        entry.position =
            value == u"before_desc" ? LoreEntry::Position::BeforeChar : LoreEntry::Position::AfterChar;
        return true;
    }
    return false;
}

bool Risu::takeDecorator(const QString &name, const QString &value, LoreEntry &entry)
{
    using Logic = LoreEntry::SecondaryLogic;
    const auto mapped = [&] {
        m_remarks.mapped(tr("the decorator @@%1 became a setting of the entry").arg(name));
        return true;
    };
    if (takePlace(name, value, entry))
        return mapped();
    bool isNumber = false;
    const int number = value.toInt(&isNumber);
    if (name == u"scan_depth" && isNumber && number >= 0) {
        entry.scanDepth = number;
        return mapped();
    }
    if (name == u"probability" && isNumber && number >= 0 && number <= 100) {
        entry.probability = number;
        return mapped();
    }
    if (name == u"match_full_word" || name == u"match_partial_word") {
        entry.matchWholeWords = name == u"match_full_word";
        return mapped();
    }
    if (name == u"unrecursive") {
        entry.preventRecursion = true;
        return mapped();
    }
    if (name == u"no_recursive_search") {
        entry.excludeRecursion = true;
        return mapped();
    }
    // There is room for one set of secondary keys.
    if (!entry.secondaryKeys.isEmpty() || splitAtCommas(value).isEmpty())
        return false;
    if (name == u"additional_keys")
        addSecondary(entry, value, Logic::AndAny);
    else if (name == u"exclude_keys")
        addSecondary(entry, value, Logic::NotAny);
    else if (name == u"exclude_keys_all")
        addSecondary(entry, value, Logic::NotAll);
    else
        return false;
    return mapped();
}

} // namespace

Result<ForeignLorebook> readRisuLorebook(const Json &document)
{
    const Json list = document.value(u"data");
    if (document.value(u"type").toText() != u"risu" || !list.isArray())
        return failure(QCoreApplication::translate("ForeignLorebook", "expected a list of lorebook entries"),
                       u"data"_s);
    return Risu(list).run();
}

} // namespace snug
