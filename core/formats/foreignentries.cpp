#include "core/formats/foreignentries.h"

#include "core/formats/worldinfo.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace snug {

void EntryRemarks::tellInto(ForeignLorebook &reading) const
{
    const auto tell = [](const QMap<QString, int> &remarks, QStringList &list) {
        for (auto remark = remarks.cbegin(); remark != remarks.cend(); ++remark) {
            //: %1 is a sentence without full stop, %2 a number of lorebook entries
            list.append(QCoreApplication::translate("ForeignLorebook", "%1 (entries: %2)")
                            .arg(remark.key())
                            .arg(remark.value()));
        }
    };
    tell(m_mapped, reading.mapped);
    tell(m_kept, reading.kept);
    tell(m_unused, reading.unused);
}

Json carriedSource(const QString &program, const Json &original)
{
    Json extensions = Json::object();
    extensions.set(program, original);
    Json source = Json::object();
    source.set(u"keys"_s, Json::array());
    source.set(u"extensions"_s, extensions);
    return source;
}

Json carriedDocument(const QString &program, Json original, QStringView entriesKey)
{
    original.remove(entriesKey);
    Json extensions = Json::object();
    extensions.set(program, original);
    Json document = Json::object();
    document.set(u"entries"_s, Json::object());
    document.set(u"extensions"_s, extensions);
    return document;
}

QList<std::pair<Place, Json>> foreignEntries(const Json &list, const Place &place, Warnings &warnings)
{
    QList<std::pair<Place, Json>> entries;
    const QList<Json> items = list.items();
    if (const auto kept = keepEntryLimit(list); !kept)
        warn(warnings, place, kept.error().what);
    for (qsizetype i = 0; i < std::min(items.size(), LoreEntryLimit); ++i) {
        if (items[i].isObject())
            entries.append({place.at(i), items[i]});
        else
            warnExpected(warnings, place.at(i), Json::object().typeName(), items[i]);
    }
    return entries;
}

} // namespace snug
