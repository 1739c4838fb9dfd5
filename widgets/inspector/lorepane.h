// Every lore entry in effect: those that fired, with the place that made them, then the silent ones
// with what stopped them and how near they came.
#pragma once

#include "core/lore/nearestmiss.h"
#include "core/prompt/assembledprompt.h"
#include "widgets/theme/theme.h"

#include <QFutureWatcher>
#include <QWidget>

#include <stop_token>

class QComboBox;
class QLineEdit;
class QListView;
class QMenu;
class QStackedLayout;
class QToolButton;

namespace snug {

class FactDelegate;
class FactModel;
class PlainLabel;

class LorePane : public QWidget
{
    Q_OBJECT

public:
    explicit LorePane(QWidget *parent = nullptr);
    ~LorePane() override;

    void setTheme(const Theme &theme);
    // `known`: its nearest misses, where there is nothing left to look for them in.
    void setLore(const AssembledPrompt &prompt, const LoreMisses &known = {});
    // The prompt is from elsewhere: rows tell, and lead nowhere.
    void hidePlaces();
    void focusFilter();
    void setFilter(const QString &text);

Q_SIGNALS:
    // A row was activated, or one chosen that leads to no message.
    void openLoreEntry(const QString &book, int uid);
    void simulationRequested(); // of lorebooks over the past turns
    void switchRequested(const QString &book, int uid, const QString &title); // try without it
    // Why a row is in the prompt or not, in full: a title, the reason, and what led to it, a line each.
    void whyRequested(const QString &title, const QString &reason, const QStringList &lines);
    // A prompt test that expects what is so now.
    void testRequested(const QString &book, int uid, bool fires);
    void storyRequested(const QString &book, int uid, const QString &title); // over earlier requests
    void copied(const QString &what);                                        // in the user's words
    // A row that a message made fire was chosen: that message's index in the chat file, and the key's
    // place in it in UTF-16 units (start -1: in the speaker's name).
    void messageRequested(int message, qsizetype start, qsizetype length);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    enum Order : int { ServedOrder, TitleOrder, BookOrder, TokensOrder };

    void showRows();
    void showCounts(qsizetype fired, bool isAnyShown);
    void findMisses();
    QList<qsizetype> ordered() const;
    bool matches(qsizetype number) const;
    QString reasonOf(qsizetype number) const;
    int tokensOf(qsizetype number) const;
    void choose(const QModelIndex &index);
    int numberAt(const QModelIndex &index) const; // of an entry; -1 = a heading, or none
    QString titleOf(qsizetype number) const;
    void keepChosen();
    // lorepanemenu.cpp
    void makeActions();
    void showMenu(const QPoint &position);
    void fillMenu(QMenu *menu, qsizetype number);
    void addPlaces(QMenu *menu, const LoreTrace &row);
    qsizetype placeOf(const QString &book, int uid) const; // -1 = not there
    void tellWhy(qsizetype number);
    void copyRows(const QList<qsizetype> &numbers);
    void copyChosen();

    QList<LoreTrace> m_lore;
    QHash<QString, int> m_costs;      // of those in the prompt
    QHash<QString, QString> m_unsent; // why nothing of one that fired is sent
    LoreEvidence m_evidence;
    LoreMisses m_known; // what was found before, where there is no evidence
    LoreMisses m_misses;
    std::pair<QString, int> m_chosen = {{}, -1}; // book and entry that the keyboard is at
    bool m_isFilling = false;
    bool m_hasPlaces = true;
    QFutureWatcher<LoreMisses> m_search;
    std::stop_source m_searchStop;
    CountKind m_kind = CountKind::Estimate;
    QLineEdit *m_filter;
    QComboBox *m_order;
    QToolButton *m_simulate;
    PlainLabel *m_counts;
    PlainLabel *m_empty;
    QListView *m_view;
    FactModel *m_model;
    FactDelegate *m_delegate;
    QStackedLayout *m_stack;
};

} // namespace snug
