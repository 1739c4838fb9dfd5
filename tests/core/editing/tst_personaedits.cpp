#include "core/editing/personaedits.h"
#include "core/editing/scriptedits.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_personaedits {

using namespace snug;
using namespace Qt::StringLiterals;

namespace {

PersonaList cast()
{
    PersonaList list;
    for (const QString &name : {u"ada"_s, u"bob"_s, u"cy"_s}) {
        Persona persona;
        persona.avatar = name + u".png"_s;
        persona.name = name;
        list.personas.append(persona);
    }
    list.personas[0].connections = {{u"character"_s, u"Mira.png"_s}};
    list.defaultAvatar = u"bob.png"_s;
    return list;
}

QList<RegexScript> scripts(const QString &names)
{
    QList<RegexScript> list;
    for (const QChar name : names) {
        RegexScript script;
        script.name = name;
        list.append(script);
    }
    return list;
}

QString namesOf(const QList<RegexScript> &list)
{
    QString names;
    for (const RegexScript &script : list)
        names += script.name;
    return names;
}

} // namespace

class TestPersonaEdits : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void whoIsDeletedIsNoDefaultAnyMore()
    {
        const PersonaList two = withoutPersonas(cast(), {u"ada.png"_s});
        QCOMPARE(two.personas.size(), 2);
        QCOMPARE(two.defaultAvatar, u"bob.png"_s);
        QCOMPARE(withoutPersonas(two, {u"bob.png"_s}).defaultAvatar, QString());
    }

    void aCopyStandsBehindItsOriginalWithoutLocks()
    {
        const PersonaList list = withPersonaCopy(cast(), u"ada.png", u"ada2.png"_s, u"ada 2"_s);
        QCOMPARE(list.personas[1].avatar, u"ada2.png"_s);
        QCOMPARE(list.personas[1].name, u"ada 2"_s);
        QVERIFY(list.personas[1].connections.isEmpty());
        QCOMPARE(list.personas[0].connections.size(), 1);
        QCOMPARE(withPersonaCopy(cast(), u"none.png", u"x"_s, u"x"_s), cast());
    }

    void locksAreOfCharactersAndGroups()
    {
        const Persona::Connection mira{u"character"_s, u"Mira.png"_s};
        const Persona::Connection group{u"group"_s, u"Mira.png"_s};
        PersonaList list = cast();
        QCOMPARE(personaLockedTo(list.personas, mira)->name, u"ada"_s);
        QVERIFY(!personaLockedTo(list.personas, group));
        list = withLock(list, u"cy.png", mira, true);
        QCOMPARE(personaLockedTo(list.personas, mira)->name, u"ada"_s); // the first
        list = withLock(list, u"ada.png", mira, false);
        QCOMPARE(personaLockedTo(list.personas, mira)->name, u"cy"_s);
        QCOMPARE(withLock(list, u"cy.png", mira, true), list); // not twice
    }

    void aBackupAddsAndReplacesNobody()
    {
        PersonaList backup = cast();
        backup.personas[0].description = u"another"_s;
        backup.personas[1].avatar = u"dee.png"_s;
        backup.defaultAvatar = u"dee.png"_s;
        const PersonaRestoring restoring = withBackup(cast(), backup);
        QCOMPARE(restoring.added, QStringList{u"dee.png"_s});
        QCOMPARE(restoring.skipped, (QStringList{u"ada"_s, u"cy"_s}));
        QCOMPARE(restoring.list.personas.size(), 4);
        QCOMPARE(restoring.list.personas[0].description, QString());
        QCOMPARE(restoring.list.defaultAvatar, u"dee.png"_s);
        backup.defaultAvatar = u"nobody.png"_s;
        QCOMPARE(withBackup(cast(), backup).list.defaultAvatar, u"bob.png"_s);
    }

    void rowsMoveTogether_data()
    {
        QTest::addColumn<QList<int>>("rows");
        QTest::addColumn<int>("direction");
        QTest::addColumn<QString>("names");
        QTest::addColumn<QList<int>>("then");
        QTest::newRow("one up") << QList<int>{2} << -1 << u"acbde"_s << QList<int>{1};
        QTest::newRow("two down") << QList<int>{2, 1} << 1 << u"adbce"_s << QList<int>{2, 3};
        QTest::newRow("apart, up") << QList<int>{1, 3} << -1 << u"badce"_s << QList<int>{0, 2};
        QTest::newRow("the first stays") << QList<int>{0, 2} << -1 << u"abcde"_s << QList<int>{0, 2};
        QTest::newRow("the last stays") << QList<int>{4} << 1 << u"abcde"_s << QList<int>{4};
        QTest::newRow("no such row") << QList<int>{9, -1} << 1 << u"abcde"_s << QList<int>{};
    }

    void rowsMoveTogether()
    {
        QFETCH(QList<int>, rows);
        QFETCH(int, direction);
        QFETCH(QString, names);
        QFETCH(QList<int>, then);
        QCOMPARE(namesOf(withRowsMoved(scripts(u"abcde"_s), rows, direction)), names);
        QCOMPARE(rows, then);
    }

    void rowsMoveToAPlace_data()
    {
        QTest::addColumn<QList<int>>("rows");
        QTest::addColumn<int>("before");
        QTest::addColumn<QString>("names");
        QTest::addColumn<QList<int>>("then");
        QTest::newRow("down") << QList<int>{0} << 3 << u"bcade"_s << QList<int>{2};
        QTest::newRow("up") << QList<int>{4, 2} << 1 << u"acebd"_s << QList<int>{1, 2};
        QTest::newRow("to the end") << QList<int>{0, 1} << 5 << u"cdeab"_s << QList<int>{3, 4};
        QTest::newRow("onto itself") << QList<int>{1, 2} << 2 << u"abcde"_s << QList<int>{1, 2};
    }

    void rowsMoveToAPlace()
    {
        QFETCH(QList<int>, rows);
        QFETCH(int, before);
        QFETCH(QString, names);
        QFETCH(QList<int>, then);
        QCOMPARE(namesOf(withRowsMovedTo(scripts(u"abcde"_s), rows, before)), names);
        QCOMPARE(rows, then);
    }

    void scriptsComeAndGo()
    {
        QCOMPARE(namesOf(withScripts(scripts(u"abc"_s), scripts(u"xy"_s), 0)), u"axybc"_s);
        QCOMPARE(namesOf(withScripts(scripts(u"abc"_s), scripts(u"x"_s), -1)), u"abcx"_s);
        QCOMPARE(namesOf(withoutRows(scripts(u"abcd"_s), {3, 1, 1, 7})), u"ac"_s);
        QCOMPARE(namesOf(rowsOf(scripts(u"abcd"_s), {3, 1})), u"bd"_s);
        RegexScript known;
        known.id = u"1"_s;
        const RegexScript copy = asNewScript(known);
        QVERIFY(!copy.id.isEmpty() && copy.id != known.id);
        QVERIFY(newScript(u"x"_s).id != newScript(u"x"_s).id);
    }
};

} // namespace tst_personaedits

SNUG_TEST(tst_personaedits, TestPersonaEdits, Core)

#include "tst_personaedits.moc"
