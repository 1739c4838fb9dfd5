// A row of the list of blocks: switch, name, what it is, tokens, whether it is edited.
#pragma once

#include "core/prompt/blockshares.h"
#include "core/tokens/tokencounter.h"
#include "widgets/theme/theme.h"

#include <QSet>
#include <QStyledItemDelegate>

namespace snug {

class BlockDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void setTheme(const Theme &theme) { m_theme = theme; }
    void setEdited(const QSet<QString> &identifiers) { m_edited = identifiers; }
    void setShares(const QHash<QString, BlockShare> &shares, CountKind kind);
    // Blocks with something doubtful in them.
    void setDoubtful(const QSet<QString> &identifiers) { m_doubtful = identifiers; }
    // Of these folders only the heading is shown, in their first row.
    void setFolded(const QSet<QString> &folders) { m_folded = folders; }

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    bool editorEvent(QEvent *event, QAbstractItemModel *model, const QStyleOptionViewItem &option,
                     const QModelIndex &index) override;
    QString displayText(const QVariant &value, const QLocale &locale) const override;

    // "~1,204"; empty for a block that has no part in the prompt.
    QString tokensOf(const QString &identifier) const;
    bool isEdited(const QString &identifier) const { return m_edited.contains(identifier); }

    QString folderAbove(const QModelIndex &index) const; // a heading above the row; empty: none
    int headingHeight() const;

private:
    bool isHeadingOnly(const QModelIndex &index) const { return m_folded.contains(folderAbove(index)); }
    int rowHeight() const;
    QRect switchRect(const QRect &row) const;

    Theme m_theme = Theme::light();
    QSet<QString> m_edited;
    QSet<QString> m_doubtful;
    QSet<QString> m_folded;
    QHash<QString, BlockShare> m_shares;
    CountKind m_kind = CountKind::Estimate;
};

// "at depth 4", "marker", "user · at depth 2": what a block is, beside its name.
QString blockKind(const PromptBlock &block, bool isMissing);
// What a marker stands for, in a sentence; empty for blocks that are none.
QString markerMeaning(const QString &identifier);

} // namespace snug
