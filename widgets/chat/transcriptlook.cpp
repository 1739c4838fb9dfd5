// How the story looks: theme, reading choices, pictures.

#include "widgets/chat/actionbar.h"
#include "widgets/chat/pillbutton.h"
#include "widgets/chat/transcript.h"

#include <QScrollBar>

namespace snug {

void Transcript::setStyle(const TextStyle &style)
{
    m_rows.setStyle(style);
    m_editing.followStyle();
    m_bar->setTheme(style.theme);
    m_pill->setTheme(style.theme);
    verticalScrollBar()->setSingleStep(int(style.lineHeight * 2));
    requestSettle();
}

void Transcript::setLook(const Theme &theme, const ReadingLook &look)
{
    m_theme = theme;
    setStyle(TextStyle::from(m_ground.themeOn(theme), look));
}

void Transcript::setBackground(const QImage &picture)
{
    m_ground.setPicture(picture);
    m_repaint.setGroundFixed(!m_ground.isPlain());
    setLook(m_theme, m_rows.style().look);
}

void Transcript::setEmptyText(const QString &text)
{
    m_emptyText = text;
    viewport()->update();
}

void Transcript::setPicture(const QString &file, const QImage &image)
{
    m_pictures.set(file, image);
    viewport()->update();
}

} // namespace snug
