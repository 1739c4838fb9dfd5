// Draws one persona: round picture, name, title; a star for the default, a mark for who is in effect.
#pragma once

#include "widgets/theme/pictureloader.h"
#include "widgets/theme/pictures.h"
#include "widgets/theme/theme.h"

#include <QStyledItemDelegate>

namespace snug {

class PersonaDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    explicit PersonaDelegate(QObject *parent = nullptr);

    void setTheme(const Theme &theme) { m_theme = theme; }
    void setPictureEngine(const std::shared_ptr<PictureEngine> &engine) { m_loader.setEngine(engine); }
    void setMarks(const QString &defaultAvatar, const QString &inEffect, const QSet<QString> &edited);
    // Read again.
    void forget(const QString &path);

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

Q_SIGNALS:
    void repaintWanted();

private:
    Theme m_theme = Theme::light();
    QString m_default;
    QString m_inEffect;
    QSet<QString> m_edited;
    mutable Pictures m_pictures;
    mutable PictureLoader m_loader;
};

} // namespace snug
