// One request of the history, as it was: prompt, bytes, answer. Marked as past all over.
#pragma once

#include "core/ledger/ledgerentry.h"
#include "core/prompt/assembledprompt.h"
#include "core/wire/streamevent.h"
#include "widgets/inspector/replyprobabilities.h"
#include "widgets/theme/theme.h"

#include <QWidget>

class QPlainTextEdit;
class QPushButton;
class QTabWidget;

namespace snug {

class PlainLabel;
class PromptPane;
class WirePane;

struct PastRequest
{
    LedgerEntry entry;
    AssembledPrompt prompt; // as it was recorded
    QList<TokenLogProb> logProbs = {};
};

class PastRequestView : public QWidget
{
    Q_OBJECT

public:
    explicit PastRequestView(QWidget *parent = nullptr);

    void setTheme(const Theme &theme);
    void setRequest(const PastRequest &past);
    // What became of it has come meanwhile.
    void setHead(const LedgerHead &head);
    const QString &id() const { return m_id; }
    // What came of sending it once more, while it comes and after.
    void showAgain(const QString &text, const QString &note);
    void setCanSend(bool can);

Q_SIGNALS:
    void backRequested();
    void exportRequested(const QString &id);
    void againRequested(const QString &id);
    void compareRequested(const QString &id);
    void sourceRequested(const snug::Source &source, qsizetype position);
    void copied(const QString &what);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    QPushButton *makeButton(const QString &text, const QString &tip);
    void showAnswer();
    QString answerToolTip(QPoint at) const;

    Theme m_theme = Theme::light();
    QString m_id;
    LedgerEntry m_entry;
    QList<TokenLogProb> m_logProbs;
    ReplyProbabilities m_probabilities;
    qsizetype m_replyStart = 0; // on the page Answer
    qsizetype m_replyEnd = 0;
    QString m_again;
    QString m_againNote;
    PlainLabel *m_title;
    PlainLabel *m_detail;
    QPushButton *m_back;
    QPushButton *m_compare;
    QPushButton *m_send;
    QPushButton *m_export;
    QTabWidget *m_tabs;
    PromptPane *m_prompt;
    WirePane *m_wire;
    QPlainTextEdit *m_answer;
};

} // namespace snug
