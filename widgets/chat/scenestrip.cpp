#include "widgets/chat/scenestrip.h"

#include "widgets/theme/icons.h"
#include "widgets/theme/plainlabel.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QToolButton>

namespace snug {

static QToolButton *stripButton(const QString &text, QWidget *parent)
{
    auto *button = new QToolButton(parent);
    button->setText(text);
    button->setAccessibleName(text);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

SceneStrip::SceneStrip(QWidget *parent)
    : QWidget(parent)
    , m_text(new PlainLabel(this))
    , m_make(stripButton(tr("Make Memory…"), this))
    , m_clear(stripButton(tr("Clear"), this))
    , m_show(stripButton(tr("Show"), this))
    , m_cancel(stripButton(tr("Cancel"), this))
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    m_text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_make->setToolTip(tr("Ask the model for a summary of the scene, to be kept in the lorebook"));
    m_clear->setToolTip(tr("Remove the scene's markers"));
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(18, 2, 10, 2);
    row->setSpacing(4);
    row->addWidget(m_text, 1);
    for (QToolButton *button : {m_make, m_clear, m_show, m_cancel})
        row->addWidget(button);
    connect(m_make, &QToolButton::clicked, this, &SceneStrip::memoryRequested);
    connect(m_clear, &QToolButton::clicked, this, &SceneStrip::clearRequested);
    connect(m_show, &QToolButton::clicked, this, &SceneStrip::previewRequested);
    connect(m_cancel, &QToolButton::clicked, this, &SceneStrip::cancelRequested);
    setTheme(Theme::light());
    refresh();
}

void SceneStrip::setTheme(const Theme &theme)
{
    m_theme = theme;
    m_text->setFont(theme.smallFont());
    m_text->setForegroundRole(QPalette::WindowText);
    for (QToolButton *button : {m_make, m_clear, m_show, m_cancel})
        button->setFont(theme.smallFont());
    update();
}

void SceneStrip::showScene(const QString &text, bool isComplete)
{
    m_scene = text;
    m_isComplete = isComplete;
    refresh();
}

void SceneStrip::showProgress(const QString &text, bool isRunning)
{
    m_progress = text;
    m_isRunning = isRunning;
    refresh();
}

void SceneStrip::refresh()
{
    const bool isBusy = !m_progress.isEmpty();
    m_text->setText(isBusy ? m_progress : m_scene);
    m_text->setToolTip(m_text->text());
    setAccessibleName(m_text->text());
    m_make->setVisible(!isBusy);
    m_make->setEnabled(m_isComplete);
    m_clear->setVisible(!isBusy);
    m_show->setVisible(isBusy);
    m_cancel->setVisible(isBusy && m_isRunning);
    setVisible(isBusy || !m_scene.isEmpty());
}

void SceneStrip::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.surface);
    painter.fillRect(QRect(0, 0, width(), 1), m_theme.line);
    painter.fillRect(QRect(8, 6, 3, height() - 12), m_theme.source(SourceGroup::Memory));
}

} // namespace snug
