#include "core/model/generationtype.h"
#include "core/model/role.h"

#include <QTest>

using namespace snug;

class TestRole : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void namesRoundTrip()
    {
        for (const Role role : {Role::System, Role::User, Role::Assistant}) {
            QCOMPARE(roleFromName(roleName(role)), role);
            QCOMPARE(roleFromNumber(roleNumber(role)), role);
        }
        QVERIFY(!roleFromName(u"narrator"));
        QCOMPARE(roleFromNumber(7, Role::User), Role::User);
    }

    void generationTypesRoundTrip()
    {
        for (int i = 0; i < 6; ++i) {
            const auto type = static_cast<GenerationType>(i);
            QCOMPARE(generationTypeFromName(generationTypeName(type)), type);
        }
        QVERIFY(!generationTypeFromName(u"dream"));
    }
};

QTEST_APPLESS_MAIN(TestRole)
#include "tst_role.moc"
