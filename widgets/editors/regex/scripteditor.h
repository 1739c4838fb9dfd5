// A window in which regex scripts are written: those of everywhere, of a preset or of a card in a list, the
// chosen one at the right, a text to try it on below.
//
// It shows values and says what the user did; files, history, searching and the prompt are with whoever is
// connected.
#pragma once

#include "core/lint/lintfinding.h"
#include "core/model/regexscript.h"
#include "core/regex/regexengine.h"
#include "widgets/editors/documenthead.h"
#include "widgets/theme/theme.h"

#include <QSet>
#include <QWidget>

class QCheckBox;
class QComboBox;
class QListView;
class QMenu;

namespace KSyntaxHighlighting {
class Repository;
}

namespace snug {

class EditorStatus;
class FindingsBar;
class PlainLabel;
class ScriptForm;
class ScriptTrialPane;
class ScriptsModel;

// Where scripts can be.
struct ScriptPlace
{
    QString id;
    QString name; // as the user calls it
    bool isEdited = false;
    bool isInEffect = false;
    bool operator==(const ScriptPlace &) const = default;
};

class ScriptEditor : public QWidget
{
    Q_OBJECT

public:
    explicit ScriptEditor(KSyntaxHighlighting::Repository *repository, QWidget *parent = nullptr);
    ~ScriptEditor() override;

    void setTheme(const Theme &theme);
    void setPlaces(const QList<ScriptPlace> &places, const QString &current);
    // Whether those of the shown place may act; nothing: nobody has to be asked.
    void setAllowed(std::optional<bool> isAllowed);
    void setState(const QString &place, const QList<RegexScript> &scripts, const QList<RegexScript> &saved,
                  const DocumentState &state);
    const QList<RegexScript> &scripts() const { return m_scripts; }
    QString place() const { return m_place; }
    int current() const; // row; -1: none
    std::optional<RegexScript> currentScript() const;
    QList<int> chosen() const;
    void choose(const QList<int> &rows);
    // What is doubtful in the scripts of this place; `where` begins with the row.
    void setFindings(const QList<LintFinding> &findings);
    // What came of trying the current script, whose expression was `find`; `at`: where in it, -1 = not known.
    void setFailure(const QString &find, const std::optional<RegexFailure> &failure, qsizetype at);
    // The script with this identifier or scriptMark(), once it is there.
    void chooseById(const QString &id);
    // Likewise, of a place that is shown next.
    void chooseNext(const QString &id) { m_wanted = id; }

    DocumentHead *head() const { return m_head; }
    EditorStatus *status() const { return m_status; }
    ScriptForm *form() const { return m_form; }
    ScriptTrialPane *trial() const { return m_trial; }
    QListView *list() const { return m_list; }
    FindingsBar *findings() const { return m_findings; }

Q_SIGNALS:
    // See PresetEditor::edited().
    void edited(const QList<snug::RegexScript> &scripts, const QString &label, const QString &field);
    void placeRequested(const QString &id);
    void allowRequested(bool isAllowed);
    void currentChangedTo(int row);
    // Copied into another place, and taken out of this one if moved.
    void transferRequested(const QList<int> &rows, const QString &place, bool isMove);
    void importRequested();
    void exportRequested(const QList<int> &rows);

private:
    QWidget *makeList();
    void makeActions();
    void connectParts();
    void say(const QList<RegexScript> &scripts, const QString &label, const QList<int> &rows);
    void addNew();
    void duplicate();
    void remove();
    void move(int direction);
    void switchChosen();
    void fillTransfers(QMenu *menu, bool isMove);
    qsizetype rowOfId(const QString &id) const;
    void showCurrent();
    void showTextFindings();
    void showFindings();
    void go(const LintFinding &finding);

    Theme m_theme;
    QList<ScriptPlace> m_places;
    QString m_place;
    QList<RegexScript> m_scripts;
    QList<int> m_select; // once the change has come back
    QString m_wanted;
    DocumentHead *m_head;
    QComboBox *m_placeBox;
    EditorStatus *m_status;
    ScriptsModel *m_rows;
    QListView *m_list;
    PlainLabel *m_empty;
    QCheckBox *m_allowed;
    ScriptForm *m_form;
    ScriptTrialPane *m_trial;
    QMenu *m_menu;
    QList<QMenu *> m_transfers; // to other places; there is nothing to choose while there are none
    FindingsBar *m_findings;
    QList<LintFinding> m_found; // by looking at the scripts
    QSet<QString> m_slow;       // expressions that took too long when they were tried
};

} // namespace snug
