// One lore entry, block or variable over the open chat's requests: a strip of them, what it cost in sum, and
// for each why it was there, what it woke, what it displaced and which answer was made with it.
#pragma once

#include "core/ledger/thingstory.h"
#include "widgets/theme/theme.h"

#include <QDialog>

class QCheckBox;
class QListView;
class QPushButton;

namespace snug {

class FactDelegate;
class FactModel;
class PlainLabel;
class StoryStrip;

// A window of its own, never modal.
class StoryWindow : public QDialog
{
    Q_OBJECT

public:
    explicit StoryWindow(QWidget *parent = nullptr);

    void setTheme(const Theme &theme);
    void begin(const StoryThing &thing);
    // In the order in which they were sent, what is known by now; `waiting`: so many are still being read.
    void setMoments(const QList<StoryMoment> &moments, qsizetype waiting);
    const QList<StoryMoment> &moments() const { return m_moments; }

Q_SIGNALS:
    void requestRequested(const QString &id); // to see it as it was

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void showRows();
    void choose(int number);
    void showChosen();
    void openChosen();

    Theme m_theme = Theme::light();
    StoryThing m_thing;
    QList<StoryMoment> m_moments;
    QString m_chosen; // the request's id
    bool m_isFilling = false;
    PlainLabel *m_sum;
    StoryStrip *m_strip;
    QCheckBox *m_onlyIn;
    QListView *m_view;
    FactModel *m_model;
    FactDelegate *m_delegate;
    PlainLabel *m_said;
    QPushButton *m_open;
};

} // namespace snug
