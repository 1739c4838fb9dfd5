#include "widgets/inspector/warningstrip.h"

#include "widgets/theme/plainlabel.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr qsizetype shownAtMost = 50;

} // namespace

WarningStrip::WarningStrip(QWidget *parent)
    : QFrame(parent)
    , m_theme(Theme::light())
    , m_text(new PlainLabel(this))
    , m_more(new QToolButton(this))
    , m_layout(new QToolButton(this))
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(12, 7, 10, 7);
    column->setSpacing(2);
    column->addWidget(m_text);
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(2);
    buttons->addWidget(m_more);
    buttons->addWidget(m_layout);
    buttons->addStretch();
    column->addLayout(buttons);
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_text->setAccessibleName(tr("Warnings"));
    m_more->setAutoRaise(true);
    m_more->setCheckable(true);
    m_layout->setAutoRaise(true);
    m_layout->setObjectName(u"layoutOfWarnings"_s);
    m_layout->setText(tr("Layout…"));
    connect(m_layout, &QToolButton::clicked, this, &WarningStrip::layoutRequested);
    connect(m_more, &QToolButton::toggled, this, &WarningStrip::showText);
    hide();
}

void WarningStrip::setTheme(const Theme &theme)
{
    m_theme = theme;
    QPalette palette = theme.palette();
    m_text->setPalette(palette);
    m_text->setFont(theme.smallFont());
    m_more->setFont(theme.smallFont());
    m_layout->setFont(theme.smallFont());
    update();
}

void WarningStrip::setWarnings(const QStringList &warnings, bool hasLayoutSwitch)
{
    m_layout->setVisible(hasLayoutSwitch);
    setHidden(warnings.isEmpty());
    if (m_warnings == warnings)
        return;
    m_warnings = warnings;
    showText();
}

void WarningStrip::showText()
{
    const bool all = m_more->isChecked();
    m_text->setText(
        m_warnings
            .first(all ? std::min(m_warnings.size(), shownAtMost) : std::min<qsizetype>(1, m_warnings.size()))
            .join(u'\n'));
    m_text->setAccessibleDescription(m_warnings.join(u' '));
    m_more->setVisible(m_warnings.size() > 1);
    m_more->setText(all ? tr("Less") : tr("%n more", nullptr, int(m_warnings.size() - 1)));
}

void WarningStrip::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), mixed(m_theme.pane, m_theme.warning, m_theme.isDark() ? 0.16 : 0.12));
    painter.fillRect(QRect(0, 0, 3, height()), m_theme.warning);
}

} // namespace snug
