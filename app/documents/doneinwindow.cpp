#include "app/documents/doneinwindow.h"

#include "app/appcontext.h"
#include "app/chat/undosteps.h"
#include "widgets/chat/undoline.h"
#include "widgets/theme/systemtheme.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/noticebar.h"

#include <QKeyEvent>

namespace snug {

DoneInWindow::DoneInWindow(const AppContext &app, const QWidget *window, UndoLine *line, QWidget *keys)
    : QObject(line)
    , m_app(app)
    , m_window(window)
    , m_line(line)
{
    line->setTheme(app.theme.theme());
    connect(&app.theme, &SystemTheme::themeChanged, line, &UndoLine::setTheme);
    NoticeBar *notices = app.chatPane.notices();
    connect(notices, &NoticeBar::posted, this, [this, notices](const QString &id, const Notice &notice) {
        // One without a way back has nothing that is needed here.
        if (!m_window->isWindow() || !m_window->isVisible() || notice.actions.isEmpty() ||
            !(notice.kind == Notice::Kind::Done || notice.until == Notice::Until::Told))
            return;
        m_shown = id;
        m_line->tell(notice.text, [notices, id] { notices->take(id); });
    });
    connect(notices, &NoticeBar::gone, this, [this](const QString &id) {
        if (id == m_shown)
            m_line->clear();
    });
    keys->installEventFilter(this);
}

bool DoneInWindow::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() != QEvent::ShortcutOverride && event->type() != QEvent::KeyPress)
        return QObject::eventFilter(watched, event);
    auto *key = static_cast<QKeyEvent *>(event);
    if (!key->matches(QKeySequence::Undo))
        return QObject::eventFilter(watched, event);
    if (event->type() == QEvent::KeyPress)
        m_app.undoSteps.takeBackInLists();
    else
        event->accept(); // the key comes here next
    return true;
}

} // namespace snug
