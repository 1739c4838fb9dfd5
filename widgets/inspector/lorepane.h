// Every lore entry in effect: those that fired, then the silent ones with what stopped them.
#pragma once

#include "core/prompt/assembledprompt.h"
#include "widgets/theme/theme.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QListView;
class QStackedLayout;

namespace snug {

class FactDelegate;
class FactModel;

class LorePane : public QWidget
{
    Q_OBJECT

public:
    explicit LorePane(QWidget *parent = nullptr);

    void setTheme(const Theme &theme);
    void setLore(const QList<LoreTrace> &lore, CountKind kind);
    void focusFilter();

Q_SIGNALS:
    void openLoreEntry(const QString &book, int uid);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void showRows();
    bool matches(const LoreTrace &entry) const;

    QList<LoreTrace> m_lore;
    CountKind m_kind = CountKind::Estimate;
    QLineEdit *m_filter;
    QLabel *m_counts;
    QLabel *m_empty;
    QListView *m_view;
    FactModel *m_model;
    FactDelegate *m_delegate;
    QStackedLayout *m_stack;
};

} // namespace snug
