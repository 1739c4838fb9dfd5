#include "widgets/library/castdelegate.h"

#include "widgets/library/castmodel.h"

#include <QPainter>

using namespace Qt::StringLiterals;

namespace snug {

static constexpr int pictureSize = 40;
static constexpr int margin = 8;

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

    QRect text = option.rect.adjusted(2 * margin + pictureSize, margin, -margin, -margin);
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

    QRect bottom = text;
    bottom.setTop(top.bottom() + 1);
    const QFont small = m_theme.smallFont();
    painter->setFont(small);
    painter->setPen(index.data(CastModel::ProblemRole).toBool() ? m_theme.error : m_theme.textDim);
    painter->drawText(bottom, Qt::AlignLeft | Qt::AlignVCenter,
                      QFontMetrics(small).elidedText(index.data(CastModel::LineRole).toString(),
                                                     Qt::ElideRight, bottom.width()));
    painter->restore();
}

} // namespace snug
