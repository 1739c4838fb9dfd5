// Whoever comes from SillyTavern finds a field by the word that it has there.

#include "core/editing/placewords.h"
#include "tests/testregistry.h"
#include "widgets/editors/forms/fieldfinder.h"
#include "widgets/editors/preseteditor.h"
#include "widgets/editors/regex/scriptform.h"
#include "widgets/editors/text/macrotextedit.h"

#include <KSyntaxHighlighting/Repository>
#include <QLineEdit>
#include <QListWidget>
#include <QRegularExpression>
#include <QTest>

namespace tst_fieldfinder {

using namespace Qt::StringLiterals;
using namespace snug;

class TestFieldFinder : public QObject
{
    Q_OBJECT

    KSyntaxHighlighting::Repository m_repository;
    std::unique_ptr<PresetEditor> m_preset;
    std::unique_ptr<ScriptForm> m_script;

private Q_SLOTS:
    void initTestCase()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); // offscreen
        m_preset = std::make_unique<PresetEditor>(&m_repository);
        m_script = std::make_unique<ScriptForm>(&m_repository);
    }

    void cleanupTestCase()
    {
        m_preset.reset();
        m_script.reset();
    }

    // A name that no field has any more would keep its words from being found.
    void everyNameIsAField()
    {
        const QStringList names = fieldsWithOtherWords();
        QVERIFY(names.size() > 20);
        for (const QString &name : names)
            QVERIFY2(m_preset->findChild<QWidget *>(name) || m_script->findChild<QWidget *>(name),
                     qPrintable(name));
    }

    // Conflicts and versions call a text of the preset as its field is called.
    void placesAreCalledAsFields()
    {
        const PlaceWords words;
        int known = 0;
        for (const MacroTextEdit *edit : m_preset->findChildren<MacroTextEdit *>()) {
            if (!edit->objectName().contains(u'_'))
                continue;
            QCOMPARE(words.of(edit->objectName()), edit->accessibleName());
            ++known;
        }
        QCOMPARE(known, 12);
    }

    void wordsFindTheField_data()
    {
        QTest::addColumn<QString>("word");
        QTest::addColumn<QString>("name");
        const auto row = [](const char *word, const QString &name) {
            QTest::newRow(word) << QString::fromLatin1(word) << name;
        };
        row("Streaming", u"Stream the reply"_s);
        row("Squash", u"Squash system messages that follow each other into one"_s);
        row("Group Nudge Prompt Template", u"Group nudge"_s);
        row("Assistant Impersonation Prefill", u"Prefill when impersonating"_s);
        row("In-Chat", u"Position"_s);
        row("Triggers", u"For which requests"_s);
        row("Affects", u"Acts on what you write"_s);
        row("Min Depth", u"Depth from"_s);
        row("Max Depth", u"to depth"_s);
        row("Macros in Find Regex", u"Macros in Find"_s);
    }
    void wordsFindTheField()
    {
        QFETCH(QString, word);
        QFETCH(QString, name);
        FieldFinder finder;
        finder.setForms({m_preset.get(), m_script.get()});
        finder.line()->setText(word);
        QVERIFY(finder.list()->count() > 0);
        const QString first = finder.list()->item(0)->text();
        QVERIFY2(first.startsWith(u"Field: "_s + name), qPrintable(first));
    }
};

} // namespace tst_fieldfinder

SNUG_TEST(tst_fieldfinder, TestFieldFinder, Windows)
#include "tst_fieldfinder.moc"
