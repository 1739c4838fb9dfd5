#include "core/library/takenreport.h"

#include "core/formats/filekind.h"
#include "core/formats/jsontext.h"
#include "core/formats/quickreplies.h"
#include "core/library/expressionpictures.h"
#include "core/library/librarystore.h"

#include <QCoreApplication>
#include <QDirIterator>
#include <QHash>
#include <QLocale>
#include <QSet>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

struct TakenWords
{
    Q_DECLARE_TR_FUNCTIONS(TakenReport)
};

constexpr qsizetype mostFiles = 50000;

// What reading them had as problems, by path.
QHash<QString, QString> problemsOf(const LibraryContents &contents)
{
    QHash<QString, QString> problems;
    const auto note = [&](const QString &path, const std::optional<Error> &problem) {
        if (problem)
            problems.insert(path, problem->what);
    };
    for (const CardSummary &card : contents.cards)
        note(u"characters/"_s + card.file, card.problem);
    for (const LorebookSummary &book : contents.lorebooks)
        note(u"worlds/%1.json"_s.arg(book.name), book.problem);
    for (const PresetSummary &preset : contents.presets)
        note(u"OpenAI Settings/%1.json"_s.arg(preset.name), preset.problem);
    for (const GroupSummary &group : contents.groups)
        note(u"groups/%1.json"_s.arg(group.file), group.problem);
    for (const auto &[folder, chats] : contents.chats.asKeyValueRange()) {
        for (const ChatSummary &chat : chats)
            note(u"chats/%1/%2.jsonl"_s.arg(folder, chat.name), chat.problem);
    }
    for (const ChatSummary &chat : contents.groupChats)
        note(u"group chats/%1.jsonl"_s.arg(chat.name), chat.problem);
    note(u"settings.json"_s, contents.settingsProblem);
    return problems;
}

TakenItem without(const QString &path, const QString &why)
{
    return {TakenHow::WithoutEffect, path, why};
}

TakenItem unknown(const QString &path)
{
    return {TakenHow::NotUnderstood, path, TakenWords::tr("Snug does not know this file")};
}

TakenItem atTop(const QString &path)
{
    if (path == u"settings.json")
        return {TakenHow::Taken, path, TakenWords::tr("Each setting is listed below")};
    if (path == u"secrets.json")
        return without(path, TakenWords::tr("Keys are never read from here; enter them in Connections"));
    if (path == u"stats.json")
        return without(path, TakenWords::tr("SillyTavern's own counts"));
    if (path == u"content.log" || path == u"image-metadata.json")
        return without(path, TakenWords::tr("SillyTavern's own notes"));
    return {TakenHow::NotUnderstood, path, TakenWords::tr("Snug does not know this file")};
}

TakenItem ofOtherFolder(const QString &folder, const QString &path)
{
    if (folder == u"backgrounds")
        return {TakenHow::Otherwise, path,
                TakenWords::tr("Shown behind the chats that name them, and when you choose one")};
    if (folder == u"reasoning")
        return without(path, TakenWords::tr("The marks in use are in settings.json"));
    if (folder == u"themes" || folder == u"movingUI")
        return without(path, TakenWords::tr("This is about SillyTavern's own window"));
    if (folder == u"backups" || folder == u"thumbnails")
        return without(path, TakenWords::tr("SillyTavern makes these by itself"));
    if (folder == u"snug")
        return without(path, TakenWords::tr("Snug's own records of the library it comes from"));
    if (folder == u"vectors")
        return without(path, TakenWords::tr("Similar lore is found by Snug's own vectors"));
    if (folder == u"KoboldAI Settings" || folder == u"NovelAI Settings")
        return without(path, TakenWords::tr("Snug reads presets of chat and text completion, not these; text "
                                            "completion's count for NovelAI and the Horde too"));
    if (folder == u"extensions" || folder == u"assets")
        return without(path, TakenWords::tr("Snug runs no extensions"));
    return unknown(path);
}

TakenItem ofCharacter(const QString &path, const QString &suffix, bool isDirect)
{
    if (isDirect && suffix == u"png")
        return {TakenHow::Taken, path, {}};
    if (!isDirect && isExpressionPicture(path))
        return {TakenHow::Otherwise, path,
                TakenWords::tr("Listed in the card's editor as an expression; not shown in chats")};
    return unknown(path);
}

TakenItem ofUser(const QString &path)
{
    if (path.startsWith(u"user/files/") || path.startsWith(u"user/images/"))
        return {TakenHow::Taken, path, TakenWords::tr("Shown where a message names it")};
    if (path.startsWith(u"user/workflows/"))
        return without(path, TakenWords::tr("Snug makes no pictures"));
    return unknown(path);
}

// What the files of a folder are; Unknown: anything.
FileKind kindIn(const QString &folder)
{
    static const QHash<QString, FileKind> kinds{{u"worlds"_s, FileKind::WorldInfo},
                                                {u"OpenAI Settings"_s, FileKind::Preset},
                                                {u"TextGen Settings"_s, FileKind::TextSamplerPreset},
                                                {u"instruct"_s, FileKind::InstructTemplate},
                                                {u"context"_s, FileKind::ContextTemplate},
                                                {u"sysprompt"_s, FileKind::SystemPrompt},
                                                {u"groups"_s, FileKind::Group}};
    return kinds.value(folder, FileKind::Unknown);
}

// As little as it takes: SillyTavern's older files lack keys by which one would know them elsewhere.
bool isOfKind(const Json &document, FileKind kind)
{
    const Json entries = document.value(u"entries");
    return document.isObject() && (kind != FileKind::WorldInfo || entries.isObject() || entries.isArray());
}

QString suffixOf(const QString &path)
{
    return path.section(u'.', -1).toLower();
}

class FileJudge
{
public:
    explicit FileJudge(const LibraryStore &store)
        : m_root(store.layout().root())
        , m_problems(problemsOf(store.contents()))
    {
        for (const CardSummary &card : store.contents().cards)
            m_cards.insert(card.file.chopped(4)); // ".png"
    }

    TakenItem judged(const QString &path) const
    {
        if (const auto problem = m_problems.constFind(path); problem != m_problems.cend())
            return {TakenHow::NotUnderstood, path, *problem};
        const QString folder = path.section(u'/', 0, 0);
        if (folder == path)
            return atTop(path);
        return inFolder(folder, path);
    }

private:
    TakenItem inFolder(const QString &folder, const QString &path) const
    {
        const QString suffix = suffixOf(path);
        const bool isDirect = path.count(u'/') == 1;
        if (folder == u"characters")
            return ofCharacter(path, suffix, isDirect);
        if (folder == u"chats") {
            if (suffix != u"jsonl")
                return unknown(path);
            if (const QString name = path.section(u'/', 1, 1);
                !m_cards.contains(name) && name + u".png" != modelAloneFile())
                return {TakenHow::Otherwise, path, TakenWords::tr("No character has this folder of chats")};
            return {TakenHow::Taken, path, {}};
        }
        if (folder == u"group chats")
            return suffix == u"jsonl" ? TakenItem{TakenHow::Taken, path, {}} : unknown(path);
        if (const FileKind kind = kindIn(folder); kind != FileKind::Unknown && isDirect)
            return suffix == u"json" ? ofJson(path, kind)
                                     : without(path, TakenWords::tr("SillyTavern's own notes"));
        if (folder == u"QuickReplies" && suffix == u"json")
            return ofQuickReplies(path);
        if (folder == u"User Avatars")
            return {TakenHow::Taken, path, {}};
        if (folder == u"user")
            return ofUser(path);
        return ofOtherFolder(folder, path);
    }

    TakenItem ofJson(const QString &path, FileKind kind) const
    {
        const auto file = readVersioned(m_root + u'/' + path);
        if (!file)
            return {TakenHow::NotUnderstood, path, file.error().what};
        const Result<Json> document = parseJson(file->value);
        if (!document)
            return {TakenHow::NotUnderstood, path, document.error().what};
        if (!isOfKind(*document, kind))
            //: %1 is a kind of file: "a lorebook"
            return {TakenHow::NotUnderstood, path, TakenWords::tr("This is not %1").arg(fileKindName(kind))};
        return {TakenHow::Taken, path, {}};
    }

    TakenItem ofQuickReplies(const QString &path) const
    {
        const auto file = readVersioned(m_root + u'/' + path);
        if (!file)
            return {TakenHow::NotUnderstood, path, file.error().what};
        const Result<QuickReplySet> set = readQuickReplySet(file->value);
        if (!set)
            return {TakenHow::NotUnderstood, path, set.error().what};
        QStringList scripts;
        QStringList unasked;
        for (const QuickReply &reply : set->replies) {
            if (reply.isScript())
                scripts.append(reply.label);
            if (reply.runsUnasked())
                unasked.append(reply.label);
        }
        QStringList why;
        if (!scripts.isEmpty())
            //: %1 is a list of what buttons say
            why << TakenWords::tr("Of the scripts only Snug's own commands work: %1")
                       .arg(scripts.join(u", "_s));
        if (!unasked.isEmpty())
            why << TakenWords::tr("These run by a click only: %1").arg(unasked.join(u", "_s));
        if (why.isEmpty())
            return {TakenHow::Taken, path, {}};
        return {TakenHow::Otherwise, path, why.join(u". "_s)};
    }

    QString m_root;
    QHash<QString, QString> m_problems;
    QSet<QString> m_cards; // without ".png"
};

constexpr std::array allHows{TakenHow::NotUnderstood, TakenHow::WithoutEffect, TakenHow::Otherwise,
                             TakenHow::Taken};

QString headingOf(TakenHow how, bool isImport)
{
    switch (how) {
    case TakenHow::Taken:
        return TakenWords::tr("Taken");
    case TakenHow::Otherwise:
        return TakenWords::tr("Taken in another form");
    case TakenHow::WithoutEffect: // what an import leaves out lies where it was
        return isImport ? TakenWords::tr("Kept or left where it is, without effect")
                        : TakenWords::tr("Kept, but without effect");
    case TakenHow::NotUnderstood:
        return TakenWords::tr("Not understood");
    }
    Q_UNREACHABLE();
}

QStringList linesOf(const QList<TakenItem> &items, TakenHow how)
{
    QStringList lines;
    for (const TakenItem &item : items) {
        if (item.how == how)
            lines << (item.why.isEmpty() ? u"  "_s + item.what : u"  %1: %2"_s.arg(item.what, item.why));
    }
    return lines;
}

} // namespace

qsizetype TakenReport::count(TakenHow how) const
{
    return std::ranges::count(files, how, &TakenItem::how) +
           std::ranges::count(settings, how, &TakenItem::how);
}

TakenItem takenUnread(const QString &path)
{
    const QString folder = path.section(u'/', 0, 0);
    if (folder == path)
        return path == u"settings.json"
                   ? without(path,
                             TakenWords::tr("Settings and personas count where the folder itself is opened "
                                            "as a library; each setting is listed below"))
                   : atTop(path);
    if (folder == u"characters") {
        if (path.count(u'/') > 1 && isExpressionPicture(path))
            return without(path, TakenWords::tr("Pictures of expressions are not copied"));
        return unknown(path);
    }
    if (folder == u"User Avatars")
        return without(path, TakenWords::tr("The personas of these pictures are in settings.json"));
    const TakenItem user = folder == u"user" ? ofUser(path) : TakenItem();
    if (folder == u"QuickReplies" || (folder == u"user" && user.how == TakenHow::Taken))
        return without(path, TakenWords::tr("Used where the folder itself is opened as a library"));
    if (folder == u"user")
        return user;
    return ofOtherFolder(folder, path);
}

TakenReport takenReport(const LibraryStore &store)
{
    TakenReport report;
    const QString root = store.layout().root();
    const FileJudge judge(store);
    QDirIterator walk(root, QDir::Files | QDir::Hidden | QDir::NoDotAndDotDot, QDirIterator::Subdirectories);
    QStringList paths;
    while (walk.hasNext()) {
        const QString path = QString(walk.next()).sliced(root.size() + 1);
        if (!path.startsWith(u"snug/"))
            paths.append(path);
    }
    paths.sort();
    report.unlisted = std::max<qsizetype>(0, paths.size() - mostFiles);
    for (const QString &path : paths.first(std::min(mostFiles, paths.size())))
        report.files.append(judge.judged(path));
    report.settings = takenSettings(store.contents().settings.source);
    return report;
}

QString takenSummary(const TakenReport &report)
{
    const auto number = [&](TakenHow how) {
        return QLocale().toString(report.isImport ? std::ranges::count(report.files, how, &TakenItem::how)
                                                  : report.count(how));
    };
    const QString sentence =
        report.isImport
            ? TakenWords::tr(
                  "Of this folder's files %1 are taken, %2 in another form; %3 are without effect, "
                  "%4 are not understood. Nothing in the folder was changed.")
            : TakenWords::tr(
                  "Of this folder's files and settings %1 are taken, %2 in another form; %3 are "
                  "kept without effect, %4 are not understood. Nothing in the folder was changed.");
    return sentence.arg(number(TakenHow::Taken), number(TakenHow::Otherwise), number(TakenHow::WithoutEffect),
                        number(TakenHow::NotUnderstood));
}

QStringList takenLines(const TakenReport &report)
{
    QStringList lines;
    for (const TakenHow how : allHows) {
        const QStringList files = linesOf(report.files, how);
        const QStringList settings = linesOf(report.settings, how);
        if (files.isEmpty() && settings.isEmpty())
            continue;
        lines << headingOf(how, report.isImport).toUpper() << QString();
        if (!files.isEmpty())
            lines << TakenWords::tr("Files") << files << QString();
        if (!settings.isEmpty())
            lines << (report.isImport ? TakenWords::tr("Settings (settings.json), where the folder itself is "
                                                       "opened as a library")
                                      : TakenWords::tr("Settings (settings.json)"))
                  << settings << QString();
    }
    if (report.unlisted > 0)
        lines << TakenWords::tr("%1 more files are not listed.").arg(QLocale().toString(report.unlisted));
    return lines;
}

QString takenText(const TakenReport &report)
{
    return takenLines(report).join(u'\n');
}

} // namespace snug
