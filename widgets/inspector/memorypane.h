// A memory in the making, docked: the request as it will be sent, the answer as it comes, the memory to be
// looked over, or what went wrong with it and what to do.
//
// It is given values and tells what the user wants; it asks and keeps nothing itself.
#pragma once

#include "core/prompt/assembledprompt.h"
#include "core/wire/wirerequest.h"
#include "widgets/theme/theme.h"

#include <QWidget>

class QComboBox;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;
class QTabWidget;

namespace snug {

class PlainLabel;
class PromptPane;
class WirePane;

struct MemoryRequestShown
{
    QString headline; // "Memory of messages 3–40"
    QString note;     // where it will be kept, what it costs
    QString warning;  // over the token threshold, say; empty = none
    AssembledPrompt prompt;
    WireRequest request; // without method: no connection
    QStringList profiles;
    int profile = 0;
    int previousMemories = 0;
    bool canSend = true;
};

struct MemoryDraft
{
    QString title;
    QString content;
    QStringList keywords;
    bool operator==(const MemoryDraft &) const = default;
};

struct MemoryFailureShown
{
    QString text;         // what happened and what to do
    QString code = {};    // of the contract; empty for failures on the way
    QString details = {}; // the server's words
    QString answer = {};  // to be corrected by hand
    bool canRepair = false;
};

class MemoryPane : public QWidget
{
    Q_OBJECT

public:
    // A side prompt's answer is a text without title and keywords, and is asked for without a look before.
    enum class Kind : quint8 { Memory, SidePrompt };
    enum class State : quint8 { Nothing, Preparing, Request, Running, Memory, Failure };

    explicit MemoryPane(Kind kind = Kind::Memory, QWidget *parent = nullptr);

    void setTheme(const Theme &theme);
    State state() const { return m_state; }
    // Nothing goes on before the user has decided.
    bool isForUser() const;
    QString headline() const;
    void showNothing();
    void showPreparing(const QString &headline);
    void showRequest(const MemoryRequestShown &shown);
    // One that is on its way without having been asked about.
    void showSent(const MemoryRequestShown &shown);
    // What has come of the answer, and a word on the attempt.
    void showRunning(const QString &answer, const QString &note);
    void showMemory(const MemoryDraft &draft, const QString &note);
    void showFailure(const MemoryFailureShown &failure);
    MemoryDraft draft() const; // as the user has it now
    QString answer() const;    // likewise

Q_SIGNALS:
    void stateChanged(); // or the headline
    void sendRequested();
    void stopRequested();
    void againRequested();
    void profileChosen(int index);
    void previousMemoriesChosen(int count);
    void keepRequested(const snug::MemoryDraft &draft);
    void readRequested(const QString &answer);
    void repairRequested(const QString &answer);
    void byHandRequested();
    void discardRequested();
    void sourceRequested(const snug::Source &source, qsizetype position);
    void copied(const QString &what);

private:
    QWidget *makeChoices();
    QWidget *makeForm();
    QWidget *makeButtons();
    void fill(const MemoryRequestShown &shown);
    void setState(State state);
    void setNote(const QString &text, const QColor &colour);

    Kind m_kind;
    Theme m_theme = Theme::light();
    State m_state = State::Nothing;
    PlainLabel *m_headline;
    PlainLabel *m_note;
    PlainLabel *m_warning;
    QWidget *m_choices;
    QComboBox *m_profile;
    QSpinBox *m_previous;
    QTabWidget *m_tabs;
    PromptPane *m_prompt;
    WirePane *m_wire;
    QPlainTextEdit *m_answer;
    QWidget *m_form;
    QWidget *m_blank; // in place of the tabs
    QLineEdit *m_title;
    QPlainTextEdit *m_content;
    QPlainTextEdit *m_keywords;
    QPushButton *m_send;
    QPushButton *m_stop;
    QPushButton *m_keep;
    QPushButton *m_read;
    QPushButton *m_repair;
    QPushButton *m_byHand;
    QPushButton *m_again;
    QPushButton *m_discard;
};

} // namespace snug
