// Tags as such: coloured, called otherwise, deleted, and back as they were.

#include "core/library/cardtags.h"
#include "core/library/settingsfiles.h"
#include "core/library/tagediting.h"
#include "tests/core/library/testlibrary.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_tagediting {

using namespace snug;
using namespace snug::test;
using namespace Qt::StringLiterals;

static const QString stranger = u"new.png"_s; // of whom the settings say nothing

class TestTagEditing : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<TestLibrary> m_folder;
    std::unique_ptr<LibraryStore> m_store;

    QStringList namesOf(const QString &key, const QStringList &own = {}) const
    {
        QStringList names;
        for (const CardTag &tag : tagsOf(m_store->contents().settings, key, own))
            names.append(tag.name);
        return names;
    }
    static QString aoife() { return u"Aoife Ní Bhriain.png"_s; } // sea, and others behind it
    QByteArray settings() const { return bytesOf(m_folder->root() + u"/settings.json"_s); }

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning();
        m_folder = std::make_unique<TestLibrary>(TestLibrary::Content::UserFolder);
        m_store = m_folder->open();
        QCOMPARE(namesOf(aoife()).first(), u"sea"_s);
    }
    void cleanup()
    {
        m_store.reset();
        m_folder.reset();
    }

    void coloured()
    {
        const auto was = m_store->contents().settings;
        const auto before = setTagColour(*m_store, u"SEA"_s, u"rgba(1, 2, 3, 1)"_s);
        QVERIFY(before);
        QCOMPARE(tagsOf(m_store->contents().settings, aoife(), {}).first().colour, u"rgba(1, 2, 3, 1)"_s);
        QVERIFY(restoreTag(*m_store, *before));
        QCOMPARE(m_store->contents().settings.tags, was.tags);
        // One that only cards know becomes one of the settings, until it is taken back.
        const auto made = setTagColour(*m_store, u"mine"_s, u"#010203"_s);
        QVERIFY(made);
        QCOMPARE(tagsOf(m_store->contents().settings, stranger, {u"mine"_s}).first().colour, u"#010203"_s);
        QVERIFY(restoreTag(*m_store, *made));
        QCOMPARE(m_store->contents().settings.tags, was.tags);
    }

    void renamed()
    {
        const auto was = m_store->contents().settings;
        const QStringList names = namesOf(aoife());
        const QString key = aoife();
        const auto before = renameTag(*m_store, u"sea"_s, u"Ocean"_s);
        QVERIFY(before);
        QStringList now = names;
        now.replaceInStrings(u"sea"_s, u"Ocean"_s);
        QCOMPARE(namesOf(key), now);
        QVERIFY(restoreTag(*m_store, *before));
        QCOMPARE(namesOf(key), names);
        QCOMPARE(m_store->contents().settings.tags, was.tags);
        // Not to what another is called, but in another spelling.
        QVERIFY(!renameTag(*m_store, u"sea"_s, names.last().toUpper()));
        QVERIFY(!renameTag(*m_store, u"sea"_s, {}));
        QVERIFY(renameTag(*m_store, u"sea"_s, u"SEA"_s));
        QVERIFY(namesOf(key).contains(u"SEA"_s));
    }

    void deleted()
    {
        const auto was = m_store->contents().settings;
        const QString key = aoife();
        const QStringList names = namesOf(key);
        const auto before = deleteTag(*m_store, u"Sea"_s);
        QVERIFY(before);
        QVERIFY(!namesOf(key).contains(u"sea"_s));
        QCOMPARE(namesOf(key).size(), names.size() - 1);
        QVERIFY(!settings().contains("\"sea\""));
        QVERIFY(restoreTag(*m_store, *before));
        QCOMPARE(m_store->contents().settings.tags, was.tags);
        QCOMPARE(m_store->contents().settings.tagMap, was.tagMap);
    }

    // What only a card says is written down, so that it goes, and comes back.
    void aCardsOwn()
    {
        const QList<CardSummary> cards = m_store->contents().cards;
        const auto card =
            std::ranges::find_if(cards, [](const CardSummary &each) { return !each.tags.isEmpty(); });
        QVERIFY(card != cards.cend());
        const QString file = card->file;
        const QStringList tags = card->tags;
        const QString own = tags.first();
        QVERIFY(editSettings(*m_store, [&](SillyTavernSettings &present) { present.tagMap.remove(file); }));
        const auto before = renameTag(*m_store, own, u"Otherwise"_s);
        QVERIFY(before);
        QVERIFY(namesOf(file, tags).contains(u"Otherwise"_s));
        QVERIFY(!namesOf(file, tags).contains(own));
        QVERIFY(restoreTag(*m_store, *before));
        QVERIFY(namesOf(file, tags).contains(own));
        const auto gone = deleteTag(*m_store, own);
        QVERIFY(gone);
        QVERIFY(!namesOf(file, tags).contains(own));
        QVERIFY(restoreTag(*m_store, *gone));
        QVERIFY(namesOf(file, tags).contains(own));
        QVERIFY(!m_store->contents().settings.tagMap.contains(file));
    }
};

} // namespace tst_tagediting

SNUG_TEST(tst_tagediting, TestTagEditing, Core)
#include "tst_tagediting.moc"
