#include "tests/gui/memoryhands.h"

#include "core/formats/jsontext.h"
#include "core/prompt/tracedtext.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/connections.h"
#include "core/workspace/memorysetup.h"
#include "core/workspace/workspace.h"

#include <QDir>
#include <QFile>
#include <QTest>

namespace snug {

using namespace Qt::StringLiterals;

const QString MemoryHands::bookName = u"Log of the Widow"_s;

namespace {

QByteArray chatBytes(const QByteArray &metadata, int messages)
{
    QByteArray bytes =
        "{\"user_name\":\"Mika\",\"character_name\":\"Keeper\",\"chat_metadata\":{" + metadata + "}}\n";
    for (int i = 0; i < messages; ++i)
        bytes += QByteArray("{\"name\":\"") + (i % 2 ? "Mika" : "Keeper") +
                 "\",\"is_user\":" + (i % 2 ? "true" : "false") + ",\"mes\":\"Line " + QByteArray::number(i) +
                 ": the harbour bell rings, and the lantern swings on the Widow.\"" +
                 (i == 7 ? ",\"extra\":{\"known_to\":[\"Keeper\"]}" : "") + "}\n";
    return bytes;
}

} // namespace

QStringList MemoryHands::waitingTexts()
{
    QStringList texts;
    for (int row = 0; row < waiting()->count(); ++row)
        texts.append(waiting()->item(row)->text());
    return texts;
}

void MemoryHands::chooseWaiting(int row)
{
    const QRect place = waiting()->visualItemRect(waiting()->item(row));
    QTest::mouseClick(waiting()->viewport(), Qt::LeftButton, {}, place.center());
}

QPushButton *MemoryHands::button(const QString &text)
{
    for (QPushButton *candidate : shownPane()->findChildren<QPushButton *>()) {
        if (candidate->text() == text && candidate->isVisible())
            return candidate;
    }
    return nullptr;
}

void MemoryHands::click(const QString &text)
{
    QTRY_VERIFY2(button(text), qPrintable(text));
    QTest::mouseClick(button(text), Qt::LeftButton);
}

Json MemoryHands::book()
{
    QFile file(m_program->libraryFolder() + u"/worlds/"_s + bookName + u".json"_s);
    return file.open(QIODevice::ReadOnly) ? parseJson(file.readAll()).value_or(Json()) : Json();
}

Json MemoryHands::entryNamed(const QString &beginning)
{
    const Json entries = book().value(u"entries");
    for (const Json::Member &entry : entries.members()) {
        if (entry.value.value(u"comment").toText().startsWith(beginning))
            return entry.value;
    }
    return {};
}

LoreTrace MemoryHands::loreRow(const QString &title)
{
    const auto shown = app().chat.shownPrompt();
    const QList<LoreTrace> rows = shown ? shown->prompt.trace.lore : QList<LoreTrace>();
    const auto found = std::ranges::find(rows, title, &LoreTrace::title);
    return found == rows.end() ? LoreTrace() : *found;
}

QStringList MemoryHands::stretches(const QString &type)
{
    QStringList texts;
    const auto shown = app().chat.shownPrompt();
    for (const OutboundMessage &message : shown ? shown->prompt.messages : QList<OutboundMessage>()) {
        for (const Span &span : message.content.spans()) {
            for (Source source = span.source; source.kind() != SourceKind::Unknown;
                 source = source.parent()) {
                if (source.type() == type)
                    texts.append(source.label() + u": "_s +
                                 message.content.text().mid(span.start, span.length));
                if (!source.hasParent())
                    break;
            }
        }
    }
    return texts;
}

void MemoryHands::type(const QString &command)
{
    draft()->setPlainText(command);
    draft()->setFocus();
    QTest::keyClick(draft(), Qt::Key_Escape); // the list of commands
    QTest::keyClick(draft(), Qt::Key_Return);
}

void MemoryHands::open(const QByteArray &settings, const QByteArray &metadata)
{
    m_program = std::make_unique<OpenProgram>(OpenProgram::Content::Empty);
    m_program->quit();
    const QDir folder(m_program->libraryFolder());
    QVERIFY(QFile::copy(QStringLiteral(SNUG_SOURCE_DIR "/tests/data/sillytavern-user-folder/characters/"
                                                       "Zéphyrine.png"),
                        folder.filePath(u"characters/Keeper.png"_s)));
    QVERIFY(QFile::copy(QStringLiteral(SNUG_SOURCE_DIR "/tests/data/bench/preset.json"),
                        folder.filePath(u"OpenAI Settings/Sea.json"_s)));
    QVERIFY(writeFile(
        folder.filePath(u"worlds/"_s + bookName + u".json"_s),
        "{\"entries\":{\"0\":{\"uid\":0,\"comment\":\"Bell\",\"key\":[\"zzz\"],\"theirs\":1.50}}}"));
    QVERIFY(writeFile(folder.filePath(u"chats/Keeper/Evening.jsonl"_s), chatBytes(metadata, messageCount)));
    QVERIFY(writeFile(folder.filePath(u"settings.json"_s),
                      "{\"world_info_settings\":{\"world_info_depth\":4,\"world_info_budget\":50},"
                      "\"extension_settings\":{\"regex\":[{\"id\":\"r1\",\"scriptName\":\"Lantern\","
                      "\"findRegex\":\"/lamp/g\",\"replaceString\":\"lantern\",\"placement\":[2],"
                      "\"disabled\":true}]}}"));
    QVERIFY(writeFile(folder.filePath(u"snug/memory-books.json"_s), "{\"moduleSettings\":" + settings + "}"));
    QVERIFY(writeFile(folder.filePath(u"snug/session.json"_s),
                      "{\"card\":\"Keeper.png\",\"chat\":\"Evening\",\"preset\":\"Sea\"}"));
    m_program->start();
    QVERIFY(QTest::qWaitForWindowExposed(&app().window));
    QTRY_VERIFY_WITH_TIMEOUT(isSettled(), 20000);
}

void MemoryHands::connectTo(const RecordingServer &server)
{
    Connection connection;
    connection.id = u"there"_s;
    connection.name = u"There"_s;
    connection.baseUrl = server.url(u"/v1"_s);
    app().workspace.connections.setConnections(app().workspace.connections.connections() + QList{connection});
    app().workspace.connections.chooseActive(connection.id);
}

RawAnswer MemoryHands::saying(const QString &text)
{
    return RawAnswer::eventStream(
        {"data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":" + jsonStringSpelling(text) +
             "},\"finish_reason\":null}]}\n\n",
         "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n",
         "data: [DONE]\n\n"});
}

bool MemoryHands::writeFile(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    return QDir().mkpath(QFileInfo(path).path()) && file.open(QIODevice::WriteOnly) &&
           file.write(bytes) == bytes.size();
}

bool MemoryHands::isSettled()
{
    return session() && !session()->preview().isBusy() && app().workspace.content.isReady() &&
           app().workspace.memory.isReady() && session()->conversation().size() >= messageCount &&
           app().workspace.connections.link().isComplete();
}

} // namespace snug
