// Above the transcript: with whom, which chat, and as whom one writes.
#pragma once

#include "widgets/theme/pictures.h"

#include <QWidget>

class QToolButton;

namespace snug {

class ChatHeader : public QWidget
{
    Q_OBJECT
public:
    explicit ChatHeader(QWidget *parent = nullptr);

    void setTheme(const Theme &theme);
    // The character's (or group's) name and the chat's title; both are shortened where there is no room.
    void setChat(const QString &characterName, const QString &chatName);
    void setPicture(const QImage &picture);   // null: the name's first letter
    void setPersonaName(const QString &name); // empty: no persona

    QSize sizeHint() const override;

Q_SIGNALS:
    void personaRequested(const QPoint &globalPosition); // a menu may open there
    void menuRequested(const QPoint &globalPosition);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void place();

    Theme m_theme;
    Pictures m_pictures;
    QString m_characterName;
    QString m_chatName;
    QToolButton *m_persona;
    QToolButton *m_menu;
};

} // namespace snug
