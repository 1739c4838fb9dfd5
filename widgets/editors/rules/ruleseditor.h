// A window in which SmartTavern's replacement rules are written: the rules of a file in their order, the
// chosen one at the right, a text to try it on below.
//
// It shows values and says what the user did; files, history and trying are with whoever is connected.
#pragma once

#include "core/lint/lintfinding.h"
#include "core/model/json.h"
#include "widgets/editors/documenthead.h"
#include "widgets/theme/theme.h"

#include <QWidget>

#include <optional>

class QComboBox;
class QListWidget;
class QMenu;

namespace snug {

class EditorStatus;
class FindingsBar;
class PlainLabel;
class RuleForm;
class RuleTrialPane;

class RulesEditor : public QWidget
{
    Q_OBJECT

public:
    explicit RulesEditor(QWidget *parent = nullptr);
    ~RulesEditor() override;

    void setTheme(const Theme &theme);
    void setNames(const QStringList &names, const QString &current);
    void setState(const QString &name, const QList<Json> &rules, const DocumentState &state);
    void setFindings(const QList<LintFinding> &findings);
    const QList<Json> &rules() const { return m_rules; }
    int current() const; // row; -1: none
    std::optional<Json> currentRule() const;
    void choose(int row);
    // The rule with this identifier, once it is there.
    void chooseById(const QString &id);

    DocumentHead *head() const { return m_head; }
    EditorStatus *status() const { return m_status; }
    RuleForm *form() const { return m_form; }
    RuleTrialPane *trial() const { return m_trial; }
    QListWidget *list() const { return m_list; }
    FindingsBar *findings() const { return m_findings; }

Q_SIGNALS:
    // See PresetEditor::edited().
    void edited(const QList<snug::Json> &rules, const QString &label, const QString &field);
    void nameChosen(const QString &name);
    void newRequested(); // another file of rules
    void currentChanged();

private:
    QWidget *makeList();
    void makeActions();
    void say(const QList<Json> &rules, const QString &label, int row);
    void addNew();
    void duplicate();
    void remove();
    void move(int direction);
    void switchRule(int row, bool isOn);
    void fillList();

    QString m_name;
    QList<Json> m_rules;
    int m_wantedRow = -1; // once the change has come back
    QString m_wantedId;
    bool m_isFilling = false;
    DocumentHead *m_head;
    QComboBox *m_names;
    EditorStatus *m_status;
    QListWidget *m_list;
    PlainLabel *m_empty;
    RuleForm *m_form;
    RuleTrialPane *m_trial;
    QMenu *m_menu;
    FindingsBar *m_findings;
};

} // namespace snug
