#include "core/library/documentfiles.h"
#include "core/library/personapictures.h"
#include "tests/core/library/testlibrary.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_personapictures {

using namespace snug;
using namespace snug::test;
using namespace Qt::StringLiterals;

class TestPersonaPictures : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void newPicturesTakeFreeNames()
    {
        const TestLibrary folder(TestLibrary::Content::Empty);
        const auto store = folder.open();
        const auto one = createPersonaPicture(*store, u"Ada/Lovelace"_s, "picture");
        QVERIFY(one);
        QVERIFY(!one->contains(u'/'));
        QCOMPARE(bytesOf(folder.layout().avatar(*one)), QByteArray("picture"));
        const auto two = copyPersonaPicture(*store, *one, u"Ada/Lovelace"_s);
        QVERIFY(two && *two != *one);
        QCOMPARE(bytesOf(folder.layout().avatar(*two)), QByteArray("picture"));
        const auto three = copyPersonaPicture(*store, u"none.png"_s, u"Bob"_s);
        QVERIFY(three);
        QCOMPARE(bytesOf(folder.layout().avatar(*three)), placeholderPicture());
    }

    void whoComesBackHasThePictureAgain()
    {
        const TestLibrary folder(TestLibrary::Content::Empty);
        const auto store = folder.open();
        const QString ada = createPersonaPicture(*store, u"Ada"_s, "first").value_or(QString());
        QVERIFY(commitPersonaPictures(*store, {}, {ada}));
        QVERIFY(!QFile::exists(folder.layout().avatar(ada)));
        QVERIFY(commitPersonaPictures(*store, {}, {ada})); // is gone already
        QVERIFY(commitPersonaPictures(*store, {ada}, {}));
        QCOMPARE(bytesOf(folder.layout().avatar(ada)), QByteArray("first"));
        QVERIFY(listTrash(folder.layout()).items.isEmpty());
        QVERIFY(commitPersonaPictures(*store, {u"unknown.png"_s}, {}));
        QCOMPARE(bytesOf(folder.layout().avatar(u"unknown.png"_s)), placeholderPicture());
    }

    void aReplacedPictureIsInTheTrash()
    {
        const TestLibrary folder(TestLibrary::Content::Empty);
        const auto store = folder.open();
        const QString ada = createPersonaPicture(*store, u"Ada"_s, "first").value_or(QString());
        QVERIFY(replacePersonaPicture(*store, ada, "second"));
        QCOMPARE(bytesOf(folder.layout().avatar(ada)), QByteArray("second"));
        QCOMPARE(listTrash(folder.layout()).items.size(), 1);
    }

    // Names come from backups that anybody may have written.
    void namesLeadNowhereElse()
    {
        const TestLibrary folder(TestLibrary::Content::UserFolder);
        const auto store = folder.open();
        const QByteArray settings = bytesOf(folder.layout().settingsFile());
        QVERIFY(!replacePersonaPicture(*store, u"../settings.json"_s, "x"));
        QVERIFY(commitPersonaPictures(*store, {u"../../evil.png"_s}, {u"../settings.json"_s}));
        QCOMPARE(bytesOf(folder.layout().settingsFile()), settings);
        QVERIFY(!QFile::exists(folder.root() + u"/../evil.png"_s));
    }
};

} // namespace tst_personapictures

SNUG_TEST(tst_personapictures, TestPersonaPictures, Core)

#include "tst_personapictures.moc"
