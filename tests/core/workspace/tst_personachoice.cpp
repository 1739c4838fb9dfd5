#include "core/workspace/personachoice.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_personachoice {

using namespace Qt::StringLiterals;
using namespace snug;

class TestPersonaChoice : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void theNearestWishCounts_data()
    {
        using enum PersonaReason;
        QTest::addColumn<PersonaWishes>("wishes");
        QTest::addColumn<QString>("name");
        QTest::addColumn<PersonaReason>("reason");
        const Persona::Connection mira{u"character"_s, u"Mira.png"_s};
        const Persona::Connection group{u"group"_s, u"Mira.png"_s};
        const PersonaWishes all{.chatLock = u"a.png"_s,
                                .picked = u"b.png"_s,
                                .owner = mira,
                                .byDefault = u"d.png"_s,
                                .last = u"b.png"_s,
                                .fromSettings = u"a.png"_s};
        QTest::newRow("the chat's lock") << all << u"a"_s << Chat;
        PersonaWishes wishes = all;
        wishes.chatLock = u"gone.png"_s;
        QTest::newRow("a lock to somebody gone") << wishes << u"b"_s << Picked;
        wishes.picked = u""_s;
        QTest::newRow("nobody was picked") << wishes << u""_s << Picked;
        wishes.picked = u"gone.png"_s;
        QTest::newRow("somebody gone was picked") << wishes << u"c"_s << Owner;
        wishes.picked.reset();
        QTest::newRow("the character's lock") << wishes << u"c"_s << Owner;
        wishes.owner = group;
        QTest::newRow("a group is no character") << wishes << u"d"_s << Default;
        wishes.byDefault.clear();
        QTest::newRow("picked in another chat") << wishes << u"b"_s << Last;
        wishes.last.reset();
        QTest::newRow("in effect in SillyTavern") << wishes << u"a"_s << Settings;
        QTest::newRow("no wish at all") << PersonaWishes() << u""_s << Nobody;
    }

    void theNearestWishCounts()
    {
        QFETCH(PersonaWishes, wishes);
        QList<Persona> personas;
        for (const QString &name : {u"a"_s, u"b"_s, u"c"_s, u"d"_s}) {
            Persona persona;
            persona.avatar = name + u".png"_s;
            persona.name = name;
            personas.append(persona);
        }
        personas[2].connections = {{u"character"_s, u"Mira.png"_s}};
        const PersonaInEffect chosen = choosePersona(personas, wishes);
        QTEST(chosen.persona ? chosen.persona->name : u""_s, "name");
        QTEST(chosen.reason, "reason");
    }
};

} // namespace tst_personachoice

SNUG_TEST(tst_personachoice, TestPersonaChoice, Core)

#include "tst_personachoice.moc"
