// One hostile file through the program, in a process of its own that tst_hostile bounds and watches:
//
//     hostilefile import|library|tokenizer|prompttest PATH LIBRARY
//     hostilefile anchor N -
//
// The anchor is N times a fixed piece of work, which tells how fast the machine is just now.
//
// Says, a line each: "step NAME TIME" before it begins a step, "refused WORDS" for what it would tell the
// user, and "done TIME" at the end. Times are its own processor time so far, in milliseconds.
#include "app/cases/inputfiles.h"
#include "core/formats/jsontext.h"
#include "core/ledger/ledger.h"
#include "core/library/chatfiles.h"
#include "core/library/chatsmodel.h"
#include "core/library/documentfiles.h"
#include "core/library/exporter.h"
#include "core/library/importer.h"
#include "core/library/librarystore.h"
#include "core/library/loreentriesmodel.h"
#include "core/library/personasmodel.h"
#include "core/library/promptordermodel.h"
#include "core/library/prompttemplatefiles.h"
#include "core/lint/filelint.h"
#include "core/memory/memorysettings.h"
#include "core/pictures/workerpictureengine.h"
#include "core/prompt/assemble.h"
#include "core/prompttest/prompttest.h"
#include "core/regex/workerregexengine.h"
#include "core/templates/workertemplateengine.h"
#include "core/tokens/loadtokenizer.h"
#include "core/wire/connectionsfile.h"
#include "core/workspace/activechoices.h"
#include "widgets/chat/markdown.h"
#include "widgets/library/castmodel.h"

#include <QApplication>
#include <QDir>
#include <QFileInfo>
#include <QTextDocument>
#include <QTimeZone>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>
#include <optional>
#include <sys/resource.h>
#include <utility>

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

void say(const char *kind, QString words)
{
    std::printf("%s %s\n", kind, words.replace(u'\n', u' ').toUtf8().constData());
    std::fflush(stdout);
}

// Of this process's own processor time so far.
QString milliseconds()
{
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    const auto of = [](const timeval &time) {
        return qint64(time.tv_sec) * 1000 + qint64(time.tv_usec) / 1000;
    };
    return QString::number(of(used.ru_utime) + of(used.ru_stime));
}

void begin(const QString &step)
{
    say("step", step + u' ' + milliseconds());
}

template <typename T> bool isFine(const Result<T> &result, const QString &file = {})
{
    if (!result)
        say("refused", (file.isEmpty() ? result.error() : result.error().inFile(file)).line());
    return result.has_value();
}

class HostileFile
{
public:
    HostileFile(const QString &path, const QString &library)
        : m_path(path)
        , m_library(library)
    {
    }

    bool imported()
    {
        begin(u"import"_s);
        if (!isFine(makeLibraryFolder(m_library)) || !openStore())
            return false;
        WorkerPictureEngine pictures(pictureWorkerProgram(QCoreApplication::applicationDirPath()));
        const ImportReport report =
            importFiles(*m_store, {m_path}, {},
                        [&pictures](const QByteArray &picture) { return pictures.toPng(picture); });
        bool isIn = false;
        for (const ImportedFile &file : report.files) {
            isIn = isIn || file.outcome != ImportedFile::Outcome::Refused;
            if (file.problem)
                say("refused",
                    (file.problem->file.isEmpty() ? file.problem->inFile(file.path) : *file.problem).line());
        }
        begin(u"lint"_s);
        if (const Result<QByteArray> bytes = readInputFile(m_path)) {
            BookLintSettings settings;
            settings.regexEngine = m_regex;
            settings.counter = *loadTokenizer(u"o200k_base"_s);
            if (const auto found = fileFindings(*bytes, QFileInfo(m_path).completeBaseName(), settings);
                !found && isIn)
                say("refused", found.error().inFile(m_path).line());
        }
        m_store.reset();
        return true;
    }

    void used()
    {
        begin(u"open"_s);
        if (!openStore())
            return;
        m_store->readAll();
        while (!m_store->contents().chatsAreComplete)
            m_store->readMoreChats(std::chrono::milliseconds(200));
        const LibraryLayout &layout = m_store->layout();
        if (const auto bytes = readVersioned(layout.connectionsFile()); bytes)
            isFine(readConnections(bytes->value), layout.connectionsFile());
        if (const auto bytes = readVersioned(layout.sessionFile()); bytes)
            static_cast<void>(readActiveChoices(bytes->value));
        static_cast<void>(memorySettingsFrom(m_store->contents().settings.source));
        if (QFileInfo::exists(layout.snugFolder() + u"/ledger"_s))
            isFine(Ledger::open(layout.snugFolder() + u"/ledger"_s));
        begin(u"show"_s);
        shown();
        begin(u"assemble"_s);
        assembled();
        begin(u"export"_s);
        exported();
    }

private:
    bool openStore()
    {
        Result<std::unique_ptr<LibraryStore>> store = LibraryStore::open(m_library);
        if (!isFine(store))
            return false;
        m_store = std::move(*store);
        return true;
    }

    static void look(const QAbstractItemModel &model)
    {
        for (int row = 0; row < std::min(model.rowCount(), 200); ++row) {
            for (int column = 0; column < model.columnCount(); ++column) {
                for (const int role : {int(Qt::DisplayRole), int(Qt::ToolTipRole), int(Qt::DecorationRole)})
                    static_cast<void>(model.data(model.index(row, column), role));
            }
        }
    }

    // As the transcript shows the newest ones.
    void show(const QString &markdown) const
    {
        QTextDocument document;
        appendMarkdown(document, markdown, TextStyle::from(Theme::light()), nullptr);
        document.setTextWidth(600);
        static_cast<void>(document.size());
    }

    void shown()
    {
        const LibraryContents &contents = m_store->contents();
        CastModel cast;
        cast.setValues(CastModel::entries(contents.cards, contents.groups,
                                          m_store->layout().folder(LibraryLayout::Folder::Characters)));
        look(cast);
        PersonasModel personas;
        personas.setValues(contents.personas);
        look(personas);
        ChatsModel chats;
        chats.setValues(allChats(contents, m_store->layout(), {}));
        look(chats);
        for (const CardSummary &summary : contents.cards) {
            if (const auto card = loadCard(*m_store, summary.file)) {
                m_cards.emplaceBack(summary.file, card->value);
                show(card->value.firstMessage);
                show(card->value.creatorNotes);
            }
        }
        for (const PresetSummary &summary : contents.presets) {
            if (const auto loaded = loadPreset(*m_store, summary.name)) {
                m_preset = loaded->value;
                PromptOrderModel blocks;
                blocks.setPreset(loaded->value);
                look(blocks);
            }
        }
        for (const LorebookSummary &summary : contents.lorebooks) {
            if (const auto loaded = loadLorebook(*m_store, summary.name)) {
                m_books.append({loaded->value});
                LoreEntriesModel entries;
                entries.setLorebook(loaded->value);
                look(entries);
            }
        }
        for (auto folder = contents.chats.cbegin(); folder != contents.chats.cend(); ++folder) {
            for (const ChatSummary &summary : folder.value()) {
                const ChatReference reference{folder.key() + u".png"_s, summary.name};
                if (const auto chat = loadChat(*m_store, reference)) {
                    m_chats.append(reference);
                    m_chat = chat->chat;
                    for (qsizetype i = std::max<qsizetype>(0, m_chat.messages.size() - 8);
                         i < m_chat.messages.size(); ++i)
                        show(m_chat.messages[i].text);
                }
            }
        }
    }

    PromptInputs inputs()
    {
        PromptInputs inputs;
        inputs.userName = u"Ada"_s;
        inputs.userText = u"A dragon?"_s;
        inputs.now = QDateTime(QDate(2026, 1, 1), QTime(12, 0), QTimeZone::UTC);
        if (!m_cards.isEmpty()) {
            inputs.avatar = m_cards.last().first;
            inputs.card = m_cards.last().second;
            inputs.chat = chatWithGreeting(*inputs.card);
            inputs.regexScripts = inputs.card->regexScripts; // as if the user had allowed them
            if (inputs.card->book)
                m_books.append({*inputs.card->book});
        }
        if (!m_chat.messages.isEmpty())
            inputs.chat = m_chat;
        if (!m_store->contents().personas.isEmpty())
            inputs.persona = m_store->contents().personas.first();
        inputs.preset = m_preset;
        inputs.lorebooks = m_books;
        inputs.regexScripts += m_store->contents().settings.regexScripts;
        for (const QFileInfo &file : QDir(m_store->layout().regexFolder()).entryInfoList(QDir::Files)) {
            if (const auto read = readRulesOrScripts(file.filePath())) {
                inputs.regexScripts += read->scripts;
                inputs.framingRules += read->framingRules;
            }
        }
        inputs.contextSize = 8192;
        inputs.counter = *loadTokenizer(u"o200k_base"_s);
        inputs.regexEngine = m_regex;
        return inputs;
    }

    void assembled(const PromptInputs &inputs) const
    {
        const AssembledPrompt prompt = assemble(inputs);
        if (prompt.failure)
            say("failed", prompt.failure->error.line());
    }

    void assembled()
    {
        PromptInputs inputs = this->inputs();
        assembled(inputs);
        const LibraryLayout &layout = m_store->layout();
        using Folder = LibraryLayout::Folder;
        for (const QString &name : m_store->contents().templates.value(Folder::Context)) {
            PromptInputs story = inputs;
            story.textCompletion.emplace();
            story.textCompletion->instruct = InstructTemplate();
            if (const auto read =
                    readContextFile(layout.folder(Folder::Context) + u'/' + name + u".json"_s)) {
                story.textCompletion->context = *read;
                assembled(story);
            }
        }
        for (const QString &name : m_store->contents().templates.value(Folder::Instruct)) {
            PromptInputs story = inputs;
            story.textCompletion.emplace();
            if (const auto read =
                    readInstructFile(layout.folder(Folder::Instruct) + u'/' + name + u".json"_s)) {
                story.textCompletion->instruct = *read;
                assembled(story);
            }
        }
        if (const auto templates = loadPromptTemplates(*m_store)) {
            for (const LoadedDocument<PromptTemplate> &each : templates->templates) {
                PromptInputs whole = inputs;
                whole.mode = PromptMode::Template;
                whole.promptTemplate.use(each.value);
                whole.promptTemplate.engine = m_templates;
                assembled(whole);
            }
        }
    }

    void exported()
    {
        const QString target = m_library + u"-exported"_s;
        for (const auto &[file, card] : m_cards) {
            for (const ExportKind kind : {ExportKind::CardPng, ExportKind::CardJson, ExportKind::CardCharX,
                                          ExportKind::FramingCharacter, ExportKind::SceneCard})
                isFine(exportTo(*m_store, kind, file, target));
        }
        for (const PresetSummary &preset : m_store->contents().presets)
            static_cast<void>(exportTo(*m_store, ExportKind::Preset, preset.name, target));
        for (const LorebookSummary &book : m_store->contents().lorebooks) {
            static_cast<void>(exportTo(*m_store, ExportKind::Lorebook, book.name, target));
            static_cast<void>(exportTo(*m_store, ExportKind::FramingLorebook, book.name, target));
        }
        for (const ChatReference &chat : std::as_const(m_chats)) {
            static_cast<void>(exportChat(*m_store, chat, target));
            static_cast<void>(exportConversation(*m_store, chat, target));
        }
    }

    const QString m_path;
    const QString m_library;
    const RegexEnginePtr m_regex =
        std::make_shared<WorkerRegexEngine>(regexWorkerProgram(QCoreApplication::applicationDirPath()));
    const TemplateEnginePtr m_templates =
        std::make_shared<WorkerTemplateEngine>(templateWorkerProgram(QCoreApplication::applicationDirPath()));
    std::unique_ptr<LibraryStore> m_store;
    QList<std::pair<QString, Card>> m_cards;
    QList<ChatReference> m_chats;
    Chat m_chat;
    std::optional<Preset> m_preset;
    QList<ActiveLorebook> m_books;
};

void anchored(int times)
{
    QByteArray text = "[";
    for (int i = 0; i < 20'000; ++i)
        text +=
            "{\"key\":[\"dragon " + QByteArray::number(i) + "\"],\"order\":" + QByteArray::number(i) + "},";
    text += "0]";
    begin(u"work"_s);
    for (int i = 0; i < times; ++i)
        isFine(parseJson(text));
}

void tokenized(const QString &path)
{
    begin(u"open"_s);
    const Result<TokenCounterPtr> counter = loadTokenizer(path);
    if (!isFine(counter, path))
        return;
    begin(u"count"_s);
    const QString text = QString(60, u'a') + u" dragon "_s.repeated(500) + u'!';
    static_cast<void>((*counter)->count(text));
}

void tested(const QString &path)
{
    begin(u"open"_s);
    const SnapshotEngines engines{.regexEngine = std::make_shared<WorkerRegexEngine>(
                                      regexWorkerProgram(QCoreApplication::applicationDirPath())),
                                  .templateEngine = std::make_shared<WorkerTemplateEngine>(
                                      templateWorkerProgram(QCoreApplication::applicationDirPath()))};
    const Result<PromptTest> test = readPromptTest(path, engines);
    if (isFine(test, path))
        static_cast<void>(playPromptTest(*test));
}

} // namespace

int main(int argc, char **argv)
{
    const QApplication application(argc, argv);
    const QStringList arguments = application.arguments();
    if (arguments.size() != 4)
        return 2;
    const QString kind = arguments.at(1);
    const QString path = arguments.at(2);
    begin(u"start"_s);
    if (kind == u"anchor") {
        anchored(path.toInt());
    } else if (kind == u"tokenizer") {
        tokenized(path);
    } else if (kind == u"prompttest") {
        tested(path);
    } else {
        HostileFile file(path, arguments.at(3));
        if (kind != u"import" || file.imported())
            file.used();
    }
    say("done", milliseconds());
    return 0;
}
