// A text to try a replacement rule on, and what becomes of it.
#pragma once

#include "core/prompt/ruletrial.h"
#include "widgets/theme/theme.h"

#include <QWidget>

class QPlainTextEdit;

namespace snug {

class PlainLabel;

class RuleTrialPane : public QWidget
{
    Q_OBJECT

public:
    explicit RuleTrialPane(QWidget *parent = nullptr);

    void setTheme(const Theme &theme);
    QString text() const;
    void setText(const QString &text);
    void setResult(const QString &before, const RuleTrial &trial);
    void focusText();

Q_SIGNALS:
    void changed();
    void lastMessageRequested();

private:
    QPlainTextEdit *m_text;
    QPlainTextEdit *m_result;
    PlainLabel *m_facts;
};

} // namespace snug
