// The window of SmartTavern's rules by clicks and keys: what it says was changed.

#include "core/formats/jsontext.h"
#include "tests/testregistry.h"
#include "widgets/editors/findings/findingsbar.h"
#include "widgets/editors/rules/ruleform.h"
#include "widgets/editors/rules/ruleseditor.h"
#include "widgets/editors/rules/ruletrialpane.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QSpinBox>
#include <QTest>

namespace tst_ruleseditor {

using namespace Qt::StringLiterals;
using namespace snug;

class TestRulesEditor : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<RulesEditor> m_editor;
    QList<Json> m_rules;
    QStringList m_labels;

    template <typename Field> Field *field(const QString &name) const
    {
        return m_editor->findChild<Field *>(name);
    }
    Json rule(int row = 0) const { return m_rules.value(row); }
    QStringList names() const
    {
        QStringList list;
        for (const Json &each : m_rules)
            list << each.value(u"name").toText();
        return list;
    }
    void show()
    {
        m_editor->setState(u"Lamps"_s, m_rules, {.isOpen = true, .isEdited = !m_labels.isEmpty()});
    }

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); // offscreen
        m_labels.clear();
        m_rules = parseJson(R"([{"id": "1", "name": "One", "enabled": true, "find_regex": "a", "own": 1.50,
            "placement": "after_macro", "views": ["assistant_view"], "targets": ["History", "preset.in-chat"]},
            {"id": "2", "name": "Two", "enabled": false, "find_regex": "b", "mode": "conditional",
             "condition": "{{getvar:x}}", "min_depth": 2}])")
                      ->items();
        m_editor = std::make_unique<RulesEditor>();
        // As a document does: what was changed comes back.
        connect(m_editor.get(), &RulesEditor::edited, this,
                [this](const QList<Json> &rules, const QString &label, const QString &) {
                    m_rules = rules;
                    m_labels << label;
                    show();
                });
        show();
        m_editor->show();
        QVERIFY(QTest::qWaitForWindowActive(m_editor.get()));
    }

    void cleanup() { m_editor.reset(); }

    void showsARule()
    {
        QCOMPARE(field<QLineEdit>(u"ruleName"_s)->text(), u"One"_s);
        QCOMPARE(field<QPlainTextEdit>(u"ruleFind"_s)->toPlainText(), u"a"_s);
        QVERIFY(field<QCheckBox>(u"ruleView_assistant_view"_s)->isChecked());
        QVERIFY(!field<QCheckBox>(u"ruleView_user_view"_s)->isChecked());
        QVERIFY(field<QCheckBox>(u"ruleTarget_history"_s)->isChecked());
        QCOMPARE(field<QLineEdit>(u"ruleTargets"_s)->text(), u"preset.in-chat"_s);
        QVERIFY(!field<QPlainTextEdit>(u"ruleCondition"_s)->isEnabled());
        QTest::keyClick(m_editor->list(), Qt::Key_Down);
        QCOMPARE(m_editor->current(), 1);
        QVERIFY(field<QPlainTextEdit>(u"ruleCondition"_s)->isEnabled());
        QCOMPARE(field<QSpinBox>(u"ruleMinDepth"_s)->value(), 2);
        QCOMPARE(field<QSpinBox>(u"ruleMaxDepth"_s)->value(), -1);
        QCOMPARE(m_editor->list()->item(1)->checkState(), Qt::Unchecked);
        QVERIFY(m_labels.isEmpty()); // showing changes nothing
    }

    void changesWhatWasChangedAlone()
    {
        const QByteArray before = writeJsonLine(rule());
        QTest::keyClicks(field<QPlainTextEdit>(u"ruleReplacement"_s), u"$0"_s);
        QCOMPARE(rule().value(u"replace_regex").toText(), u"$0"_s);
        QTest::mouseClick(field<QCheckBox>(u"ruleView_user_view"_s), Qt::LeftButton, {}, QPoint(8, 8));
        QCOMPARE(rule().value(u"views").toTextList(), (QStringList{u"assistant_view"_s, u"user_view"_s}));
        QTest::mouseClick(field<QCheckBox>(u"ruleTarget_char"_s), Qt::LeftButton, {}, QPoint(8, 8));
        QCOMPARE(rule().value(u"targets").toTextList(),
                 (QStringList{u"char"_s, u"history"_s, u"preset.in-chat"_s}));
        auto *depth = field<QSpinBox>(u"ruleMaxDepth"_s);
        depth->setFocus();
        depth->selectAll();
        QTest::keyClicks(depth, u"3"_s);
        QCOMPARE(rule().value(u"max_depth").toInt(), 3);
        QTest::keyClick(depth, Qt::Key_Down);
        QCOMPARE(rule().value(u"max_depth").toInt(), 2);
        Json back = rule();
        back.remove(u"replace_regex");
        back.remove(u"max_depth");
        back.set(u"views"_s, Json::array({Json(u"assistant_view"_s)}));
        back.set(u"targets"_s, Json::array({Json(u"History"_s), Json(u"preset.in-chat"_s)}));
        QCOMPARE(writeJsonLine(back), before); // keys and numbers of others are as they were
    }

    void aConditionIsOffered()
    {
        auto *mode = field<QComboBox>(u"ruleMode"_s);
        mode->setFocus();
        QTest::keyClick(mode, Qt::Key_Down);
        QCOMPARE(rule().value(u"mode").toText(), u"conditional"_s);
        QVERIFY(field<QPlainTextEdit>(u"ruleCondition"_s)->isEnabled());
        QTest::keyClicks(field<QPlainTextEdit>(u"ruleCondition"_s), u"true"_s);
        QCOMPARE(rule().value(u"condition").toText(), u"true"_s);
    }

    void newDuplicateMoveDelete()
    {
        QTest::keySequence(m_editor.get(), QKeySequence::New);
        QCOMPARE(names(), (QStringList{u"One"_s, u"New rule"_s, u"Two"_s}));
        QCOMPARE(m_editor->current(), 1);
        QVERIFY(field<QLineEdit>(u"ruleName"_s)->hasFocus());
        QTest::keyClicks(field<QLineEdit>(u"ruleName"_s), u"Mid"_s);
        QCOMPARE(names(), (QStringList{u"One"_s, u"Mid"_s, u"Two"_s}));
        QTest::keyClick(m_editor.get(), Qt::Key_D, Qt::ControlModifier);
        QCOMPARE(names(), (QStringList{u"One"_s, u"Mid"_s, u"Mid (copy)"_s, u"Two"_s}));
        QVERIFY(rule(1).value(u"id").toText() != rule(2).value(u"id").toText());
        QTest::keyClick(m_editor.get(), Qt::Key_Up, Qt::AltModifier);
        QTest::keyClick(m_editor.get(), Qt::Key_Up, Qt::AltModifier);
        QCOMPARE(names(), (QStringList{u"Mid (copy)"_s, u"One"_s, u"Mid"_s, u"Two"_s}));
        QCOMPARE(m_editor->current(), 0);
        m_editor->list()->setFocus();
        QTest::keyClick(m_editor->list(), Qt::Key_Delete);
        QCOMPARE(names(), (QStringList{u"One"_s, u"Mid"_s, u"Two"_s}));
        QCOMPARE(m_editor->current(), 0);
    }

    void tickedInTheList()
    {
        m_editor->list()->setFocus();
        QTest::keyClick(m_editor->list(), Qt::Key_Space);
        QCOMPARE(rule().value(u"enabled").asBool(), std::optional(false));
        QCOMPARE(m_labels, QStringList{u"Switch Off"_s});
    }

    void aFindingLeadsToItsField()
    {
        m_editor->setFindings(
            {{.rule = u"rule.bad-expression"_s, .where = u"1.find_regex"_s, .what = u"Doubt"_s, .fix = {}}});
        QTest::keyClick(m_editor.get(), Qt::Key_F8);
        QCOMPARE(m_editor->current(), 1);
        QVERIFY(field<QPlainTextEdit>(u"ruleFind"_s)->hasFocus());
    }

    void saysWhatBecomesOfAText()
    {
        auto *facts = m_editor->findChild<QWidget *>(u"ruleTrialFacts"_s);
        QVERIFY(facts);
        const auto said = [&] { return facts->property("text").toString(); };
        m_editor->trial()->setResult(u"a lamp"_s, tryRule(rule(), u"a lamp"_s));
        QCOMPARE(field<QPlainTextEdit>(u"ruleTrialResult"_s)->toPlainText(), u" lmp"_s);
        QCOMPARE(said(), u"Changed"_s);
        m_editor->trial()->setResult(u"no"_s, tryRule(rule(), u"no"_s));
        QCOMPARE(said(), u"Unchanged"_s);
        m_editor->trial()->setResult(u"b"_s, tryRule(rule(1), u"b"_s));
        QVERIFY(said().contains(u"condition"));
        Json broken = rule();
        broken.set(u"find_regex"_s, Json(u"("_s));
        m_editor->trial()->setResult(u"b"_s, tryRule(broken, u"b"_s));
        QVERIFY(said().contains(u"expression is invalid"));
    }
};

} // namespace tst_ruleseditor

SNUG_TEST(tst_ruleseditor, TestRulesEditor, Windows)
#include "tst_ruleseditor.moc"
