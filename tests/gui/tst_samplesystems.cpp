// The library that the program brings shows all five systems: each has a place where it is in effect, and
// says there what to try. Nothing in it is doubtful.

#include "app/settings.h"
#include "core/formats/jsontext.h"
#include "core/library/samplelibrary.h"
#include "core/workspace/librarypreview.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

namespace tst_samplesystems {

using namespace Qt::StringLiterals;
using namespace snug;

class TestSampleSystems : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    QString m_library;

    // Writes into what the library remembers of its choices.
    void remember(const QString &key, const Json &value) const
    {
        QFile file(m_library + u"/snug/session.json"_s);
        QVERIFY(file.open(QIODevice::ReadWrite));
        Json session = parseJson(file.readAll()).value();
        session.set(key, value);
        QVERIFY(file.resize(0) && file.seek(0));
        file.write(writeJson(session));
    }

    std::optional<PreparedPrompt> promptOf(const QString &chat, const QString &draft = {}) const
    {
        Settings settings(m_folder.filePath(u"snug.ini"_s));
        LibraryPreview preview({.library = m_library, .outsideFolders = {}, .chat = chat, .draft = draft},
                               settings);
        std::optional<PreparedPrompt> prepared;
        QString problem;
        connect(&preview, &LibraryPreview::ready, this,
                [&](const PreparedPrompt &ready) { prepared = ready; });
        connect(&preview, &LibraryPreview::failed, this, [&](const Error &error) { problem = error.line(); });
        preview.start();
        [&] { QTRY_VERIFY2_WITH_TIMEOUT(prepared || !problem.isEmpty(), qPrintable(chat), 20000); }();
        if (!problem.isEmpty())
            qWarning().noquote() << chat << problem;
        return prepared;
    }

    static QString wholeOf(const PreparedPrompt &prepared)
    {
        QString whole;
        for (const OutboundMessage &message : prepared.prompt.messages)
            whole += message.content.text() + u'\n';
        return whole;
    }

private Q_SLOTS:
    void init()
    {
        m_library = m_folder.filePath(u"library"_s);
        QVERIFY(QDir(m_library).removeRecursively());
        QVERIFY(installSampleLibrary(m_library));
    }

    void everyChatSaysWhatToTry_data()
    {
        QTest::addColumn<QString>("chat");
        for (const QString &chat :
             {u"chats/Lotte Brandt/The brass key.jsonl"_s, u"chats/The Pilot's Log/Noon.jsonl"_s,
              u"chats/Juno Hale/The right time.jsonl"_s, u"chats/Mira Okafor/One page of the log.jsonl"_s})
            QTest::newRow(qPrintable(chat)) << chat;
    }

    void everyChatSaysWhatToTry()
    {
        QFETCH(QString, chat);
        QFile file(m_library + u'/' + chat);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().contains("**To try:**"));
        const auto prepared = promptOf(chat);
        QVERIFY(prepared && prepared->request && prepared->prompt.trace.warnings.isEmpty());
        QVERIFY(!prepared->request->body.contains("To try:"));
    }

    void aSceneKeepsItsSecret()
    {
        const QString chat = u"chats/Lotte Brandt/The brass key.jsonl"_s;
        const auto lotte = promptOf(chat);
        QVERIFY(lotte && wholeOf(*lotte).contains(u"in my left boot"));
        remember(u"parts"_s,
                 Json::object({{u"Lotte Brandt.png/The brass key"_s,
                                Json::object({{u"writer"_s, u"Ada"_s}, {u"asked"_s, u"Piet Coster"_s}})}}));
        const auto piet = promptOf(chat);
        QVERIFY(piet);
        QCOMPARE(piet->prompt.wishes.characterName, u"Piet Coster"_s);
        QVERIFY(wholeOf(*piet).contains(u"I deliver things"));
        QVERIFY(!wholeOf(*piet).contains(u"left boot"));
    }

    void aTemplateIsInEffect()
    {
        const auto prepared = promptOf(u"chats/The Pilot's Log/Noon.jsonl"_s);
        QVERIFY(prepared);
        QCOMPARE(prepared->prompt.mode, PromptMode::Template);
        QVERIFY(!prepared->prompt.failure);
        const QString whole = wholeOf(*prepared);
        QVERIFY2(whole.contains(u"No. 2, Ada: *I take the pen.*"), qPrintable(whole));
        QVERIFY(whole.contains(u"flies the mail plane"));
        QVERIFY(!whole.contains(u"{{") && !whole.contains(u"{%"));
    }

    void aPresetIsFramed()
    {
        remember(u"preset"_s, u"Harbour for SmartTavern"_s);
        const auto prepared = promptOf(u"chats/Juno Hale/The right time.jsonl"_s);
        QVERIFY(prepared);
        QCOMPARE(prepared->prompt.mode, PromptMode::Framing);
        QVERIFY(std::ranges::all_of(prepared->prompt.messages, [](const OutboundMessage &message) {
            return message.sourceObject.contains(u"type");
        }));
        QVERIFY(wholeOf(*prepared).contains(u"on its day no. "));
        QVERIFY(!wholeOf(*prepared).contains(u"{{"));
    }

    void withoutAPresetTheCardSpeaks()
    {
        remember(u"preset"_s, QString());
        const auto prepared = promptOf(u"chats/Mira Okafor/Six days of fog.jsonl"_s);
        QVERIFY(prepared);
        QCOMPARE(prepared->prompt.mode, PromptMode::Smelt);
    }

    void aMemoryStandsForAScene()
    {
        const auto prepared = promptOf(u"chats/Mira Okafor/One page of the log.jsonl"_s);
        QVERIFY(prepared);
        const QString whole = wholeOf(*prepared);
        QVERIFY2(whole.contains(u"a chair by the stove and one page of the log"), qPrintable(whole));
        QVERIFY(whole.contains(u"The Marit off the Widow: whistling"));
        QVERIFY(!whole.contains(u"under my Sunday blouse")); // of the hidden scene
        const auto isMemory = [](const LoreTrace &trace) { return trace.book.startsWith(u"LTM - Mira"); };
        QCOMPARE(std::ranges::count_if(prepared->prompt.trace.lore, isMemory), 2);
    }
};

} // namespace tst_samplesystems

SNUG_TEST(tst_samplesystems, TestSampleSystems, Windows)
#include "tst_samplesystems.moc"
