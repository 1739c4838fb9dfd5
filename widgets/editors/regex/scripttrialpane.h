// Below a script: a text to try it on, its matches marked, and what is stored, sent and shown of it.
#pragma once

#include "core/prompt/scripttrial.h"
#include "widgets/theme/theme.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QPlainTextEdit;
class QSpinBox;

namespace snug {

class PlainLabel;

class ScriptTrialPane : public QWidget
{
    Q_OBJECT

public:
    explicit ScriptTrialPane(QWidget *parent = nullptr);

    void setTheme(const Theme &theme);
    // Without the script: that is with whoever asks.
    ScriptTrialRequest request() const;
    void setText(const QString &text);
    bool hasText() const;
    void setResult(const ScriptTrialRequest &request, const ScriptTrialResult &result);
    // While the answer is under way, the old one dims.
    void setBusy(bool isBusy);
    void focusText();
    QPlainTextEdit *text() const { return m_text; }

Q_SIGNALS:
    void changed();
    void lastMessageRequested();

private:
    struct Box
    {
        PlainLabel *title;
        QPlainTextEdit *text;
        QString name;
    };

    Box makeBox(const QString &name, const QString &objectName, const QString &meaning);
    QWidget *makeHead();
    void showText(const Box &box, const QString &text, const QString &before);
    void mark(const QList<RegexMatch> &matches);

    Theme m_theme;
    ScriptTrialRequest m_request; // of the result that is shown
    ScriptTrialResult m_result;
    QPlainTextEdit *m_text;
    QComboBox *m_placement;
    QSpinBox *m_depth;
    QCheckBox *m_edit;
    QCheckBox *m_all;
    PlainLabel *m_facts;
    Box m_stored;
    Box m_sent;
    Box m_shown;
};

} // namespace snug
