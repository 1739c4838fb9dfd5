// A mode has one name, in the window and on the pages.

#include "core/prompt/promptmodename.h"
#include "tests/testregistry.h"

#include <QFile>
#include <QSet>
#include <QTest>

#include <array>

namespace tst_promptmodename {

using namespace Qt::StringLiterals;
using namespace snug;

class TestPromptModeName : public QObject
{
    Q_OBJECT

private:
    static constexpr std::array modes{PromptMode::Auto,    PromptMode::SillyTavern, PromptMode::Smelt,
                                      PromptMode::Framing, PromptMode::Template,    PromptMode::Story,
                                      PromptMode::Names};

private Q_SLOTS:
    void eachIsNamedAndToldApart()
    {
        QSet<QString> names;
        QSet<QString> summaries;
        for (const PromptMode mode : modes) {
            names.insert(promptModeName(mode));
            summaries.insert(promptModeSummary(mode));
            QVERIFY(promptModeSummary(mode).endsWith(u'.'));
        }
        QCOMPARE(names.size(), qsizetype(modes.size()));
        QCOMPARE(summaries.size(), qsizetype(modes.size()));
        QVERIFY(!names.contains(QString()));
    }

    // The manual's table, and the page of how they meet, say the very same names.
    void pagesUseTheNames_data()
    {
        QTest::addColumn<QString>("page");
        QTest::newRow("manual") << u"docs/manual/README.md"_s;
        QTest::newRow("together") << u"docs/systems/together.md"_s;
    }

    void pagesUseTheNames()
    {
        QFETCH(QString, page);
        QFile file(QStringLiteral(SNUG_SOURCE_DIR "/") + page);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(file.readAll());
        for (const PromptMode mode : modes) {
            if (mode != PromptMode::Auto)
                QVERIFY2(text.contains(u"| %1 |"_s.arg(promptModeName(mode))),
                         qPrintable(promptModeName(mode)));
        }
    }
};

} // namespace tst_promptmodename

SNUG_TEST(tst_promptmodename, TestPromptModeName, Core)
#include "tst_promptmodename.moc"
