#include "app/commands/librarycommand.h"

#include "app/commands/commandhelp.h"
#include "app/commands/commandline.h"
#include "app/settings.h"
#include "core/library/exporter.h"
#include "core/library/importtaken.h"
#include "core/library/librarystore.h"
#include "core/pictures/workerpictureengine.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <iterator>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

struct LibraryCommandText
{
    Q_DECLARE_TR_FUNCTIONS(LibraryCommand)
};

// The folder that was named, else the one that the window opens.
QString libraryFolder(const QCommandLineParser &parser)
{
    if (parser.isSet(u"library"_s))
        return QDir(parser.value(u"library"_s)).absolutePath();
    const QString last = Settings().session().libraryFolder;
    return last.isEmpty() ? defaultLibraryFolder() : last;
}

Result<std::unique_ptr<LibraryStore>> openLibrary(const QString &folder, bool mayMake)
{
    if (mayMake && (!QFileInfo::exists(folder) || QDir(folder).isEmpty())) {
        if (const Result<void> made = makeLibraryFolder(folder); !made)
            return std::unexpected(made.error());
    }
    if (const Result<void> checked = checkLibraryFolder(folder); !checked)
        return std::unexpected(checked.error());
    Result<std::unique_ptr<LibraryStore>> store = LibraryStore::open(folder);
    if (store)
        (*store)->readAll();
    return store;
}

int refusedWith(const QString &command, const Error &error)
{
    const QString line = error.hint.isEmpty() ? error.line() : error.line() + u". "_s + error.hint;
    printError(command + u": "_s + line);
    return exitNo;
}

QString lineOf(const ImportedFile &file)
{
    switch (file.outcome) {
    case ImportedFile::Outcome::Imported:
        return LibraryCommandText::tr("%1: %2. It is now %3").arg(file.path, file.understood, file.place);
    case ImportedFile::Outcome::Kept:
        return LibraryCommandText::tr("%1: %2. It is not used; a copy is %3")
            .arg(file.path, file.understood, file.place);
    case ImportedFile::Outcome::Refused:
        break;
    }
    return {};
}

// Exit code: whether there was something that nobody knows what to do with.
int printFolder(const QString &folder, const ImportReport &imported)
{
    const TakenReport report = importTaken(imported, folder);
    printLine(folder + u": "_s + takenSummary(report));
    printLine({});
    for (const QString &line : takenLines(report))
        printLine(line);
    const bool isAllKnown = std::ranges::count(report.files, TakenHow::NotUnderstood, &TakenItem::how) == 0;
    return isAllKnown ? exitDone : exitNo;
}

// What KIND and FORM come to; nothing for a chat, which is named in another way.
using Kind = std::expected<std::optional<ExportKind>, QString>;

Kind exportKind(const QString &kind, const QString &form)
{
    static const QHash<std::pair<QString, QString>, ExportKind> kinds{
        {{u"card"_s, u"file"_s}, ExportKind::CardPng},
        {{u"card"_s, u"json"_s}, ExportKind::CardJson},
        {{u"card"_s, u"charx"_s}, ExportKind::CardCharX},
        {{u"card"_s, u"smarttavern"_s}, ExportKind::FramingCharacter},
        {{u"card"_s, u"gf-lt"_s}, ExportKind::SceneCard},
        {{u"persona"_s, u"smarttavern"_s}, ExportKind::FramingPersona},
        {{u"preset"_s, u"file"_s}, ExportKind::Preset},
        {{u"preset"_s, u"smarttavern"_s}, ExportKind::FramingPreset},
        {{u"lorebook"_s, u"file"_s}, ExportKind::Lorebook},
        {{u"lorebook"_s, u"smarttavern"_s}, ExportKind::FramingLorebook},
        {{u"rules"_s, u"file"_s}, ExportKind::FramingRules},
        {{u"rules"_s, u"smarttavern"_s}, ExportKind::FramingRules},
    };
    if (kind == u"chat" && (form == u"file" || form == u"smarttavern"))
        return std::nullopt;
    if (const auto found = kinds.constFind({kind, form}); found != kinds.cend())
        return *found;
    for (const auto &known : kinds.keys()) {
        if (known.first == kind)
            return std::unexpected(LibraryCommandText::tr("a %1 cannot be exported as “%2”").arg(kind, form));
    }
    return std::unexpected(
        LibraryCommandText::tr("expected card, persona, preset, lorebook, rules or chat, found “%1”")
            .arg(kind));
}

// "Mira.png/first evening"; a group's chat is named alone.
ChatReference chatOf(const QString &name)
{
    const qsizetype slash = name.indexOf(u'/');
    return slash < 0 ? ChatReference{{}, name} : ChatReference{name.first(slash), name.sliced(slash + 1)};
}

// Personas have no files of their own, so theirs is SmartTavern's.
QString formOf(const QCommandLineParser &parser, const QString &kind)
{
    if (parser.isSet(u"form"_s))
        return parser.value(u"form"_s);
    return kind == u"persona" ? u"smarttavern"_s : u"file"_s;
}

} // namespace

int importCommand(const QStringList &arguments)
{
    QCommandLineParser parser;
    addOptionsOf(u"import"_s, parser);
    if (!parser.parse(QStringList{u"snug import"_s} + arguments) || parser.positionalArguments().isEmpty()) {
        printError(
            LibraryCommandText::tr("import: expected files or folders (usage: snug import [--library DIR] "
                                   "[--chats-for CARD] PATH…)"));
        return exitUsage;
    }
    const auto store = openLibrary(libraryFolder(parser), true);
    if (!store)
        return refusedWith(u"import"_s, store.error());
    QStringList paths;
    for (const QString &path : parser.positionalArguments())
        paths.append(QFileInfo(path).absoluteFilePath());
    WorkerPictureEngine pictures(pictureWorkerProgram(QCoreApplication::applicationDirPath()));
    const ImportReport report =
        importFiles(**store, paths, parser.value(u"chats-for"_s),
                    [&pictures](const QByteArray &picture) { return pictures.toPng(picture); });
    int code = report.files.isEmpty() ? exitNo : exitDone;
    if (report.files.isEmpty())
        printError(LibraryCommandText::tr("import: there are no files"));
    QStringList folders;
    std::ranges::copy_if(paths, std::back_inserter(folders),
                         [](const QString &path) { return QFileInfo(path).isDir(); });
    const auto isInFolder = [&](const ImportedFile &file) {
        return std::ranges::any_of(folders, [&](const QString &folder) {
            return file.path.startsWith(QDir::cleanPath(folder) + u'/');
        });
    };
    for (const ImportedFile &file : report.files) {
        if (isInFolder(file)) // the report of the folder tells
            continue;
        if (file.outcome != ImportedFile::Outcome::Refused)
            printLine(lineOf(file));
        else if (file.problem)
            code = refusedWith(u"import"_s, file.problem->file.isEmpty() ? file.problem->inFile(file.path)
                                                                         : *file.problem);
        for (const Error &note : file.notes)
            printLine(u"  "_s + note.line());
    }
    for (const QString &folder : std::as_const(folders))
        code = std::max(code, printFolder(folder, report));
    return code;
}

int exportCommand(const QStringList &arguments)
{
    QCommandLineParser parser;
    addOptionsOf(u"export"_s, parser);
    const bool isParsed = parser.parse(QStringList{u"snug export"_s} + arguments);
    const QStringList given = parser.positionalArguments();
    if (!isParsed || given.size() != 3) {
        printError(LibraryCommandText::tr(
            "export: expected what, which and where (usage: snug export [--library DIR] "
            "[--form file|json|charx|smarttavern|gf-lt] [--force] "
            "card|persona|preset|lorebook|rules|chat NAME TARGET)"));
        return exitUsage;
    }
    const Kind kind = exportKind(given.at(0), formOf(parser, given.at(0)));
    if (!kind) {
        printError(u"export: "_s + kind.error());
        return exitUsage;
    }
    const QString target = QFileInfo(given.at(2)).absoluteFilePath();
    if (QFileInfo::exists(target) && !parser.isSet(u"force"_s))
        return refusedWith(
            u"export"_s,
            {.what = LibraryCommandText::tr("the file already exists; --force replaces it"), .file = target});
    const auto store = openLibrary(libraryFolder(parser), false);
    if (!store)
        return refusedWith(u"export"_s, store.error());
    const auto written = [&]() -> Result<void> {
        if (*kind)
            return exportTo(**store, **kind, given.at(1), target);
        const ChatReference chat = chatOf(given.at(1));
        return formOf(parser, u"chat"_s) == u"file" ? exportChat(**store, chat, target)
                                                    : exportConversation(**store, chat, target);
    }();
    return written ? exitDone : refusedWith(u"export"_s, written.error());
}

} // namespace snug
