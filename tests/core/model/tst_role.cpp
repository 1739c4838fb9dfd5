#include "core/model/generationtype.h"
#include "core/model/role.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_role {

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

} // namespace tst_role

SNUG_TEST(tst_role, TestRole, Nothing)
#include "tst_role.moc"
