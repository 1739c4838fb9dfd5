// Pictures of expressions beside a card.
#include "core/library/expressionpictures.h"
#include "tests/testregistry.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

namespace tst_expressionpictures {

using namespace Qt::StringLiterals;
using namespace snug;

class TestExpressionPictures : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void theyAreListedByName()
    {
        const QTemporaryDir root;
        const QString folder = root.filePath(u"characters/Mira v.2"_s);
        QVERIFY(QDir().mkpath(folder + u"/inner.png"_s));
        for (const QString &name : {u"joy.png"_s, u"anger.WEBP"_s, u"joy-1.png"_s, u"notes.txt"_s})
            QVERIFY(QFile(folder + u'/' + name).open(QIODevice::WriteOnly));
        QVERIFY(QFile::link(u"/etc/passwd"_s, folder + u"/link.png"_s));
        QStringList names;
        for (const ExpressionPicture &picture :
             expressionPictures(LibraryLayout(root.path()), u"Mira v.2.png"_s)) {
            names.append(picture.name);
            QVERIFY(QFile::exists(picture.path));
        }
        QCOMPARE(names, QStringList({u"anger"_s, u"joy"_s, u"joy-1"_s}));
    }

    void nobodysAreNone()
    {
        const QTemporaryDir root;
        QVERIFY(QDir().mkpath(root.filePath(u"characters"_s)));
        QVERIFY(QFile(root.filePath(u"characters/Mira.png"_s)).open(QIODevice::WriteOnly));
        QVERIFY(expressionPictures(LibraryLayout(root.path()), u"Mira.png"_s).isEmpty());
        QVERIFY(expressionPictures(LibraryLayout(root.path()), QString()).isEmpty()); // not all cards
    }
};

} // namespace tst_expressionpictures

SNUG_TEST(tst_expressionpictures, TestExpressionPictures, Nothing)
#include "tst_expressionpictures.moc"
