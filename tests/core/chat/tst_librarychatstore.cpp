#include "core/chat/librarychatstore.h"
#include "core/library/library.h"
#include "tests/core/library/testlibrary.h"
#include "tests/testregistry.h"

#include <QSignalSpy>
#include <QTest>

namespace tst_librarychatstore {

using namespace snug;
using namespace snug::test;
using namespace Qt::StringLiterals;

class TestLibraryChatStore : public QObject
{
    Q_OBJECT

    std::unique_ptr<TestLibrary> m_folder;
    std::unique_ptr<Library> m_library;
    QString m_path;

    static Chat chatOf(const QString &name, const QString &texts)
    {
        Chat chat;
        chat.name = name;
        for (const QString &text : texts.split(u' ')) {
            Message message;
            message.text = text;
            chat.messages.append(message);
        }
        return chat;
    }

    StoreOutcome wait(const std::function<void(ChatStore::Done)> &call)
    {
        std::optional<StoreOutcome> outcome;
        call([&outcome](const StoreOutcome &answer) { outcome = answer; });
        if (!QTest::qWaitFor([&outcome] { return outcome.has_value(); }))
            qFatal("no answer from the store");
        return *outcome;
    }

    QString textsOnDisk() const
    {
        QStringList texts;
        const QList<QByteArray> lines = bytesOf(m_path).split('\n');
        for (const QByteArray &line : lines) {
            const qsizetype at = line.indexOf("\"mes\":\"");
            if (at >= 0)
                texts.append(QString::fromUtf8(line.sliced(at + 7, line.indexOf('"', at + 7) - at - 7)));
        }
        return texts.join(u' ');
    }

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning();
        m_library.reset();
        m_folder = std::make_unique<TestLibrary>(TestLibrary::Content::Empty);
        m_library = std::make_unique<Library>();
        m_path = m_folder->layout().chat(u"Mira.png", u"one");
        QSignalSpy opened(m_library.get(), &Library::opened);
        m_library->open(m_folder->root());
        QTRY_COMPARE(opened.size(), 1);
    }
    void cleanup() { m_library.reset(); }

    void aChatGrows()
    {
        LibraryChatStore store(*m_library, u"Mira.png"_s);
        QCOMPARE(wait([&](auto done) { store.rewrite(chatOf(u"one"_s, u"a"_s), false, done); }),
                 StoreOutcome{});
        QCOMPARE(wait([&](auto done) { store.append(chatOf(u"one"_s, u"a b c"_s), 1, done); }),
                 StoreOutcome{});
        QCOMPARE(textsOnDisk(), u"a b c"_s);
        std::optional<Result<Chat>> loaded;
        store.load(u"one"_s, [&loaded](const Result<Chat> &chat) { loaded = chat; });
        QTRY_VERIFY(loaded);
        QCOMPARE((*loaded)->messages.size(), 3);
    }

    void writesQueuedTogetherAreNoConflict()
    {
        LibraryChatStore store(*m_library, u"Mira.png"_s);
        QList<StoreOutcome::Kind> kinds;
        const auto note = [&kinds](const StoreOutcome &outcome) { kinds.append(outcome.kind); };
        store.rewrite(chatOf(u"one"_s, u"a"_s), false, note);
        store.append(chatOf(u"one"_s, u"a b"_s), 1, note);
        store.rewrite(chatOf(u"one"_s, u"x b"_s), false, note);
        store.append(chatOf(u"one"_s, u"x b c"_s), 2, note);
        QTRY_COMPARE(kinds.size(), 4);
        QCOMPARE(kinds, QList<StoreOutcome::Kind>(4, StoreOutcome::Kind::Done));
        QCOMPARE(textsOnDisk(), u"x b c"_s);
    }

    void changesByOthersAreAskedAbout()
    {
        LibraryChatStore store(*m_library, u"Mira.png"_s);
        wait([&](auto done) { store.rewrite(chatOf(u"one"_s, u"a"_s), false, done); });
        QVERIFY(put(m_path, "{\"mes\":\"theirs\"}"));
        QCOMPARE(wait([&](auto done) { store.append(chatOf(u"one"_s, u"a b"_s), 1, done); }).kind,
                 StoreOutcome::Kind::ChangedOutside);
        QCOMPARE(wait([&](auto done) { store.rewrite(chatOf(u"one"_s, u"a b"_s), false, done); }).kind,
                 StoreOutcome::Kind::ChangedOutside);
        QCOMPARE(textsOnDisk(), u"theirs"_s);
        QCOMPARE(wait([&](auto done) { store.rewrite(chatOf(u"one"_s, u"a b"_s), true, done); }).kind,
                 StoreOutcome::Kind::Done);
        QCOMPARE(textsOnDisk(), u"a b"_s);
    }

    void discardingGoesToTheTrash()
    {
        LibraryChatStore store(*m_library, u"Mira.png"_s);
        wait([&](auto done) { store.rewrite(chatOf(u"one"_s, u"a"_s), false, done); });
        QCOMPARE(wait([&](auto done) { store.discard(u"one"_s, done); }).kind, StoreOutcome::Kind::Done);
        QVERIFY(!QFileInfo::exists(m_path));
        QCOMPARE(namesIn(m_folder->layout().trashFolder()).size(), 1);
        QCOMPARE(wait([&](auto done) { store.discard(u"one"_s, done); }).kind, StoreOutcome::Kind::Done);
    }

    void theLastWordIsWrittenEvenIfTheStoreGoes()
    {
        {
            LibraryChatStore store(*m_library, u"Mira.png"_s);
            store.rewrite(chatOf(u"one"_s, u"a"_s), false,
                          [](const StoreOutcome &) { QFAIL("answered the dead"); });
        }
        m_library.reset();
        QCOMPARE(textsOnDisk(), u"a"_s);
    }
};

} // namespace tst_librarychatstore

SNUG_TEST(tst_librarychatstore, TestLibraryChatStore, Core)
#include "tst_librarychatstore.moc"
