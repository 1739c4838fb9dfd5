#include "widgets/chat/castbar.h"

#include "widgets/theme/icons.h"

#include <QInputDialog>
#include <QMenu>
#include <QPainter>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr int castPictureSide = 14;
constexpr int castGap = 4;

QString escaped(QString text)
{
    return text.replace(u'&', u"&&"_s);
}

QAction *choice(QMenu *menu, const QString &text, bool isChosen)
{
    QAction *action = menu->addAction(escaped(text));
    action->setCheckable(true);
    action->setChecked(isChosen);
    return action;
}

} // namespace

CastBar::CastBar(QWidget *parent)
    : QWidget(parent)
    , m_writer(new QToolButton(this))
    , m_replier(new QToolButton(this))
    , m_writers(new QMenu(this))
    , m_repliers(new QMenu(this))
    , m_kept(new QToolButton(this))
    , m_stop(new QToolButton(this))
    , m_goOn(new QToolButton(this))
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    for (QToolButton *button : {m_writer, m_replier, m_kept, m_stop, m_goOn}) {
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::TabFocus);
        button->setIconSize(QSize(14, 14));
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    }
    for (const auto &[button, menu] : {std::pair(m_writer, m_writers), std::pair(m_replier, m_repliers)}) {
        button->setLayoutDirection(Qt::RightToLeft); // the mark of a menu behind the words
        connect(button, &QToolButton::clicked, menu, [button, menu] {
            Q_EMIT menu->aboutToShow(); // its height counts
            menu->popup(button->mapToGlobal(QPoint(0, -menu->sizeHint().height())));
        });
    }
    m_writer->setToolTip(tr("Writing as: whom you play; you see what they know"));
    m_replier->setToolTip(tr("Who replies"));
    m_kept->setCheckable(true);
    m_stop->setText(tr("Stop"));
    m_stop->setAccessibleName(tr("Stop the private replies"));
    m_stop->setToolTip(m_stop->accessibleName());
    m_goOn->setText(tr("Go On", "button: let the private replies go on"));
    m_goOn->setAccessibleName(tr("Continue the private replies"));
    m_goOn->setToolTip(m_goOn->accessibleName());
    connect(m_writers, &QMenu::aboutToShow, this, &CastBar::fillWriters);
    connect(m_repliers, &QMenu::aboutToShow, this, &CastBar::fillRepliers);
    connect(m_kept, &QToolButton::clicked, this, &CastBar::showAllToggled);
    connect(m_stop, &QToolButton::clicked, this, &CastBar::stopRequested);
    connect(m_goOn, &QToolButton::clicked, this, &CastBar::goOnRequested);
    setTheme(m_theme);
    hide();
}

void CastBar::setTheme(const Theme &theme)
{
    m_theme = theme;
    for (QToolButton *button : {m_writer, m_replier, m_kept, m_stop, m_goOn})
        button->setFont(theme.smallFont());
    m_kept->setIcon(icon(m_state.showsAll ? IconName::Eye : IconName::EyeOff, theme.textDim));
    for (QToolButton *button : {m_writer, m_replier})
        button->setIcon(icon(IconName::ChevronDown, theme.textDim));
    m_stop->setIcon(icon(IconName::Stop, theme.textDim));
    m_goOn->setIcon(icon(IconName::Continue, theme.textDim));
    place();
}

QString CastBar::chainText() const
{
    QStringList names = m_state.waiting;
    if (!m_state.writing.isEmpty())
        names.prepend(m_state.writing);
    if (m_state.rounds == 0 && m_state.waiting.isEmpty())
        return {};
    if (names.isEmpty())
        return {};
    const QString first = names.takeFirst();
    //: private replies: who writes, who comes after that
    const QString who = names.isEmpty() ? first : tr("%1, then %2").arg(first, names.join(u", "_s));
    if (m_state.isAtLimit)
        //: private replies: %1 a number, %2 who waits
        return tr("%1 replies without you. Waiting: %2").arg(m_state.rounds).arg(who);
    //: private replies: who writes, how many there were of at most how many
    return tr("%1 · %2 of %3").arg(who).arg(m_state.rounds).arg(m_state.mostRounds);
}

void CastBar::setState(const CastState &state)
{
    if (m_state == state)
        return;
    m_state = state;
    //: %1 is the name of whom the user plays
    m_writer->setText(escaped(tr("You: %1").arg(state.writer)));
    m_writer->setAccessibleName(tr("Writing as %1").arg(state.writer));
    //: %1 is the name of who replies
    m_replier->setText(
        escaped((state.isAsked ? tr("Reply: %1") : tr("Reply: %1 (automatic)")).arg(state.replier)));
    m_replier->setAccessibleName(tr("Reply as %1").arg(state.replier));
    m_kept->setChecked(state.showsAll);
    m_kept->setIcon(icon(state.showsAll ? IconName::Eye : IconName::EyeOff, m_theme.textDim));
    m_kept->setText(state.showsAll ? tr("All shown")
                                   : tr("%n hidden from %1", nullptr, state.kept).arg(escaped(state.writer)));
    m_kept->setAccessibleName(tr("Show messages hidden from the writer"));
    m_kept->setToolTip(tr("Also show what %1 does not know").arg(state.writer));
    m_kept->setVisible(state.kept > 0 || state.showsAll);
    const QString chain = chainText();
    m_stop->setVisible(!chain.isEmpty());
    m_goOn->setVisible(state.isAtLimit && !state.waiting.isEmpty());
    setToolTip(chain);
    setAccessibleName(chain.isEmpty() ? tr("Parts") : chain);
    place();
}

void CastBar::fillWriters()
{
    QMenu *menu = m_writers;
    menu->clear();
    for (const QString &name : std::as_const(m_state.writers)) {
        connect(choice(menu, name, name == m_state.writer), &QAction::triggered, this,
                [this, name] { Q_EMIT writerChosen(name); });
    }
    menu->addSeparator();
    connect(menu->addAction(tr("Somebody &Else…")), &QAction::triggered, this, &CastBar::askForWriter);
}

void CastBar::askForWriter()
{
    auto *dialog = new QInputDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Write as Somebody Else"));
    dialog->setLabelText(tr("Their name:"));
    connect(dialog, &QInputDialog::textValueSelected, this, [this](const QString &text) {
        const QString name = text.simplified();
        if (!name.isEmpty())
            Q_EMIT writerChosen(name);
    });
    dialog->open();
}

void CastBar::fillRepliers()
{
    QMenu *menu = m_repliers;
    menu->clear();
    connect(choice(menu, tr("Automatic"), !m_state.isAsked), &QAction::triggered, this,
            [this] { Q_EMIT replierChosen({}); });
    menu->addSeparator();
    for (const QString &name : std::as_const(m_state.repliers)) {
        connect(choice(menu, name, m_state.isAsked && name == m_state.replier), &QAction::triggered, this,
                [this, name] { Q_EMIT replierChosen(name); });
    }
}

QSize CastBar::sizeHint() const
{
    return {300, m_writer->sizeHint().height() + 4};
}

void CastBar::place()
{
    const auto put = [this](QToolButton *button, int x, int room) {
        const QSize size = button->sizeHint();
        const int wide = std::min(size.width(), room);
        button->setGeometry(x, (height() - size.height()) / 2 + 1, wide, size.height());
        return wide;
    };
    int right = width() - castPictureSide + castGap;
    for (QToolButton *button : {m_stop, m_goOn, m_kept}) {
        if (button->isHidden())
            continue;
        const int wide = button->sizeHint().width();
        right -= wide;
        put(button, right, wide);
        right -= castGap;
    }
    int left = castPictureSide - castGap;
    for (QToolButton *button : {m_writer, m_replier})
        left += put(button, left, std::max(40, (width() - 2 * castPictureSide) / 3)) + castGap;
    updateGeometry();
    update();
}

void CastBar::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    place();
}

void CastBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.surface);
    painter.fillRect(QRect(0, 0, width(), 1), m_theme.line);
    int right = width() - castPictureSide;
    for (const QToolButton *button : {m_stop, m_goOn, m_kept}) {
        if (!button->isHidden())
            right = std::min(right, button->x());
    }
    const int left = m_replier->geometry().right() + castGap;
    const QRect room(left, 0, right - left - castGap, height());
    painter.setFont(m_theme.smallFont());
    painter.setPen(m_state.isAtLimit ? m_theme.text : m_theme.textDim);
    painter.drawText(room, Qt::AlignRight | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(chainText(), Qt::ElideRight, room.width()));
}

} // namespace snug
