#include "app/window/windowlayouts.h"

#include "app/settings.h"

#include <QDataStream>
#include <QEvent>
#include <QIODevice>
#include <QMainWindow>
#include <QSplitter>

namespace snug {

static bool isPart(const QWidget *widget)
{
    return widget->property("keepsItsLayout").toBool();
}

// Without those of parts that are remembered by themselves.
static QList<QSplitter *> splittersOf(const QWidget *whole)
{
    QList<QSplitter *> own = whole->findChildren<QSplitter *>();
    own.removeIf([whole](const QSplitter *splitter) {
        const QWidget *above = splitter->parentWidget();
        while (above && above != whole && !isPart(above))
            above = above->parentWidget();
        return above != whole;
    });
    return own;
}

WindowLayouts::WindowLayouts(Settings *settings, QObject *application, QObject *parent)
    : QObject(parent)
    , m_settings(settings)
{
    application->installEventFilter(this);
}

bool WindowLayouts::eventFilter(QObject *watched, QEvent *event)
{
    const QEvent::Type type = event->type();
    if ((type != QEvent::Show && type != QEvent::Hide) || !watched->isWidgetType())
        return false;
    auto *window = static_cast<QWidget *>(watched);
    const bool isWindow = window->isWindow() && window->windowType() == Qt::Window &&
                          !qobject_cast<QMainWindow *>(window); // which has its own
    if ((!isWindow && !isPart(window)) || window->objectName().isEmpty() || event->spontaneous())
        return false;
    if (type == QEvent::Hide)
        remember(window);
    else if (!m_shown.contains({window, window->objectName()}))
        putBack(window);
    return false;
}

void WindowLayouts::putBack(QWidget *window)
{
    m_shown.insert({window, window->objectName()});
    connect(window, &QObject::destroyed, this, [this](const QObject *gone) {
        m_shown.removeIf([gone](const auto &shown) { return shown.first == gone; });
    });
    QByteArray geometry;
    QList<QByteArray> panes;
    QDataStream stream(m_settings->windowLayout(window->objectName()));
    stream.setVersion(QDataStream::Qt_6_8);
    stream >> geometry >> panes;
    if (stream.status() != QDataStream::Ok)
        return;
    if (window->isWindow())
        window->restoreGeometry(geometry);
    const QList<QSplitter *> splitters = splittersOf(window);
    for (qsizetype i = 0; i < std::min(splitters.size(), panes.size()); ++i)
        splitters.at(i)->restoreState(panes.at(i)); // another number of panes: it stays as it is
}

void WindowLayouts::remember(const QWidget *window)
{
    QList<QByteArray> panes;
    const QList<QSplitter *> splitters = splittersOf(window);
    for (const QSplitter *splitter : splitters)
        panes.append(splitter->saveState());
    QByteArray layout;
    QDataStream stream(&layout, QIODevice::WriteOnly);
    stream.setVersion(QDataStream::Qt_6_8);
    stream << window->saveGeometry() << panes;
    m_settings->setWindowLayout(window->objectName(), layout);
}

} // namespace snug
