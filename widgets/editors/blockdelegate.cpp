#include "widgets/editors/blockdelegate.h"

#include "core/editing/presetedits.h"
#include "core/library/promptordermodel.h"
#include "widgets/theme/icons.h"

#include <QApplication>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr int Margin = 8;
constexpr int Box = 16;

const PromptOrderModel *orderOf(const QModelIndex &index)
{
    return qobject_cast<const PromptOrderModel *>(index.model());
}

QString folderOf(const QModelIndex &index)
{
    const PromptOrderModel *order = orderOf(index);
    return order && index.isValid() ? blockFolder(order->blockAt(index)) : QString();
}

} // namespace

QString blockKind(const PromptBlock &block, bool isMissing)
{
    if (isMissing)
        return BlockDelegate::tr("missing");
    const bool isInChat = block.placement == PromptBlock::Placement::InChat;
    if (block.marker)
        return isInChat ? BlockDelegate::tr("marker, at depth %1").arg(block.depth)
                        : BlockDelegate::tr("marker");
    QStringList parts;
    if (block.role != Role::System || isInChat)
        parts.append(roleName(block.role));
    if (isInChat)
        parts.append(BlockDelegate::tr("at depth %1").arg(block.depth));
    if (!block.triggers.isEmpty())
        parts.append(block.triggers.join(u", "_s));
    return parts.join(u" · "_s);
}

QString markerMeaning(const QString &identifier)
{
    static const QHash<QString, const char *> meanings{
        {u"chatHistory"_s,
         QT_TRANSLATE_NOOP("snug::BlockDelegate",
                           "The messages of the chat go here, with blocks at a depth between them.")},
        {u"dialogueExamples"_s,
         QT_TRANSLATE_NOOP("snug::BlockDelegate", "The card's example messages go here.")},
        {u"worldInfoBefore"_s,
         QT_TRANSLATE_NOOP("snug::BlockDelegate",
                           "Lore entries with the position before the character go here.")},
        {u"worldInfoAfter"_s,
         QT_TRANSLATE_NOOP("snug::BlockDelegate",
                           "Lore entries with the position after the character go here.")},
        {u"charDescription"_s, QT_TRANSLATE_NOOP("snug::BlockDelegate", "The card's description goes here.")},
        {u"charPersonality"_s,
         QT_TRANSLATE_NOOP("snug::BlockDelegate",
                           "The card's personality goes here, in the preset's personality format.")},
        {u"scenario"_s, QT_TRANSLATE_NOOP("snug::BlockDelegate",
                                          "The card's scenario goes here, in the preset's scenario format.")},
        {u"personaDescription"_s,
         QT_TRANSLATE_NOOP("snug::BlockDelegate",
                           "The persona's description goes here, if its position is in the prompt.")},
    };
    const char *meaning = meanings.value(identifier);
    return meaning ? QCoreApplication::translate("snug::BlockDelegate", meaning) : QString();
}

void BlockDelegate::setShares(const QHash<QString, BlockShare> &shares, CountKind kind)
{
    m_shares = shares;
    m_kind = kind;
}

QString BlockDelegate::tokensOf(const QString &identifier) const
{
    const auto share = m_shares.constFind(identifier);
    if (share == m_shares.cend())
        return {};
    return (m_kind == CountKind::Exact ? QString() : u"~"_s) + QLocale().toString(share->tokens);
}

QString BlockDelegate::displayText(const QVariant &value, const QLocale &) const
{
    return value.toString();
}

QString BlockDelegate::folderAbove(const QModelIndex &index) const
{
    const QString folder = folderOf(index);
    return folder == folderOf(index.siblingAtRow(index.row() - 1)) ? QString() : folder;
}

int BlockDelegate::rowHeight() const
{
    return QFontMetrics(m_theme.interfaceFont()).height() + 12;
}

int BlockDelegate::headingHeight() const
{
    return QFontMetrics(m_theme.smallFont()).height() + 12;
}

QSize BlockDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &index) const
{
    if (isHeadingOnly(index))
        return {220, headingHeight() + 4};
    return {220, rowHeight() + (folderAbove(index).isEmpty() ? 0 : headingHeight())};
}

QRect BlockDelegate::switchRect(const QRect &row) const
{
    return {row.left() + Margin, row.bottom() - rowHeight() / 2 - Box / 2 + 1, Box, Box};
}

void BlockDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                          const QModelIndex &index) const
{
    const PromptOrderModel *order = orderOf(index);
    if (!order)
        return;
    const PromptBlock block = order->blockAt(index);
    const QString identifier = index.data(PromptOrderModel::IdentifierRole).toString();
    const bool isMissing = index.data(PromptOrderModel::IsMissingRole).toBool();
    const bool isOn = index.data(Qt::CheckStateRole).value<Qt::CheckState>() == Qt::Checked;
    const QString folder = folderAbove(index);
    QRect row = option.rect;
    painter->save();
    if (!folder.isEmpty()) {
        const bool isFolded = m_folded.contains(folder);
        const QRect heading(row.left(), row.top(), row.width(), headingHeight());
        if (isFolded && option.state.testFlag(QStyle::State_Selected))
            painter->fillRect(row, m_theme.selection);
        const QString title = (isFolded ? u"▸ "_s : u"▾ "_s) + folder;
        painter->setFont(m_theme.smallFont());
        painter->setPen(m_theme.textDim);
        painter->drawText(
            heading.adjusted(Margin, 4, -Margin, 0), Qt::AlignLeft | Qt::AlignVCenter,
            painter->fontMetrics().elidedText(title, Qt::ElideRight, heading.width() - 2 * Margin));
        painter->setPen(m_theme.line);
        painter->drawLine(heading.left() + Margin, heading.top() + 3, heading.right() - Margin,
                          heading.top() + 3);
        if (isFolded) {
            painter->restore();
            return;
        }
        row.setTop(row.bottom() - rowHeight() + 1);
    }
    if (option.state.testFlag(QStyle::State_Selected))
        painter->fillRect(row, m_theme.selection);
    else if (option.state.testFlag(QStyle::State_MouseOver))
        painter->fillRect(row, m_theme.hover);
    const int indent = blockFolder(block).isEmpty() ? 0 : 10;
    const QColor strip = m_theme.source(SourceGroup::Preset);
    painter->fillRect(QRect(row.left(), row.top() + 1, 3, row.height() - 2), isOn ? strip : m_theme.line);

    QStyleOptionButton box;
    box.palette = QApplication::palette("QCheckBox"); // in which the outline can be seen
    box.rect = switchRect(option.rect).translated(indent, 0);
    box.state = QStyle::State_Enabled | (isOn ? QStyle::State_On : QStyle::State_Off);
    const QStyle *style = option.widget ? option.widget->style() : QApplication::style();
    style->drawPrimitive(QStyle::PE_IndicatorCheckBox, &box, painter, option.widget);

    QRect words = row.adjusted(Margin + Box + 8 + indent, 0, -Margin, 0);
    painter->setFont(m_theme.figuresFont());
    const QString tokens = tokensOf(identifier);
    painter->setPen(m_theme.textDim);
    painter->drawText(words, Qt::AlignRight | Qt::AlignVCenter, tokens);
    words.setRight(words.right() -
                   std::max(painter->fontMetrics().horizontalAdvance(u"~9,999"_s),
                            painter->fontMetrics().horizontalAdvance(tokens)) -
                   8);
    const QString kind = blockKind(block, isMissing);
    painter->setFont(m_theme.smallFont());
    const int kindWidth = std::min(painter->fontMetrics().horizontalAdvance(kind), words.width() / 2);
    painter->setPen(isMissing ? m_theme.error : m_theme.textDim);
    painter->drawText(words, Qt::AlignRight | Qt::AlignVCenter,
                      painter->fontMetrics().elidedText(kind, Qt::ElideRight, kindWidth));
    words.setRight(words.right() - kindWidth - 8);

    if (m_doubtful.contains(identifier)) {
        const int size = QFontMetrics(m_theme.interfaceFont()).ascent();
        const QRect place(words.left(), words.center().y() - size / 2, size, size);
        icon(IconName::Warning, m_theme.warning).paint(painter, place);
        words.setLeft(place.right() + 6);
    }
    QFont name = m_theme.interfaceFont();
    name.setItalic(block.marker);
    painter->setFont(name);
    painter->setPen(isOn ? m_theme.text : m_theme.textDim);
    //: The dot marks a block that is edited and not saved
    const QString shown =
        isEdited(identifier) ? tr("%1 •").arg(index.data().toString()) : index.data().toString();
    painter->drawText(words, Qt::AlignLeft | Qt::AlignVCenter,
                      painter->fontMetrics().elidedText(shown, Qt::ElideRight, words.width()));
    if (option.state.testFlag(QStyle::State_HasFocus)) {
        painter->setPen(QPen(m_theme.accent, 1));
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(row.adjusted(0, 0, -1, -1));
    }
    painter->restore();
}

bool BlockDelegate::editorEvent(QEvent *event, QAbstractItemModel *model, const QStyleOptionViewItem &option,
                                const QModelIndex &index)
{
    if (event->type() != QEvent::MouseButtonRelease && event->type() != QEvent::MouseButtonPress)
        return false;
    if (isHeadingOnly(index)) // its switch is not to be seen
        return false;
    auto *mouse = static_cast<QMouseEvent *>(event);
    const QRect place = switchRect(option.rect).adjusted(-4, -4, 14, 4);
    if (mouse->button() != Qt::LeftButton || !place.contains(mouse->position().toPoint()))
        return false;
    if (event->type() == QEvent::MouseButtonPress)
        return true; // no drag begins here
    const bool isOn = index.data(Qt::CheckStateRole).value<Qt::CheckState>() == Qt::Checked;
    return model->setData(index, isOn ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
}

} // namespace snug
