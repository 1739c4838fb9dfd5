// Draws one character, group or folder: as a row with a round picture, a name and one quiet line, or as a
// tile of the gallery.
#pragma once

#include "widgets/library/castmodel.h"
#include "widgets/library/tagchips.h"
#include "widgets/theme/pictureloader.h"
#include "widgets/theme/pictures.h"
#include "widgets/theme/theme.h"

#include <QStyledItemDelegate>

namespace snug {

class CastDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    explicit CastDelegate(QObject *parent = nullptr);

    void setTheme(const Theme &theme) { m_theme = theme; }
    void setGallery(bool gallery) { m_isGallery = gallery; }
    // What decodes the pictures; without it letters stand for them.
    void setPictureEngine(const std::shared_ptr<PictureEngine> &engine) { m_loader.setEngine(engine); }

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    // The tag at this point of a row; empty: there is none.
    QString tagAt(const QRect &row, const CastEntry &entry, const QPoint &position) const;

Q_SIGNALS:
    void repaintWanted();

private:
    void paintGround(QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index) const;
    QPixmap picture(const QModelIndex &index, QSize size, qreal radius, qreal scale) const;
    void paintLine(QPainter &painter, const QRect &rect, const QModelIndex &index,
                   const QColor &ground) const;
    QList<TagChip> chips(const QRect &line, const CastEntry &entry) const;

    Theme m_theme = Theme::light();
    bool m_isGallery = false;
    mutable Pictures m_pictures; // what has been read so far; painting asks for more
    mutable PictureLoader m_loader;
};

} // namespace snug
