#include "widgets/chat/speakerbar.h"

#include "widgets/theme/icons.h"

#include <QCoreApplication>
#include <QMenu>
#include <QPainter>
#include <QToolButton>

#include <algorithm>

namespace snug {

namespace {

constexpr int speakerPictureSide = 14;
constexpr int speakerGap = 4;

QString words(const char *text)
{
    return QCoreApplication::translate("SpeakerBar", text);
}

bool someIs(const QList<MemberTurn> &turns, SpeakingReason reason)
{
    return std::ranges::contains(turns, reason, &MemberTurn::reason);
}

} // namespace

QString speakersLine(const SpeakerQueue &queue, const QString &writing)
{
    QStringList names;
    for (const MemberTurn &turn : queue.speakers)
        names.append(turn.name);
    if (!writing.isEmpty()) {
        if (names.isEmpty())
            //: %1 is a character's name
            return words(QT_TRANSLATE_NOOP("SpeakerBar", "%1 is writing")).arg(writing);
        //: %1 is a character's name, %2 names of those who wait
        return words(QT_TRANSLATE_NOOP("SpeakerBar", "%1 is writing, then %2"))
            .arg(writing, names.join(QLatin1String(", ")));
    }
    if (!names.isEmpty()) {
        const QString first = names.takeFirst();
        const QString reason = reasonText(queue.speakers.first());
        if (names.isEmpty())
            //: %1 is a character's name, %2 why
            return words(QT_TRANSLATE_NOOP("SpeakerBar", "Next: %1 (%2)")).arg(first, reason);
        //: %1 is a character's name, %2 why, %3 names of those who speak after that
        return words(QT_TRANSLATE_NOOP("SpeakerBar", "Next: %1 (%2), then %3"))
            .arg(first, reason, names.join(QLatin1String(", ")));
    }
    if (queue.silent.isEmpty())
        return words(QT_TRANSLATE_NOOP("SpeakerBar", "This group has no members yet."));
    if (someIs(queue.silent, SpeakingReason::WaitsForYou))
        return words(QT_TRANSLATE_NOOP("SpeakerBar", "Nobody answers automatically. Choose who speaks."));
    if (someIs(queue.silent, SpeakingReason::JustSpoke))
        return words(QT_TRANSLATE_NOOP("SpeakerBar", "There is nobody else to answer."));
    return words(QT_TRANSLATE_NOOP("SpeakerBar", "Nobody answers: everybody is muted or missing."));
}

QString speakersList(const SpeakerQueue &queue)
{
    QStringList lines;
    for (const MemberTurn &turn : queue.speakers + queue.silent)
        //: a group member, and why they speak next or do not
        lines.append(words(QT_TRANSLATE_NOOP("SpeakerBar", "%1: %2")).arg(turn.name, reasonText(turn)));
    return lines.join(u'\n');
}

SpeakerBar::SpeakerBar(QWidget *parent)
    : QWidget(parent)
    , m_speak(new QToolButton(this))
    , m_goOn(new QToolButton(this))
    , m_edit(new QToolButton(this))
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    for (QToolButton *button : buttons()) {
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::TabFocus);
        button->setIconSize(QSize(14, 14));
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    }
    m_speak->setText(tr("Reply From"));
    m_speak->setAccessibleName(m_speak->text());
    m_speak->setToolTip(tr("Choose who answers"));
    m_speak->setPopupMode(QToolButton::InstantPopup);
    m_goOn->setText(tr("Go On", "button: the group talks on by itself"));
    m_goOn->setAccessibleName(m_goOn->text());
    m_goOn->setToolTip(tr("Let the group keep talking until you stop it"));
    m_goOn->setCheckable(true);
    m_edit->setToolButtonStyle(Qt::ToolButtonIconOnly);
    m_edit->setAccessibleName(tr("Edit group"));
    m_edit->setToolTip(tr("Members, order of speaking, cards"));
    connect(m_goOn, &QToolButton::clicked, this, &SpeakerBar::goesOnToggled);
    connect(m_edit, &QToolButton::clicked, this, &SpeakerBar::editRequested);
    setTheme(Theme::light());
    hide();
}

void SpeakerBar::setTheme(const Theme &theme)
{
    m_theme = theme;
    for (QToolButton *button : buttons())
        button->setFont(theme.smallFont());
    m_speak->setIcon(icon(IconName::Persona, theme.textDim));
    m_goOn->setIcon(icon(IconName::Continue, theme.textDim));
    m_edit->setIcon(icon(IconName::Gear, theme.textDim));
    place();
}

void SpeakerBar::setQueue(const SpeakerQueue &queue, const QString &writing)
{
    const QString list = speakersList(queue);
    setToolTip(list);
    setAccessibleDescription(list);
    const QString line = speakersLine(queue, writing);
    if (line == m_line)
        return;
    m_line = line;
    setAccessibleName(line);
    update();
}

void SpeakerBar::setGoesOn(bool goesOn)
{
    m_goOn->setChecked(goesOn);
}

void SpeakerBar::setSpeakMenu(QMenu *menu)
{
    m_speak->setMenu(menu);
    place();
}

QSize SpeakerBar::sizeHint() const
{
    return {300, m_edit->sizeHint().height() + 4};
}

void SpeakerBar::place()
{
    int right = width() - speakerPictureSide + speakerGap;
    for (QToolButton *button : {m_edit, m_goOn, m_speak}) {
        const QSize size = button->sizeHint();
        right -= size.width();
        button->setGeometry(right, (height() - size.height()) / 2, size.width(), size.height());
        right -= speakerGap;
    }
    updateGeometry();
    update();
}

void SpeakerBar::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    place();
}

void SpeakerBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.surface);
    painter.fillRect(QRect(0, 0, width(), 1), m_theme.line);
    const QRect room(speakerPictureSide, 0, m_speak->x() - speakerPictureSide - speakerGap, height());
    painter.setFont(m_theme.smallFont());
    painter.setPen(m_theme.textDim);
    painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(m_line, Qt::ElideRight, room.width()));
}

} // namespace snug
