// "Not sent (3)": what the budget or a rule kept out, blocks that are off, and why; what would come back
// first with more room. Folded until one asks.
#pragma once

#include "core/prompt/assembledprompt.h"
#include "core/prompt/fitsnext.h"
#include "core/prompt/unsentblocks.h"
#include "widgets/theme/theme.h"

#include <QWidget>

class QListView;
class QToolButton;

namespace snug {

class FactDelegate;
class FactModel;
class RichLabel;

class DroppedSection : public QWidget
{
    Q_OBJECT

public:
    explicit DroppedSection(QWidget *parent = nullptr);

    void setTheme(const Theme &theme);
    // Hides itself when nothing was dropped and no block is missing.
    void setDropped(const LateList<DroppedText> &dropped, CountKind kind);
    // Of the same prompt, as soon as it is known; `context` is its size.
    void setUnsent(const QList<UnsentBlock> &unsent);
    void setNext(const QList<FitsNext> &next, int context);
    bool isUnfolded() const;

Q_SIGNALS:
    void unfolded();
    void blockRequested(const QString &identifier); // try the prompt with it
    void sizeRequested(int contextSize);            // try this one
    void sourceRequested(const snug::Source &source, qsizetype position);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void showFacts();
    void makeRows();
    void fitHeight();
    void activate(const QModelIndex &index);

    LateList<DroppedText> m_dropped;
    CountKind m_kind = CountKind::Estimate;
    QList<UnsentBlock> m_unsent;
    bool m_areRowsMade = true; // while it is folded nobody sees them
    QToolButton *m_toggle;
    RichLabel *m_next;
    QListView *m_view;
    FactModel *m_model;
    FactDelegate *m_delegate;
};

} // namespace snug
