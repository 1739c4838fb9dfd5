// What is done to the file of a document of any kind leaves nothing behind once it is taken back.

#include "core/editing/documentstore.h"
#include "core/library/deleting.h"
#include "tests/core/library/testlibrary.h"
#include "tests/testregistry.h"

#include <QJsonDocument>
#include <QTest>

namespace tst_documentstore {

using namespace snug;
using namespace snug::test;
using namespace Qt::StringLiterals;

class TestDocumentStore : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void kinds_data()
    {
        QTest::addColumn<DocumentKey>("key");
        QTest::newRow("card") << DocumentKey{DocumentKind::Card, u"Zéphyrine.png"_s};
        QTest::newRow("preset") << DocumentKey{DocumentKind::Preset, u"Slow Burn"_s};
        QTest::newRow("lorebook") << DocumentKey{DocumentKind::Lorebook, u"茶屋の暦"_s};
        QTest::newRow("persona") << DocumentKey{DocumentKind::Persona, u"1795299172590-DrIlseBrandt.png"_s};
        QTest::newRow("context template") << DocumentKey{DocumentKind::ContextTemplate, u"ChatML"_s};
        QTest::newRow("instruct template") << DocumentKey{DocumentKind::InstructTemplate, u"ChatML"_s};
        QTest::newRow("system prompt") << DocumentKey{DocumentKind::SystemPrompt, u"Blank"_s};
        QTest::newRow("samplers") << DocumentKey{DocumentKind::TextSamplers, u"Universal-Light"_s};
    }

    void kinds()
    {
        QFETCH(DocumentKey, key);
        const TestLibrary folder(TestLibrary::Content::UserFolder);
        const auto store = folder.open();
        const auto before = treeOf(folder.root());

        const auto copy = copyDocument(*store, key, {});
        QVERIFY2(copy, copy ? "" : qPrintable(copy.error().what));
        QVERIFY(*copy != key.name);
        QVERIFY(treeOf(folder.root()).size() > before.size());
        QVERIFY(deleteDocument(*store, {key.kind, *copy}));
        QCOMPARE(treeOf(folder.root()), before);

        const auto gone = deleteDocument(*store, key);
        QVERIFY2(gone, gone ? "" : qPrintable(gone.error().what));
        QVERIFY(treeOf(folder.root()).size() < before.size());
        QVERIFY(restoreDeleted(*store, gone->id));
        QCOMPARE(treeOf(folder.root()), before);

        const auto renamed = renameDocument(*store, key, u"Quite another"_s);
        QVERIFY2(renamed, renamed ? "" : qPrintable(renamed.error().what));
        QCOMPARE(renamed->name, u"Quite another"_s);
        QVERIFY(renamed->problems.isEmpty());
        QVERIFY(treeOf(folder.root()) != before);
        QVERIFY(!deleteDocument(*store, {key.kind, u"Nobody.png"_s}));
    }

private:
    // Where a persona stands among the others in the settings says nothing.
    static QMap<QString, QByteArray> treeOf(const QString &root)
    {
        QMap<QString, QByteArray> tree;
        for (const QString &file : filesBelow(root))
            tree.insert(file, file == u"settings.json"
                                  ? QJsonDocument::fromJson(bytesOf(root + u'/' + file)).toJson()
                                  : bytesOf(root + u'/' + file));
        return tree;
    }
};

} // namespace tst_documentstore

SNUG_TEST(tst_documentstore, TestDocumentStore, Core)
#include "tst_documentstore.moc"
