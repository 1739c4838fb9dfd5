// One of SmartTavern's replacement rules: what it looks for, what it puts there, on what and when.
#pragma once

#include "core/model/json.h"
#include "widgets/theme/theme.h"

#include <QMap>
#include <QScrollArea>

#include <optional>

class QCheckBox;
class QComboBox;
class QLineEdit;
class QPlainTextEdit;
class QSpinBox;

namespace snug {

class PlainLabel;

class RuleForm : public QScrollArea
{
    Q_OBJECT

public:
    explicit RuleForm(QWidget *parent = nullptr);

    void setTheme(const Theme &theme);
    // nothing: there is none to edit.
    void setRule(const std::optional<Json> &rule);
    void focusName();
    // Of a finding: "find_regex".
    void focusField(const QString &key);

Q_SIGNALS:
    // `field` names what one goes on writing in.
    void edited(const snug::Json &rule, const QString &label, const QString &field);

private:
    QWidget *makeTexts();
    QWidget *makeUse();
    QWidget *makeTargets();
    QWidget *makeCondition();
    PlainLabel *makeLabel(const QString &text, QWidget *buddy);
    void setText(const QString &key, const QString &shown, const QString &label);
    void set(const QString &key, const Json &value, const QString &label, bool goesOn = false);
    void setTargets();
    void showRule();

    std::optional<Json> m_rule;
    bool m_isFilling = false;
    QLineEdit *m_name;
    QPlainTextEdit *m_find;
    QPlainTextEdit *m_replacement;
    QComboBox *m_placement;
    QMap<QString, QCheckBox *> m_views;   // by name
    QMap<QString, QCheckBox *> m_targets; // by family
    QLineEdit *m_otherTargets;
    QComboBox *m_mode;
    QPlainTextEdit *m_condition;
    QSpinBox *m_minDepth;
    QSpinBox *m_maxDepth;
};

} // namespace snug
