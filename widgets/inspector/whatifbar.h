// Below the inspector's pages while something is tried: what, what comes of it, and the ways out.
#pragma once

#include "core/prompt/whatif.h"
#include "core/tokens/tokencounter.h"
#include "widgets/theme/theme.h"

#include <QFrame>

#include <optional>

class QPlainTextEdit;
class QPushButton;

namespace snug {

class PlainLabel;
class RichLabel;

// What trying it does, against the prompt that the files make.
struct WhatIfEffect
{
    int tokens = 0; // now
    int filesTokens = 0;
    CountKind kind = CountKind::Estimate;
    QStringList moreLore; // entries that fire now and do not from the files
    QStringList lessLore;
    std::optional<int> kept; // per cent of the prompts that the last request's cache has
    std::optional<int> filesKept;

    bool operator==(const WhatIfEffect &) const = default;
};

class WhatIfBar : public QFrame
{
    Q_OBJECT

public:
    explicit WhatIfBar(QWidget *parent = nullptr);

    void setTheme(const Theme &theme);
    // Hides itself when nothing is tried and nothing is being written.
    void setWhatIf(const WhatIf &whatIf);
    // Nothing: it is not known yet.
    void setEffect(const std::optional<WhatIfEffect> &effect);
    void setProblem(const QString &text); // empty = none

    // Writes a thing's text in place: every change of it is told by textEdited().
    void edit(const QString &name, const QString &text);
    void endEdit();

    static QString effectText(const WhatIfEffect &effect);

Q_SIGNALS:
    void textEdited(const QString &text);
    void takeBackRequested(int sentence); // of whatIfSentences()
    void applyRequested();
    void leaveRequested(); // back to the files

protected:
    void paintEvent(QPaintEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void showSentences();

    Theme m_theme = Theme::light();
    WhatIf m_whatIf;
    RichLabel *m_sentences;
    PlainLabel *m_effect;
    PlainLabel *m_problem;
    QPushButton *m_apply;
    QPushButton *m_leave;
    QWidget *m_editing;
    PlainLabel *m_editedName;
    QPlainTextEdit *m_text;
    QPushButton *m_done;
};

} // namespace snug
