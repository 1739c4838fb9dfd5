// "Not sent (3)": what the budget or a rule kept out, and why. Folded until one asks.
#pragma once

#include "core/prompt/assembledprompt.h"
#include "widgets/theme/theme.h"

#include <QWidget>

class QListView;
class QToolButton;

namespace snug {

class FactDelegate;
class FactModel;

class DroppedSection : public QWidget
{
    Q_OBJECT

public:
    explicit DroppedSection(QWidget *parent = nullptr);

    void setTheme(const Theme &theme);
    // Hides itself when nothing was dropped.
    void setDropped(const QList<DroppedText> &dropped, CountKind kind);

Q_SIGNALS:
    void openSource(const snug::Source &source, qsizetype position);

private:
    void fitHeight();
    void activate(const QModelIndex &index);

    QList<DroppedText> m_dropped;
    QToolButton *m_toggle;
    QListView *m_view;
    FactModel *m_model;
    FactDelegate *m_delegate;
};

} // namespace snug
