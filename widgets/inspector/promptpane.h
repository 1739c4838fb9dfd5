// The inspector's first page: the budget, the messages, what was left out.
#pragma once

#include "core/conversion/outboundrows.h"
#include "core/prompt/assembledprompt.h"
#include "widgets/inspector/cachestrip.h"
#include "widgets/theme/theme.h"

#include <QTimer>
#include <QWidget>

#include <optional>

class QActionGroup;
class QBoxLayout;
class QLineEdit;
class QMenu;
class QPushButton;
class QToolButton;

namespace snug {

class BudgetBar;
class BudgetMap;
class DroppedSection;
class OutboundModel;
class PlainLabel;
class PromptList;
class RichLabel;
class SeamStrip;

class PromptPane : public QWidget
{
    Q_OBJECT

public:
    explicit PromptPane(QWidget *parent = nullptr);

    void setTheme(const Theme &theme);
    // `requested`: what the mode menu has checked; the prompt knows only the mode in effect.
    void setPrompt(const AssembledPrompt &prompt, PromptMode requested, const TokenCounterPtr &counter = {});
    // The messages as they go to the service, and what does not go; for the next setPrompt(). Without it they
    // are shown as assembled.
    void setOutbound(const OutboundPrompt &outbound, const QStringList &leftOut);
    // For prompts that are laid out in one way only.
    void hideMode();
    // What its head may have, of a height that stays while things come and go below; else a fifth of its own.
    void setHeadRoom(int height);
    void focusFilter();
    // Below the list, and as a line in it.
    void setCache(const std::optional<CacheFacts> &facts);
    // What the service counts for the prompt that is shown.
    void setCounted(int tokens, const QString &by);
    PromptList *list() const { return m_list; }
    // What is not sent.
    DroppedSection *dropped() const { return m_dropped; }

Q_SIGNALS:
    void sourceRequested(const snug::Source &source, qsizetype position);
    void copied(const QString &what);
    void modeRequested(snug::PromptMode mode);
    void
    whatIfRequested(const QPoint &position); // a menu of what else can be tried, at this place of the screen
    void searchLoreRequested(const QString &text); // what is looked for was found among the lore
    void moveBelowRequested();                     // what breaks the cache
    // The templates of a text completion are to be chosen, in a menu at this place of the screen.
    void templatesRequested(const QPoint &position);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void makeHead();
    void placeHead();
    void placeButtons();
    void showReason();
    void fillMore();
    QPushButton *makeModeButton();
    void showMode(const AssembledPrompt &prompt, PromptMode requested);
    void showMatches();
    void showMap();
    void showRows();
    void showRest();
    void showBreak();
    qsizetype positionIn(int row, int message, qsizetype position) const;
    int rowOf(int message, qsizetype position) const;
    void showFailure(const AssembledPrompt &prompt);

    Theme m_theme;
    OutboundModel *m_model;
    BudgetBar *m_budget;
    QActionGroup *m_modes;
    QMenu *m_modeMenu = nullptr; // the button's, made with it
    QPushButton *m_mode;
    PlainLabel *m_modeReason;
    QTimer m_reasonTime; // while it is shown
    std::optional<PromptMode> m_shownMode;
    RichLabel *m_failure; // why there is no prompt
    Source m_failedAt;
    QBoxLayout *m_head;
    QWidget *m_findRow;
    QToolButton *m_more; // what has no room in a low head
    QMenu *m_moreMenu;
    QLineEdit *m_filter;
    RichLabel *m_matches;
    QToolButton *m_colourAll;
    QToolButton *m_whatIf;
    QToolButton *m_apart;
    QToolButton *m_showMap;
    BudgetMap *m_map;
    AssembledPrompt m_prompt; // that is shown
    OutboundPrompt m_outbound;
    QStringList m_leftOut;
    OutboundRows m_rows;
    std::optional<PromptPrefix::Break> m_break; // where the server's cache ends
    SeamStrip *m_seam;
    bool m_isMapDue = false;
    std::optional<int> m_headRoom;
    bool m_hasMode = true;
    bool m_hasJoined = false; // messages of several blocks
    bool m_isLow = false;
    bool m_hasFind = true; // room for it, or somebody looks
    PromptList *m_list;
    PlainLabel *m_rest; // what no row counts
    DroppedSection *m_dropped;
    CacheStrip *m_cache;
};

} // namespace snug
