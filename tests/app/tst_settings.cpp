#include "app/settings.h"
#include "tests/testregistry.h"

#include <QTemporaryDir>
#include <QTest>

namespace tst_settings {

using namespace Qt::StringLiterals;
using namespace snug;

class TestSettings : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void consentsOutliveTheProgram()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath(u"snug.ini"_s);
        const QList<ConnectionConsent> consents{
            {.connection = u"home"_s, .origin = u"https://llm.example:443"_s, .countsTokens = false},
            {.connection = u"home"_s,
             .origin = u"http://127.0.0.1:8080"_s,
             .isAllowed = false,
             .takesOldKey = true,
             .countsTokens = true,
             .measuresTexts = true},
            {.connection = u"é, with = and ;"_s, .origin = u"https://ü.example:443"_s}};
        Settings(file).setConnectionConsents(consents);
        QCOMPARE(Settings(file).connectionConsents(), consents);
        Settings(file).setConnectionConsents({});
        QCOMPARE(Settings(file).connectionConsents(), QList<ConnectionConsent>());
    }
};

} // namespace tst_settings

SNUG_TEST(tst_settings, TestSettings, Core)

#include "tst_settings.moc"
