#include "core/library/booksineffect.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_booksineffect {

using namespace Qt::StringLiterals;
using namespace snug;
using Scope = ActiveLorebook::Scope;

class TestBooksInEffect : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachBookOnce_data()
    {
        QTest::addColumn<QStringList>("global");
        QTest::addColumn<QString>("chat");
        QTest::addColumn<QString>("persona");
        QTest::addColumn<QStringList>("character");
        QTest::addColumn<QList<BookInEffect>>("expected");

        QTest::newRow("nothing") << QStringList{} << QString() << QString() << QStringList{u""_s}
                                 << QList<BookInEffect>{};
        QTest::newRow("one of each") << QStringList{u"g"_s} << u"c"_s << u"p"_s
                                     << QStringList{u"own"_s, u"extra"_s}
                                     << QList<BookInEffect>{{u"g"_s, Scope::Global},
                                                            {u"c"_s, Scope::Chat},
                                                            {u"p"_s, Scope::Persona},
                                                            {u"own"_s, Scope::Character},
                                                            {u"extra"_s, Scope::Character}};
        QTest::newRow("global beats all") << QStringList{u"b"_s} << u"b"_s << u"b"_s << QStringList{u"b"_s}
                                          << QList<BookInEffect>{{u"b"_s, Scope::Global}};
        QTest::newRow("chat beats persona and character")
            << QStringList{} << u"b"_s << u"b"_s << QStringList{u"b"_s}
            << QList<BookInEffect>{{u"b"_s, Scope::Chat}};
        QTest::newRow("persona beats character")
            << QStringList{} << QString() << u"b"_s << QStringList{u"b"_s, u"x"_s}
            << QList<BookInEffect>{{u"b"_s, Scope::Persona}, {u"x"_s, Scope::Character}};
    }

    void eachBookOnce()
    {
        QFETCH(QStringList, global);
        QFETCH(QString, chat);
        QFETCH(QString, persona);
        QFETCH(QStringList, character);
        QFETCH(QList<BookInEffect>, expected);
        QCOMPARE(booksInEffect(global, chat, persona, character), expected);
    }
};

} // namespace tst_booksineffect

SNUG_TEST(tst_booksineffect, TestBooksInEffect, Nothing)
#include "tst_booksineffect.moc"
