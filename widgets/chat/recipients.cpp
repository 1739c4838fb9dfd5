#include "widgets/chat/recipients.h"

#include "widgets/chat/chip.h"
#include "widgets/theme/plainlabel.h"

#include <QKeyEvent>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr int recipientGap = 5;

bool fitsInTag(const QString &name)
{
    return !name.contains(u',') && !name.contains(u"__"_s) && !name.contains(u'\n');
}

} // namespace

Recipients::Recipients(QWidget *parent)
    : QWidget(parent)
    , m_to(new PlainLabel(tr("To", "before the names of those who may know the message"), this))
    , m_everyone(new Chip(tr("Everyone"), this))
{
    setFocusPolicy(Qt::NoFocus);
    setFocusProxy(m_everyone);
    setAccessibleName(tr("Recipients"));
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    m_everyone->setToolTip(tr("Everybody in this chat may know the message"));
    connect(m_everyone, &Chip::clicked, this, [this] { pick(m_everyone); });
    setTheme(m_theme);
    showEveryone();
    m_to->setToolTip(tr("Known to: who may know the message"));
    hide();
}

void Recipients::setTheme(const Theme &theme)
{
    m_theme = theme;
    QPalette dim = theme.palette();
    dim.setColor(QPalette::WindowText, theme.textDim);
    m_to->setPalette(dim);
    m_to->setFont(theme.smallFont());
    m_everyone->setTheme(theme);
    for (Chip *chip : std::as_const(m_chips))
        chip->setTheme(theme);
    place(width(), true);
    updateGeometry();
}

void Recipients::setNames(const QStringList &names)
{
    if (m_names == names)
        return;
    const QStringList before = chosen();
    for (Chip *chip : std::as_const(m_chips))
        chip->deleteLater();
    m_chips.clear();
    m_names = names;
    for (const QString &name : names) {
        auto *chip = new Chip(name, this);
        chip->setTheme(m_theme);
        chip->setEnabled(fitsInTag(name));
        //: %1 is a character's name
        chip->setToolTip(chip->isEnabled() ? tr("%1 may know the message").arg(name)
                                           : tr("A name with a comma or two underscores cannot be picked"));
        chip->setVisible(true);
        connect(chip, &Chip::clicked, this, [this, chip] { pick(chip); });
        m_chips.append(chip);
    }
    QWidget *last = m_everyone;
    for (Chip *chip : std::as_const(m_chips)) {
        setTabOrder(last, chip);
        last = chip;
    }
    setChosen(before);
    place(width(), true);
    updateGeometry();
    if (chosen() != before)
        Q_EMIT chosenChanged(chosen());
}

QStringList Recipients::chosen() const
{
    QStringList names;
    for (const Chip *chip : m_chips) {
        if (chip->isChecked())
            names.append(chip->text());
    }
    return names;
}

void Recipients::setChosen(const QStringList &names)
{
    for (Chip *chip : std::as_const(m_chips))
        chip->setChecked(chip->isEnabled() && names.contains(chip->text()));
    showEveryone();
}

void Recipients::pick(const Chip *chip)
{
    if (chip == m_everyone) {
        for (Chip *each : std::as_const(m_chips))
            each->setChecked(false);
    }
    showEveryone();
    Q_EMIT chosenChanged(chosen());
}

void Recipients::showEveryone()
{
    m_everyone->setChecked(chosen().isEmpty());
}

// The height that it takes.
int Recipients::place(int width, bool moves) const
{
    const int line = m_everyone->sizeHint().height();
    int x = 0;
    int y = 0;
    const auto put = [&](QWidget *widget) {
        const int wide = std::min(widget->sizeHint().width(), std::max(60, width));
        if (x > 0 && x + wide > width) {
            x = m_to->sizeHint().width() + recipientGap;
            y += line + recipientGap;
        }
        if (moves)
            widget->setGeometry(x, y, wide, line);
        x += wide + recipientGap;
    };
    put(m_to);
    put(m_everyone);
    for (Chip *chip : m_chips)
        put(chip);
    return y + line;
}

int Recipients::heightForWidth(int width) const
{
    return place(width, false);
}

QSize Recipients::sizeHint() const
{
    return {200, place(std::max(200, width()), false)};
}

void Recipients::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    place(width(), true);
}

void Recipients::keyPressEvent(QKeyEvent *event)
{
    const int step = event->key() == Qt::Key_Left ? -1 : event->key() == Qt::Key_Right ? 1 : 0;
    if (event->key() == Qt::Key_Escape) {
        Q_EMIT left();
    } else if (step != 0) {
        QList<Chip *> all = m_chips;
        all.prepend(m_everyone);
        all.removeIf([](const Chip *chip) { return !chip->isEnabled(); });
        const auto at = std::ranges::find(all, focusWidget());
        const qsizetype next = at == all.end() ? 0 : at - all.begin() + step;
        if (next >= 0 && next < all.size())
            all.at(next)->setFocus(Qt::TabFocusReason);
    } else {
        QWidget::keyPressEvent(event);
    }
}

} // namespace snug
