// One regex script: what it looks for, what it writes, where and when.
#pragma once

#include "core/macros/macrowords.h"
#include "core/model/regexscript.h"
#include "core/regex/regexengine.h"
#include "widgets/theme/theme.h"

#include <QHash>
#include <QScrollArea>

class QCheckBox;
class QComboBox;
class QLineEdit;
class QPlainTextEdit;
class QSpinBox;

namespace KSyntaxHighlighting {
class Repository;
}

namespace snug {

class MacroTextEdit;
class PlainLabel;

class ScriptForm : public QScrollArea
{
    Q_OBJECT

public:
    explicit ScriptForm(KSyntaxHighlighting::Repository *repository, QWidget *parent = nullptr);

    void setTheme(const Theme &theme);
    void setMacros(const QList<MacroWord> &macros);
    void setScript(const std::optional<RegexScript> &script);
    // What is wrong with the expression, at a place of it (-1: none).
    void setFailure(const std::optional<RegexFailure> &failure, qsizetype at);
    // By the key of the script's file ("replaceString"); others lead to the name.
    void focusField(const QString &key);
    void focusName();
    void focusFind();
    MacroTextEdit *replacement() const { return m_replacement; }

Q_SIGNALS:
    // See PresetEditor::edited().
    void edited(const snug::RegexScript &script, const QString &label, const QString &field);

private:
    PlainLabel *makeLabel(const QString &text, QWidget *buddy);
    QWidget *makeTexts(KSyntaxHighlighting::Repository *repository);
    QWidget *makePlaces();
    QWidget *makeOptions();
    template <typename Change> void change(const QString &label, const QString &field, Change change);
    void showScript();
    void setFlag(QChar flag, bool isOn);

    Theme m_theme;
    std::optional<RegexScript> m_script;
    std::optional<RegexFailure> m_failure;
    qsizetype m_failureAt = -1;
    bool m_isFilling = false;
    QLineEdit *m_name;
    QPlainTextEdit *m_find;
    QHash<QChar, QCheckBox *> m_flags;
    PlainLabel *m_problem;
    MacroTextEdit *m_replacement;
    QPlainTextEdit *m_trim;
    QHash<int, QCheckBox *> m_places; // by RegexScript::Placement
    QComboBox *m_where;
    QCheckBox *m_onEdit;
    QComboBox *m_findMacros;
    QSpinBox *m_minDepth;
    QSpinBox *m_maxDepth;
};

// The expression with this flag or without it; unchanged where it cannot be said.
QString withRegexFlag(const QString &find, QChar flag, bool isOn);

} // namespace snug
