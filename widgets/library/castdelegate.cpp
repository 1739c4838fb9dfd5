#include "widgets/library/castdelegate.h"

#include <QPainter>

using namespace Qt::StringLiterals;

namespace snug {

static constexpr int pictureSize = 40;
static constexpr int margin = 8;
static constexpr int openStripWidth = 3;

static QRect textOf(const QRect &row)
{
    return row.adjusted(2 * margin + pictureSize, margin, -margin, -margin);
}

static QRect lineOf(const QRect &row)
{
    const QRect text = textOf(row);
    return text.adjusted(0, text.height() / 2, 0, 0);
}

CastDelegate::CastDelegate(QObject *parent)
    : QStyledItemDelegate(parent)
{
    connect(&m_loader, &PictureLoader::loaded, this, [this](const QString &file, const QImage &image) {
        m_pictures.set(file, image);
        Q_EMIT repaintWanted();
    });
}

QSize CastDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const
{
    return {0, pictureSize + 2 * margin}; // as wide as the list is; long names are elided
}

void CastDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                         const QModelIndex &index) const
{
    painter->save();
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    const bool hovered = option.state.testFlag(QStyle::State_MouseOver);
    if (selected)
        painter->fillRect(option.rect, m_theme.selection);
    else if (hovered)
        painter->fillRect(option.rect, m_theme.hover);
    // The one whose chat is open, whoever is chosen.
    if (index.data(CastModel::OpenRole).toBool())
        painter->fillRect(QRect(option.rect.left(), option.rect.top(), openStripWidth, option.rect.height()),
                          m_theme.accent);
    if (option.state.testFlag(QStyle::State_HasFocus) &&
        option.state.testFlag(QStyle::State_KeyboardFocusChange)) {
        painter->setPen(m_theme.accent);
        painter->drawRect(option.rect.adjusted(0, 0, -1, -1));
    }

    const QString name = index.data(CastModel::NameRole).toString();
    const QString path = index.data(CastModel::PictureRole).toString();
    if (m_pictures.wants(path))
        m_loader.load(path, path);
    const QRect picture(option.rect.left() + margin, option.rect.top() + margin, pictureSize, pictureSize);
    painter->drawPixmap(picture.topLeft(), m_pictures.round(path, name, pictureSize,
                                                            painter->device()->devicePixelRatioF(), m_theme));

    const QRect text = textOf(option.rect);
    QFont font = m_theme.interfaceFont();
    font.setWeight(QFont::Medium);
    painter->setFont(font);
    painter->setPen(m_theme.text);
    const QFontMetrics metrics(font);
    QRect top = text;
    top.setHeight(text.height() / 2);
    if (index.data(CastModel::FavouriteRole).toBool()) {
        const QString star = u"★"_s;
        painter->setPen(m_theme.accent);
        painter->drawText(top, Qt::AlignRight | Qt::AlignVCenter, star);
        top.setRight(top.right() - metrics.horizontalAdvance(star) - margin / 2);
        painter->setPen(m_theme.text);
    }
    painter->drawText(top, Qt::AlignLeft | Qt::AlignVCenter,
                      metrics.elidedText(name, Qt::ElideRight, top.width()));

    paintLine(*painter, lineOf(option.rect), index, selected ? m_theme.selection : m_theme.pane);
    painter->restore();
}

QList<TagChip> CastDelegate::chips(const QRect &line, const CastEntry &entry) const
{
    const bool hasChips = !entry.problem && entry.kind == CastEntry::Kind::Character;
    return hasChips ? tagChips(entry.tags, line, m_theme) : QList<TagChip>();
}

void CastDelegate::paintLine(QPainter &painter, const QRect &rect, const QModelIndex &index,
                             const QColor &ground) const
{
    const CastEntry entry = index.data(CastModel::EntryRole).value<CastEntry>();
    const QList<TagChip> shown = chips(rect, entry);
    for (const TagChip &chip : shown)
        paintTagChip(painter, chip, m_theme, ground);
    if (!shown.isEmpty())
        return;
    const QFont small = m_theme.smallFont();
    painter.setFont(small);
    painter.setPen(m_theme.readable(entry.problem ? m_theme.error : m_theme.textDim, ground));
    painter.drawText(rect, Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetrics(small).elidedText(entry.line, Qt::ElideRight, rect.width()));
}

QString CastDelegate::tagAt(const QRect &row, const CastEntry &entry, const QPoint &position) const
{
    for (const TagChip &chip : chips(lineOf(row), entry)) {
        if (chip.rect.contains(position))
            return chip.tag.name;
    }
    return {};
}

} // namespace snug
