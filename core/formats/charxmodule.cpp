#include "core/formats/charxmodule.h"

#include "core/formats/charx.h"
#include "core/formats/foreignlorebook.h"
#include "core/formats/jsontext.h"
#include "core/formats/regexscripts.h"
#include "core/formats/risumodule.h"
#include "core/formats/risuscripts.h"
#include "core/formats/worldinfo.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

const QString ModuleCardMember = u"card.json"_s;
const QString ModuleMember = u"module.risum"_s;

class Merge
{
    Q_DECLARE_TR_FUNCTIONS(CharX)

public:
    Merge(const Json &document, const Json &module)
        : m_module(module)
        , m_data(document.value(u"data"))
    {
        m_merged.document = document;
    }

    JoinedCard run();

private:
    void takeLorebook();
    void takeScripts();
    void keepForRisu();
    void tellOfTheRest();

    const Json m_module;
    Json m_data;
    JoinedCard m_merged;
};

// Whether the card's own lorebook has such an entry already.
bool holdsEntry(const Lorebook &book, const LoreEntry &entry)
{
    return std::ranges::any_of(book.entries, [&](const LoreEntry &own) {
        return own.content == entry.content && own.keys == entry.keys;
    });
}

void Merge::takeLorebook()
{
    const Json list = m_module.value(u"lorebook");
    if (list.size() == 0)
        return;
    Json wrapped = Json::object();
    wrapped.set(u"type"_s, Json(u"risu"_s));
    wrapped.set(u"data"_s, list);
    auto foreign = readRisuLorebook(wrapped);
    if (!foreign)
        return m_merged.warnings.append(Error{foreign.error().what, {}, ModuleMember + u": lorebook", {}});
    const Json own = m_data.value(u"character_book");
    if (const auto kept = keepEntryLimit(own.value(u"entries")); !kept)
        return m_merged.warnings.append(Error{kept.error().what, {}, u"character_book"_s, {}});
    Lorebook book;
    if (own.isObject()) {
        book = readCardBook(own).book;
        int uid = 0;
        for (const LoreEntry &entry : std::as_const(book.entries))
            uid = std::max(uid, entry.uid + 1);
        for (LoreEntry entry : std::as_const(foreign->book.entries)) {
            if (holdsEntry(book, entry))
                continue;
            entry.uid = uid++;
            entry.displayIndex = int(book.entries.size());
            book.entries.append(entry);
        }
    } else {
        book = foreign->book;
        book.name = m_data.value(u"name").toText();
    }
    Json written = writtenCardBook(book);
    if (const Json extensions = foreign->book.source.value(u"extensions");
        !own.isObject() && extensions.size() > 0)
        written.set(u"extensions"_s, extensions);
    m_data.set(u"character_book"_s, written);
    m_merged.mapped.append(
        tr("the lorebook of RisuAI's module (entries: %1)").arg(foreign->book.entries.size()));
    m_merged.mapped += foreign->mapped;
    m_merged.kept += foreign->kept;
    m_merged.unused += foreign->unused;
    for (Error &warning : foreign->warnings) {
        warning.place = ModuleMember + u": " + warning.place;
        m_merged.warnings.append(warning);
    }
}

void Merge::takeScripts()
{
    const Json list = m_module.value(u"regex");
    Json extensions = m_data.value(u"extensions");
    if (list.size() == 0)
        return;
    if (extensions.value(u"regex_scripts").isArray()) {
        m_merged.kept.append(
            tr("the regex scripts of RisuAI's module (%1): the card has its own").arg(list.size()));
        return;
    }
    const RisuScripts scripts = readRisuScripts(list);
    extensions.set(u"regex_scripts"_s, writtenRegexScriptList(Json(), scripts.scripts));
    m_data.set(u"extensions"_s, extensions);
    m_merged.mapped += scripts.mapped;
    m_merged.unused += scripts.unused;
}

// Where RisuAI itself has them in cards without a module: a picture made of this card is whole for it.
void Merge::keepForRisu()
{
    Json extensions = m_data.value(u"extensions");
    Json risu = extensions.value(u"risuai");
    bool isChanged = false;
    for (const auto &[key, from] :
         {std::pair(u"customScripts"_s, u"regex"_s), std::pair(u"triggerscript"_s, u"trigger"_s)}) {
        if (m_module.value(from).size() == 0 || risu.value(key).size() > 0)
            continue;
        risu.set(key, m_module.value(from));
        isChanged = true;
    }
    if (!isChanged)
        return;
    extensions.set(u"risuai"_s, risu);
    m_data.set(u"extensions"_s, extensions);
}

void Merge::tellOfTheRest()
{
    if (const qsizetype triggers = m_module.value(u"trigger").size(); triggers > 0)
        m_merged.kept.append(tr("triggers of RisuAI, which are not run: %1").arg(triggers));
    if (!m_module.value(u"cjs").toText().isEmpty())
        m_merged.kept.append(tr("a program of RisuAI's module, which is not run"));
    if (!m_module.value(u"backgroundEmbedding").toText().isEmpty())
        m_merged.kept.append(tr("a background page of RisuAI's module"));
    if (const qsizetype assets = m_module.value(u"assets").size(); assets > 0)
        m_merged.kept.append(tr("assets of RisuAI's module: %1").arg(assets));
}

JoinedCard Merge::run()
{
    if (!m_module.isObject() || !m_data.isObject())
        return m_merged;
    takeLorebook();
    takeScripts();
    keepForRisu();
    tellOfTheRest();
    if (!m_data.isSameAs(m_merged.document.value(u"data")))
        m_merged.document.set(u"data"_s, m_data);
    return m_merged;
}

// What a path of members leads to.
Json valueAt(const Json &object, const QStringList &path)
{
    Json value = object;
    for (const QString &key : path)
        value = value.value(key);
    return value;
}

// The object with another value there; an object that is empty then and was not there in `original` goes too.
Json withValueAt(Json object, const QStringList &path, const Json &value, const Json &original)
{
    const QString &key = path.first();
    if (path.size() == 1) {
        object.set(key, value);
        return object;
    }
    const Json inner = withValueAt(object.value(key), path.sliced(1), value, original.value(key));
    object.set(key, inner.size() == 0 && original.value(key).isUndefined() ? Json() : inner);
    return object;
}

} // namespace

Result<Json> charXDocumentOf(const ZipArchive &archive)
{
    if (!archive.contains(ModuleCardMember))
        return failure(QCoreApplication::translate("CharX", "there is no card.json in the archive"));
    const auto bytes = archive.member(ModuleCardMember, CharXCardLimit);
    if (!bytes)
        return std::unexpected(bytes.error());
    return parseJson(*bytes).transform_error([](Error error) {
        error.place = error.place.isEmpty() ? ModuleCardMember : ModuleCardMember + u": " + error.place;
        return error;
    });
}

RisuPart risuPartOf(const ZipArchive &archive, Warnings &warnings)
{
    RisuPart part;
    if (!archive.contains(ModuleMember))
        return part;
    const auto bytes = archive.member(ModuleMember, CharXModuleLimit);
    if (!bytes) {
        warnings.append(bytes.error());
        return part;
    }
    part.bytes = *bytes;
    if (const auto module = readRisuModule(*bytes)) {
        part.module = *module;
    } else {
        Error error = module.error();
        error.place = error.place.isEmpty() ? ModuleMember : ModuleMember + u": " + error.place;
        warnings.append(error);
    }
    return part;
}

JoinedCard withModule(const Json &document, const Json &module)
{
    return Merge(document, module).run();
}

PartedCard withoutModule(const Json &present, const Json &original, const Json &module)
{
    PartedCard split{present, module};
    if (!module.isObject())
        return split;
    const Json merged = withModule(original, module).document;
    const QStringList book{u"data"_s, u"character_book"_s};
    for (const QStringList &path :
         {book, QStringList{u"data"_s, u"extensions"_s, u"regex_scripts"_s},
          QStringList{u"data"_s, u"extensions"_s, u"risuai"_s, u"customScripts"_s},
          QStringList{u"data"_s, u"extensions"_s, u"risuai"_s, u"triggerscript"_s}}) {
        const Json here = valueAt(present, path);
        if (here.isUndefined() || valueAt(merged, path) == valueAt(original, path))
            continue;
        if (here == valueAt(merged, path))
            split.document = withValueAt(split.document, path, valueAt(original, path), original);
    }
    if (module.value(u"lorebook").size() > 0 && !(valueAt(present, book) == valueAt(merged, book)))
        split.module.remove(u"lorebook");
    return split;
}

} // namespace snug
