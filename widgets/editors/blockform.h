// One block of a preset: its fields and its text.
#pragma once

#include "core/model/preset.h"
#include "core/prompt/blockshares.h"
#include "core/tokens/tokencounter.h"
#include "widgets/editors/text/macrotextedit.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QLineEdit;
class QMenu;
class QPlainTextEdit;
class QSpinBox;
class QToolButton;

namespace snug {

class PlainLabel;

class BlockForm : public QWidget
{
    Q_OBJECT

public:
    explicit BlockForm(KSyntaxHighlighting::Repository *repository, QWidget *parent = nullptr);

    void setTheme(const Theme &theme);
    // Nothing: no block is chosen.
    void setBlock(const std::optional<PromptBlock> &block);
    const std::optional<PromptBlock> &block() const { return m_block; }
    // What it has become in the prompt at the moment; nothing: it has no part in it. What a block that is off
    // would set is not said.
    void setShare(const std::optional<BlockShare> &share, CountKind kind, bool isOn);
    void setEdited(bool isEdited);
    void focusText();
    void focusName();
    MacroTextEdit *text() const { return m_text; }

Q_SIGNALS:
    // `label` names the step in the history, `field` lets typing in one field be one step.
    void edited(const snug::PromptBlock &block, const QString &label, const QString &field);
    void revertRequested(const QString &identifier);

private:
    QWidget *makeFields();
    void fillTriggers();
    void showBlock();
    void showPlace();
    void showShare();
    void say(const PromptBlock &block, const QString &label, const QString &field = {});
    template <typename Change> void change(const QString &label, const QString &field, Change change);

    Theme m_theme;
    std::optional<PromptBlock> m_block;
    std::optional<BlockShare> m_share;
    CountKind m_kind = CountKind::Estimate;
    bool m_isOn = false;
    bool m_isFilling = false;
    QWidget *m_fields;
    QLineEdit *m_name;
    QComboBox *m_role;
    QComboBox *m_place;
    PlainLabel *m_depthLabel;
    QSpinBox *m_depth;
    PlainLabel *m_orderLabel;
    QSpinBox *m_order;
    QToolButton *m_triggers;
    QMenu *m_triggerMenu;
    QCheckBox *m_forbid;
    QToolButton *m_revert;
    MacroTextEdit *m_text;
    PlainLabel *m_meaning; // of a marker
    QPlainTextEdit *m_now; // what a marker stands for at the moment
    PlainLabel *m_facts;
};

} // namespace snug
