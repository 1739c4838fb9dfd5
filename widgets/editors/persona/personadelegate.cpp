#include "widgets/editors/persona/personadelegate.h"

#include "core/library/personasmodel.h"

#include <QPainter>

using namespace Qt::StringLiterals;

namespace snug {

static constexpr int pictureSize = 40;
static constexpr int margin = 8;

PersonaDelegate::PersonaDelegate(QObject *parent)
    : QStyledItemDelegate(parent)
{
    connect(&m_loader, &PictureLoader::loaded, this, [this](const QString &file, const QImage &image) {
        m_pictures.set(file, image);
        Q_EMIT repaintWanted();
    });
}

void PersonaDelegate::setMarks(const QString &defaultAvatar, const QString &inEffect,
                               const QSet<QString> &edited)
{
    m_default = defaultAvatar;
    m_inEffect = inEffect;
    m_edited = edited;
}

void PersonaDelegate::forget(const QString &path)
{
    m_loader.load(path, path);
}

QSize PersonaDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const
{
    return {0, pictureSize + 2 * margin};
}

void PersonaDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                            const QModelIndex &index) const
{
    painter->save();
    if (option.state.testFlag(QStyle::State_Selected))
        painter->fillRect(option.rect, m_theme.selection);
    else if (option.state.testFlag(QStyle::State_MouseOver))
        painter->fillRect(option.rect, m_theme.hover);
    if (option.state.testFlag(QStyle::State_HasFocus) &&
        option.state.testFlag(QStyle::State_KeyboardFocusChange)) {
        painter->setPen(m_theme.accent);
        painter->drawRect(option.rect.adjusted(0, 0, -1, -1));
    }
    const QString avatar = index.data(PersonasModel::AvatarRole).toString();
    const QString path = index.data(PersonasModel::PictureRole).toString();
    const QString name = index.data(PersonasModel::NameRole).toString();
    if (m_pictures.wants(path))
        m_loader.load(path, path);
    painter->drawPixmap(
        option.rect.left() + margin, option.rect.top() + margin,
        m_pictures.round(path, name, pictureSize, painter->device()->devicePixelRatioF(), m_theme));

    const QRect text = option.rect.adjusted(2 * margin + pictureSize, margin, -margin, -margin);
    QRect top = text;
    top.setHeight(text.height() / 2);
    QFont font = m_theme.interfaceFont();
    font.setWeight(QFont::Medium);
    painter->setFont(font);
    const QFontMetrics metrics(font);
    QString marks;
    if (m_edited.contains(avatar))
        marks += u"•"_s;
    if (avatar == m_default)
        marks += u"★"_s;
    if (!marks.isEmpty()) {
        painter->setPen(m_theme.accent);
        painter->drawText(top, Qt::AlignRight | Qt::AlignVCenter, marks);
        top.setRight(top.right() - metrics.horizontalAdvance(marks) - margin / 2);
    }
    painter->setPen(m_theme.text);
    painter->drawText(top, Qt::AlignLeft | Qt::AlignVCenter,
                      metrics.elidedText(name.isEmpty() ? avatar : name, Qt::ElideRight, top.width()));

    QRect bottom = text;
    bottom.setTop(top.bottom() + 1);
    const QFont small = m_theme.smallFont();
    painter->setFont(small);
    painter->setPen(m_theme.textDim);
    QString line = index.data(PersonasModel::TitleRole).toString();
    if (line.isEmpty())
        line = index.data(PersonasModel::DescriptionRole).toString().simplified();
    if (avatar == m_inEffect) {
        const QString now = tr("in effect");
        painter->setPen(m_theme.positive);
        painter->drawText(bottom, Qt::AlignRight | Qt::AlignVCenter, now);
        bottom.setRight(bottom.right() - QFontMetrics(small).horizontalAdvance(now) - margin);
        painter->setPen(m_theme.textDim);
    }
    painter->drawText(bottom, Qt::AlignLeft | Qt::AlignVCenter,
                      QFontMetrics(small).elidedText(line, Qt::ElideRight, bottom.width()));
    painter->restore();
}

} // namespace snug
