// Where one writes: the draft, Send or Stop, and what sending it means (tokens, connection).
#pragma once

#include "core/model/generationtype.h"
#include "widgets/chat/textstyle.h"

#include <QUrl>
#include <QWidget>

class QPushButton;
class QToolButton;

namespace snug {

class CommandPopup;
struct ComposerCommand;
class DraftEdit;
class PlainLabel;
class Recipients;

// Enter sends, Shift+Enter breaks the line, Up in an empty draft edits the last message of one's own,
// Escape stops a reply under way. The draft stays until its owner takes it away (setDraft): a message
// that could not be sent is not lost.
class Composer : public QWidget
{
    Q_OBJECT
    Q_PROPERTY(QString draft READ draft WRITE setDraft NOTIFY draftChanged)
public:
    explicit Composer(QWidget *parent = nullptr);

    void setTheme(const Theme &theme);
    void setReading(const ReadingLook &look);
    // "Write as Ada…"; empty: "Write…".
    void setPersonaName(const QString &name);
    QString draft() const;
    void setDraft(const QString &draft); // undoable
    void forgetDraft();                  // not undoable: what is written next belongs to another chat
    // As if the user typed it here, where the keys go from now on.
    void type(const QString &text);
    bool isStreaming() const { return m_streaming; }
    void setStreaming(bool streaming); // Send turns into Stop
    // The author's note is folded out; `isInEffect`: there is one.
    void setNote(bool isShown, bool isInEffect);
    // What the draft costs: "~14 tokens", without ~ where it is exact. Negative = not known.
    void setTokens(int count, bool exact);
    // Who answers: a connection, and its model where one is named.
    // `shortName` is shown where there is no room for all of it.
    void setConnectionName(const QString &name, const QString &model = {}, const QString &shortName = {});
    // Offered once a slash is written; sendRequested() brings them like any text.
    void setCommands(const QList<ComposerCommand> &commands);
    // Without a chat nothing can be written; Continue needs a reply to continue.
    void setAvailable(bool writing, bool continuing);
    // Why nothing can be sent, with a button that leads to the connections; empty: it can.
    void setSendingOff(const QString &why);
    // What is typed would not be in the request; empty = it would.
    void setTooLong(const QString &why);
    // To whom one writes; shown by who needs it.
    Recipients *recipients() const { return m_recipients; }

Q_SIGNALS:
    void draftChanged(const QString &draft);
    void sendRequested(const QString &text); // empty: ask for a reply to what is there
    void stopRequested();
    void continueRequested();
    void impersonateRequested();
    void hintRequested(snug::GenerationType type); // Continue or Impersonate, with a hint
    void noteRequested(bool shown);
    void editLastRequested();
    void connectionRequested(const QPoint &globalPosition); // a menu may open there
    void pageRequested(int pages);                          // the transcript should scroll by -1 or 1 page
    void filesDropped(const QList<QUrl> &files);

protected:
    void resizeEvent(QResizeEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void sendOrStop();
    void refreshLook();
    void alignWithColumn();
    void measureActions();
    void foldActions();
    void offerHint(QToolButton *button, GenerationType type, const QString &text);

    TextStyle m_style;
    Recipients *m_recipients;
    DraftEdit *m_edit;
    CommandPopup *m_commands;
    QPushButton *m_send;
    QToolButton *m_impersonate;
    QToolButton *m_continue;
    QToolButton *m_note;
    PlainLabel *m_tokens;
    QToolButton *m_connection;
    PlainLabel *m_whyOff;
    PlainLabel *m_tooLong;
    QPushButton *m_choose;
    QString m_connectionText;
    QString m_connectionShort;
    int m_actionsWidth = 0; // of Impersonate and Continue with their words
    bool m_streaming = false;
    bool m_writing = true;
    bool m_continuing = true;
};

} // namespace snug
