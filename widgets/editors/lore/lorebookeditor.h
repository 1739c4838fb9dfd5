// A window in which lorebooks are written: all entries in a table, the chosen one in full beside it, and
// below what would fire.
//
// It shows values and says what the user did; reading, saving, history, trials and counting are done by
// whoever is connected.
#pragma once

#include "core/library/lorebookedits.h"
#include "core/lint/lintfinding.h"
#include "core/lore/loresettings.h"
#include "core/macros/macrowords.h"
#include "core/tokens/tokencounter.h"
#include "widgets/editors/lore/lorefilter.h"
#include "widgets/editors/lore/loretrialpane.h"
#include "widgets/theme/theme.h"

#include <QFutureWatcher>
#include <QTimer>
#include <QWidget>

#include <optional>

class QStackedWidget;

namespace KSyntaxHighlighting {
class Repository;
}

namespace snug {

class LorebookEditorHead;
class LorebookTraitsForm;
class LoreBulkForm;
class EditorStatus;
class FindingsBar;
class LoreEntriesModel;
class LoreEntryForm;
class LoreRows;
class LoreTable;
enum class LoreTableAction : quint8;
struct DocumentState;

class LorebookEditor : public QWidget
{
    Q_OBJECT

public:
    // `repository` (may be null: texts without colours) outlives the widget.
    explicit LorebookEditor(KSyntaxHighlighting::Repository *repository = nullptr, QWidget *parent = nullptr);
    ~LorebookEditor() override;

    void setTheme(const Theme &theme);
    void setMacros(const QList<MacroWord> &macros);
    void showMacroValue(const QString &macro, const QString &value);
    // Another book begins anew, without filter; the same one is followed where it differs.
    void setLorebook(const Lorebook &book);
    const Lorebook &lorebook() const;
    void setLoreSettings(const LoreSettings &settings);
    // Of the present book.
    void setTokens(const QHash<int, int> &tokens, CountKind kind);
    void setFindings(const QList<LintFinding> &findings);
    void setState(const DocumentState &state);
    // Off as long as there is no book that could keep what is done.
    void setUsable(bool usable);
    void setEffect(const QString &text);
    // Shows the entry, whatever the filter; -1 = the book itself.
    void openEntry(int uid);
    // A step was taken back or done again: its entry is chosen and in view.
    void showChangeSince(const Lorebook &before);
    // What is typed is told at once: before the book is left.
    void tellTyped();

    LorebookEditorHead *head() const { return m_head; }
    LoreTable *table() const { return m_table; }
    LoreEntryForm *form() const { return m_form; }
    LoreBulkForm *bulk() const { return m_bulk; }
    LoreTrialPane *trial() const { return m_trial; }
    EditorStatus *status() const { return m_status; }
    FindingsBar *findings() const { return m_bar; }

Q_SIGNALS:
    // The user changed the book. (What is typed into a book of many entries may come a moment later.) `label`
    // names the step, `field` the place of what is being typed (empty: a step of its own).
    void edited(const snug::Lorebook &book, const QString &label, const QString &field);
    void macroValueRequested(const QString &macro);

protected:
    void closeEvent(QCloseEvent *event) override;

private:
    void connectTable();
    void connectForms();
    void addShortcuts();
    void act(LoreTableAction action);
    void change(const Lorebook &book, const QString &label, const QString &field = {});
    void onTyped(const LoreEntry &entry, LoreField field);
    void showChosen();
    void showEntry(int uid);
    void findShown();
    void onShown();
    void showTokens();
    QString placeOf(const LintFinding &finding) const;
    void go(const LintFinding &finding);

    Theme m_theme;
    LoreEntriesModel *m_entries;
    LoreRows *m_rows;
    LoreSettings m_settings;
    QHash<int, int> m_tokens;
    CountKind m_countKind = CountKind::Estimate;
    QList<LintFinding> m_findings;
    QSet<int> m_doubtful;
    QFutureWatcher<QSet<int>> m_search;
    std::stop_source m_searchStop;
    bool m_isChanging = false; // through change(): the model need not say it
    // What was typed last and has not been told: in large books not every key is told by itself.
    struct Typed
    {
        int uid = -1;
        LoreField field = LoreField::Title;
        QVariant value;
    };
    std::optional<Typed> m_typed;
    QTimer m_typedPause;

    LorebookEditorHead *m_head;
    LoreTable *m_table;
    QStackedWidget *m_side;
    LoreEntryForm *m_form;
    LoreBulkForm *m_bulk;
    LorebookTraitsForm *m_traits;
    LoreTrialPane *m_trial;
    EditorStatus *m_status;
    FindingsBar *m_bar;
};

} // namespace snug
