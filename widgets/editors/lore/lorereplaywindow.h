// The lore simulator: what an edit of a lorebook, or another lorebook, would have changed in all past turns
// of the open chat. It shows values and says what the user wants; replaying is done by whoever is connected.
#pragma once

#include "widgets/editors/lore/loreheatstrip.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QToolButton;

namespace snug {

class PlainLabel;

// What the book is measured by.
struct LoreReplayWish
{
    enum class Against : quint8 { Saved, Without, OtherBook };
    QString book;
    Against against = Against::Saved;
    QString other = {}; // the lorebook in its place

    bool operator==(const LoreReplayWish &) const = default;
};

class LoreReplayWindow : public QWidget
{
    Q_OBJECT

public:
    explicit LoreReplayWindow(QWidget *parent = nullptr);

    void setTheme(const Theme &theme);
    void setBooks(const QStringList &names);
    void setWish(const LoreReplayWish &wish); // not told back
    LoreReplayWish wish() const;
    // Turns that are done, of both sides; `count` 0 = nothing is under way.
    void setProgress(int done, int count);
    void setReplays(const LoreReplayPairPtr &replays);
    // Why, of the cell that is looked at; in the user's words.
    void setReasons(const QString &before, const QString &after);
    void showProblem(const QString &text);

    LoreHeatStrip *strip() const { return m_strip; }
    QString summary() const;

Q_SIGNALS:
    void wished(const snug::LoreReplayWish &wish);
    void cancelRequested();
    void againRequested();
    void reasonsRequested(snug::LoreHeatStrip::Cell cell);
    void messageRequested(int message); // its index in the chat
    void entryRequested(const QString &book, int uid);
    void closing();

protected:
    void closeEvent(QCloseEvent *event) override;

private:
    QWidget *makeHead();
    QWidget *makeFoot();
    void showRows();
    void showLooked();
    void fillAgainst();
    void applyColours();

    Theme m_theme = Theme::light();
    LoreReplayPairPtr m_replays;
    LoreHeatStrip::Cell m_looked;
    QComboBox *m_book;
    QComboBox *m_against;
    QLineEdit *m_filter;
    QCheckBox *m_changed;
    QToolButton *m_closer;
    QToolButton *m_further;
    QToolButton *m_fit;
    PlainLabel *m_summary;
    QProgressBar *m_progress;
    QPushButton *m_cancel;
    LoreHeatStrip *m_strip;
    PlainLabel *m_cell;
    PlainLabel *m_why;
    PlainLabel *m_legend;
    QPushButton *m_toTurn;
    QPushButton *m_toEntry;
};

} // namespace snug
