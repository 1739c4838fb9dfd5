#include "widgets/chat/chatheader.h"

#include "widgets/theme/icons.h"

#include <QPainter>
#include <QToolButton>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr int headerHeight = 48;
constexpr int headerPictureSize = 30;
constexpr int pictureSide = 14;

} // namespace

ChatHeader::ChatHeader(QWidget *parent)
    : QWidget(parent)
    , m_persona(new QToolButton(this))
    , m_menu(new QToolButton(this))
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    for (QToolButton *button : {m_persona, m_menu}) {
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::TabFocus);
        button->setIconSize(QSize(16, 16));
    }
    m_persona->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_persona->setToolTip(tr("As whom you write"));
    m_menu->setAccessibleName(tr("Chat menu"));
    m_menu->setToolTip(tr("Chat menu"));
    connect(m_persona, &QToolButton::clicked, this,
            [this] { Q_EMIT personaRequested(m_persona->mapToGlobal(QPoint(0, m_persona->height()))); });
    connect(m_menu, &QToolButton::clicked, this,
            [this] { Q_EMIT menuRequested(m_menu->mapToGlobal(QPoint(0, m_menu->height()))); });
    setPersonaName({});
    setTheme(Theme::light());
}

void ChatHeader::setTheme(const Theme &theme)
{
    m_theme = theme;
    m_persona->setIcon(icon(IconName::Persona, theme.textDim));
    m_menu->setIcon(icon(IconName::Menu, theme.textDim));
    update();
}

void ChatHeader::setChat(const QString &characterName, const QString &chatName)
{
    if (m_characterName == characterName && m_chatName == chatName)
        return;
    m_characterName = characterName;
    m_chatName = chatName;
    //: a screen reader's name of the line above the chat: who, which chat
    setAccessibleName(tr("%1, %2").arg(characterName, chatName));
    update();
}

void ChatHeader::setPicture(const QImage &picture)
{
    m_pictures.set(u"picture"_s, picture);
    update();
}

void ChatHeader::setPersonaName(const QString &name)
{
    m_persona->setText(name.isEmpty() ? tr("No persona") : tr("persona: %1").arg(name));
    m_persona->setAccessibleName(m_persona->text());
    place();
}

QSize ChatHeader::sizeHint() const
{
    return {400, headerHeight};
}

void ChatHeader::place()
{
    const QSize menu = m_menu->sizeHint();
    m_menu->setGeometry(width() - pictureSide - menu.width() + 6, (height() - menu.height()) / 2,
                        menu.width(), menu.height());
    const QSize persona = m_persona->sizeHint();
    const int wide = std::min(persona.width(), std::max(60, width() / 3));
    m_persona->setGeometry(m_menu->x() - wide - 4, (height() - persona.height()) / 2, wide, persona.height());
    update();
}

void ChatHeader::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    place();
}

void ChatHeader::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.surface);
    painter.fillRect(QRect(0, height() - 1, width(), 1), m_theme.line);
    if (m_characterName.isEmpty())
        return;
    const QRect circle(pictureSide, (height() - headerPictureSize) / 2, headerPictureSize, headerPictureSize);
    painter.drawPixmap(circle.topLeft(), m_pictures.round(u"picture"_s, m_characterName, headerPictureSize,
                                                          devicePixelRatioF(), m_theme));
    QFont bold = m_theme.textFont();
    bold.setWeight(QFont::DemiBold);
    const QFontMetrics metrics(bold);
    const int left = circle.right() + 12;
    const int room = std::max(0, m_persona->x() - left - 12);
    const int baseline = (height() + metrics.capHeight()) / 2;
    const QString name = metrics.elidedText(m_characterName, Qt::ElideRight, room);
    painter.setFont(bold);
    painter.setPen(m_theme.text);
    painter.drawText(left, baseline, name);
    const int used = metrics.horizontalAdvance(name) + 12;
    if (room - used > 40) {
        painter.setFont(m_theme.interfaceFont());
        painter.setPen(m_theme.textDim);
        painter.drawText(left + used, baseline,
                         painter.fontMetrics().elidedText(m_chatName, Qt::ElideRight, room - used));
    }
}

} // namespace snug
