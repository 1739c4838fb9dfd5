// SillyTavern's settings in the words of the assembler.
#include "core/workspace/promptsettings.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_promptsettings {

using namespace snug;

class TestPromptSettings : public QObject
{
    Q_OBJECT

private:
    static PromptSettings read(const QByteArray &powerUser)
    {
        const auto reading = readSillyTavernSettings("{\"power_user\": {" + powerUser + "}}");
        return promptSettings(reading.value().settings);
    }

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void spacesAreTrimmedUnlessSwitchedOff()
    {
        QVERIFY(read("").trimSpaces);
        QVERIFY(read("\"trim_spaces\": true").trimSpaces);
        QVERIFY(!read("\"trim_spaces\": false").trimSpaces);
    }
};

} // namespace tst_promptsettings

SNUG_TEST(tst_promptsettings, TestPromptSettings, Nothing)
#include "tst_promptsettings.moc"
