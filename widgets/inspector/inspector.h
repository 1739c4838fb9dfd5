// The dock's content that shows the outbound prompt: docked, live, never modal.
//
// It is given a value and shows it; it computes nothing about the prompt itself. What it shows is
// either current or visibly dimmed: setStale(true) dims after 100 ms, a new state undims.
#pragma once

#include "core/conversion/outboundprompt.h"
#include "core/prompt/assembledprompt.h"
#include "core/wire/wirerequest.h"
#include "widgets/inspector/cachestrip.h"
#include "widgets/theme/theme.h"

#include <QTimer>
#include <QWidget>

#include <optional>

class QStackedLayout;
class QTabWidget;
class QVBoxLayout;

namespace snug {

class ChangesPane;
class ComparisonPane;
class HistoryPane;
class LorePane;
class PlainLabel;
class PromptPane;
class SpeakerStrip;
class VariablesPane;
class VeilOverlay;
class WarningStrip;
class WhatIfBar;
class WhatIfEdge;
class WirePane;

struct InspectorState
{
    std::optional<AssembledPrompt> prompt; // nothing: no chat is open
    OutboundPrompt outbound = {};          // the messages as they go; empty = as assembled
    QStringList leftOut = {};              // what the service does not take, a short line each
    WireRequest request;    // the bytes that Send would put on the wire; without method = no connection
    bool stale = false;     // a newer prompt is being assembled
    quint64 generation = 0; // rises with each assembly; an older state than the shown one is ignored
    PromptMode requestedMode = PromptMode::Auto;
    TokenCounterPtr counter = {}; // for what the service's form adds; null = estimated
};

class Inspector : public QWidget
{
    Q_OBJECT

public:
    explicit Inspector(QWidget *parent = nullptr);
    ~Inspector() override;

    void setTheme(const Theme &theme);
    void setState(const InspectorState &state);
    const InspectorState &state() const { return m_state; }
    // Also while no chat is open: what can be done is said elsewhere.
    void setSaysNothing(bool saysNothing);
    // "What is shown is being replaced": call it at the keystroke, before the new state is there.
    void setStale(bool stale);
    bool isDimmed() const;
    // What of the prompt comes from open editors instead of files ("preset Slow Burn"); empty = nothing.
    void setAsEdited(const QStringList &names);

    // Whose prompt it is; shown in groups only.
    SpeakerStrip *speakers() const { return m_speakers; }
    // The page with another's prompt beside it; there where characters keep secrets.
    ComparisonPane *comparison() const { return m_comparison; }
    void setComparable(bool isComparable);
    PromptPane *prompt() const { return m_prompt; }
    // The page that says what is different from an earlier request.
    ChangesPane *changes() const { return m_changes; }
    // How the prompt that is shown stands to the chat's last request; nothing: there is none.
    void setCache(const std::optional<CacheFacts> &facts);
    // What is tried, below the pages; the yellow edge is over all of it.
    WhatIfBar *whatIf() const { return m_whatIf; }
    void setTrying(bool isTrying);
    bool isTrying() const;
    LorePane *lore() const { return m_lore; }
    // The page with every request that was sent.
    HistoryPane *history() const { return m_history; }
    // The page with the prompt's variables.
    VariablesPane *variables() const { return m_variables; }
    void bringToFront(QWidget *page);

    // Ctrl+F: the find box of the page in front.
    void focusFilter();
    // The message list (or the page in front's main widget) gets the keyboard.
    void focusContent();

Q_SIGNALS:
    void stateChanged(); // see state()
    // Open this where it can be edited, at this place (UTF-16 units; -1 = unknown).
    void sourceRequested(const snug::Source &source, qsizetype position);
    void openLoreEntry(const QString &book, int uid);
    void simulationRequested(); // see LorePane
    // See LorePane::messageRequested().
    void messageRequested(int message, qsizetype start, qsizetype length);
    void modeRequested(snug::PromptMode mode);
    void layoutRequested();                          // a warning is about a switch of it
    void templatesRequested(const QPoint &position); // of the screen
    // Try this thing switched off (or on again), written differently, below the history.
    void switchRequested(const snug::Source &source);
    void editRequested(const snug::Source &source);
    void belowRequested(const snug::Source &source);
    void moveBelowRequested();        // what breaks the cache, see CacheStrip
    void copied(const QString &what); // in the user's words, for the status bar

protected:
    void showEvent(QShowEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    // Only the page in front is brought up to date; the others when they come to the front.
    void showCurrentPage();
    void placeSpeakers();

    Theme m_theme;
    InspectorState m_state;
    QTimer m_dimDelay;
    QTabWidget *m_tabs;
    PromptPane *m_prompt;
    LorePane *m_lore;
    WirePane *m_wire;
    ComparisonPane *m_comparison;
    ChangesPane *m_changes;
    HistoryPane *m_history;
    VariablesPane *m_variables;
    SpeakerStrip *m_speakers;
    WarningStrip *m_warnings;
    PlainLabel *m_asEdited;
    QWidget *m_content;
    QVBoxLayout *m_column;
    PlainLabel *m_empty;
    QStackedLayout *m_stack;
    VeilOverlay *m_veil;
    WhatIfBar *m_whatIf;
    WhatIfEdge *m_edge;
    bool m_pendingPrompt = true;
    bool m_pendingLore = true;
    bool m_pendingWire = true;
};

} // namespace snug
