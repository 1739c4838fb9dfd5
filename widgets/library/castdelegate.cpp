#include "widgets/library/castdelegate.h"

#include "widgets/library/casttile.h"
#include "widgets/theme/icons.h"

#include <QListView>
#include <QPainter>

#include <algorithm>

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

QSize CastDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &) const
{
    const auto *list = qobject_cast<const QListView *>(option.widget);
    if (m_isGallery && list)
        return castTileSize(list->viewport()->width(), m_theme);
    return {0, pictureSize + 2 * margin}; // as wide as the list is; long names are elided
}

void CastDelegate::paintGround(QPainter &painter, const QStyleOptionViewItem &option,
                               const QModelIndex &index) const
{
    if (option.state.testFlag(QStyle::State_Selected))
        painter.fillRect(option.rect, m_theme.selection);
    else if (option.state.testFlag(QStyle::State_MouseOver))
        painter.fillRect(option.rect, m_theme.hover);
    // The one whose chat is open, whoever is chosen.
    if (index.data(CastModel::OpenRole).toBool())
        painter.fillRect(QRect(option.rect.left(), option.rect.top(), openStripWidth, option.rect.height()),
                         m_theme.accent);
    if (option.state.testFlag(QStyle::State_HasFocus) &&
        option.state.testFlag(QStyle::State_KeyboardFocusChange)) {
        painter.setPen(m_theme.accent);
        painter.drawRect(option.rect.adjusted(0, 0, -1, -1));
    }
}

QPixmap CastDelegate::picture(const QModelIndex &index, QSize size, qreal radius, qreal scale) const
{
    const QString path = index.data(CastModel::PictureRole).toString();
    if (m_pictures.wants(path))
        m_loader.load(path, path);
    if (index.data(CastModel::KindRole).toInt() == int(CastEntry::Kind::Folder)) {
        const int side = std::min(size.width(), size.height()) / 2;
        QPixmap middle(size * scale);
        middle.setDevicePixelRatio(scale);
        middle.fill(Qt::transparent);
        QPainter painter(&middle);
        icon(IconName::Folder, m_theme.textDim)
            .paint(&painter, QRect((size.width() - side) / 2, (size.height() - side) / 2, side, side));
        return middle;
    }
    return m_pictures.framed(path, index.data(CastModel::NameRole).toString(), size, radius, scale, m_theme);
}

void CastDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                         const QModelIndex &index) const
{
    painter->save();
    paintGround(*painter, option, index);
    const QColor ground = option.state.testFlag(QStyle::State_Selected) ? m_theme.selection : m_theme.pane;
    const qreal scale = painter->device()->devicePixelRatioF();
    if (m_isGallery) {
        const QRect place = castTilePicture(option.rect, m_theme);
        painter->drawPixmap(place.topLeft(), picture(index, place.size(), castTileRadius, scale));
        paintCastTileWords(*painter, option.rect, index.data(CastModel::EntryRole).value<CastEntry>(),
                           m_theme, ground);
        painter->restore();
        return;
    }

    painter->drawPixmap(option.rect.left() + margin, option.rect.top() + margin,
                        picture(index, {pictureSize, pictureSize}, pictureSize / 2.0, scale));

    const QString name = index.data(CastModel::NameRole).toString();
    const QRect text = textOf(option.rect);
    QFont font = m_theme.interfaceFont();
    font.setWeight(QFont::Medium);
    painter->setFont(font);
    painter->setPen(m_theme.text);
    const QFontMetrics metrics(font);
    const CastEntry entry = index.data(CastModel::EntryRole).value<CastEntry>();
    QRect top = text;
    if (!entry.line.isEmpty() || !chips(lineOf(option.rect), entry).isEmpty())
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
    top.setLeft(top.left() + metrics.horizontalAdvance(name) + margin);
    if (!entry.apart.isEmpty() && top.width() > 3 * margin) {
        const QFont small = m_theme.smallFont();
        painter->setFont(small);
        painter->setPen(m_theme.readable(m_theme.textDim, ground));
        painter->drawText(top, Qt::AlignLeft | Qt::AlignVCenter,
                          QFontMetrics(small).elidedText(entry.apart, Qt::ElideMiddle, top.width()));
    }

    paintLine(*painter, lineOf(option.rect), index, ground);
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
    if (m_isGallery)
        return {};
    for (const TagChip &chip : chips(lineOf(row), entry)) {
        if (chip.rect.contains(position))
            return chip.tag.name;
    }
    return {};
}

} // namespace snug
