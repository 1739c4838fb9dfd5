// A window in which a preset is edited: its blocks in their order, their texts, the other texts, sampler
// values.
//
// It shows values and says what the user wants; history, files and the prompt are with whoever is connected.
#pragma once

#include "core/lint/lintfinding.h"
#include "core/model/preset.h"
#include "core/prompt/assembledprompt.h"
#include "core/prompt/blockshares.h"
#include "widgets/editors/text/macrotextedit.h"

#include <QWidget>

class QComboBox;
class QMenu;
class QTabWidget;
class QToolButton;

namespace snug {

class BlockForm;
class BlockList;
class DocumentHead;
class EditorStatus;
class FindInBlocks;
class FindingsBar;
class PresetTexts;
class SamplerForm;
class UnusedBlocks;
class WholePreset;

// The preset as it is edited, and what its window says about it.
struct PresetState
{
    QString name;
    Preset preset;
    Preset saved; // as the file has it
    bool isEdited = false;
    bool isSaving = false;
    QString undoText;
    QString redoText;
    bool canUndo = false;
    bool canRedo = false;
};

class PresetEditor : public QWidget
{
    Q_OBJECT

public:
    explicit PresetEditor(KSyntaxHighlighting::Repository *repository, QWidget *parent = nullptr);
    ~PresetEditor() override;

    void setTheme(const Theme &theme);
    void setMacros(const QList<MacroWord> &macros);
    // All presets of the library; `edited` have changes that are not saved.
    void setNames(const QStringList &names, const QSet<QString> &edited, const QString &inEffect);
    void setState(const PresetState &state);
    const PresetState &state() const { return m_state; }
    // The prompt that the preset makes at the moment.
    void setPrompt(const AssembledPrompt &prompt);
    // That block, selected at this place of its text (-1: no place).
    void showBlock(const QString &identifier, qsizetype position = -1);
    void showText(const QString &key); // of the texts that are no blocks
    void showChangeSince(const Preset &before);
    void showMacroValue(const QString &macro, const QString &value);
    // What is doubtful in the preset as it is edited.
    void setFindings(const QList<LintFinding> &findings);

    EditorStatus *status() const { return m_status; }
    EditorStatus *standing() const { return m_standing; }
    BlockList *blocks() const { return m_blocks; }
    BlockForm *form() const { return m_form; }
    FindingsBar *findings() const { return m_findings; }
    DocumentHead *head() const { return m_head; }

Q_SIGNALS:
    // `label` names the step in the history; changes that follow each other with the same `field` are one.
    void edited(const snug::Preset &preset, const QString &label, const QString &field);
    void openRequested(const QString &name);
    void useRequested(); // put this preset in effect
    void compareRequested();
    void macroValueRequested(const QString &macro);

private:
    void makeHead();
    QWidget *makeLists();
    void makeKeys();
    void connectParts();
    void showCurrent(const QString &identifier);
    void showShare();
    void showState();
    void showTotals();
    void showMarks();
    void warnOfConnection();
    void revertBlock(const QString &identifier);
    void fillOrders();
    void findEditedBlocks();
    QString placeOf(const LintFinding &finding) const;
    void go(const LintFinding &finding);
    void showTextFindings();

    Theme m_theme;
    PresetState m_state;
    QSet<QString> m_editedBlocks;
    QHash<QString, BlockShare> m_shares;
    int m_between = 0; // tokens of separators and of messages' overhead
    Budget m_budget;
    QString m_current; // block in the form
    DocumentHead *m_head;
    QComboBox *m_names;
    QToolButton *m_use;
    QMenu *m_orders;
    EditorStatus *m_status;
    EditorStatus *m_standing; // what is so as long as its cause is there
    FindInBlocks *m_find;
    FindingsBar *m_findings;
    BlockList *m_blocks;
    UnusedBlocks *m_unused;
    QTabWidget *m_tabs;
    BlockForm *m_form;
    WholePreset *m_whole;
    PresetTexts *m_texts;
    SamplerForm *m_samplers;
    QStringList m_warnedOf; // keys of connections that are told
};

} // namespace snug
