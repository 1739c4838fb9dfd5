#include "app/whatwas/whatwascontroller.h"

#include "app/appcontext.h"
#include "app/chat/closedchat.h"
#include "core/library/library.h"
#include "widgets/theme/plainmessagebox.h"
#include "widgets/whatwas/pastthingspane.h"
#include "widgets/window/actions.h"
#include "widgets/window/mainwindow.h"

#include <QFileInfo>
#include <QLocale>
#include <QPushButton>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace snug {

WhatWasController::WhatWasController(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
{
    connect(app.actions.action(ActionId::WhatWas), &QAction::triggered, this,
            [this] { showPage(WhatWasWindow::Page::Things); });
    connect(app.actions.action(ActionId::Backups), &QAction::triggered, this,
            [this] { showPage(WhatWasWindow::Page::Backups); });
    m_list.setSingleShot(true);
    m_list.setInterval(200ms);
    connect(&m_list, &QTimer::timeout, this, &WhatWasController::list);
    const auto listSoon = [this] {
        if (m_window && m_window->isVisible())
            m_list.start();
    };
    connect(&app.library, &Library::changed, this, listSoon);
    connect(&app.library, &Library::saveStateChanged, this, listSoon);
    const auto close = [this] {
        if (m_window)
            m_window->close();
    };
    connect(&app.library, &Library::closed, this, close);
    connect(&app.window, &MainWindow::closing, this, close);
}

WhatWasController::~WhatWasController()
{
    delete m_window;
}

void WhatWasController::showPage(WhatWasWindow::Page page)
{
    if (!m_app.library.isOpen())
        return;
    if (!m_window) {
        m_window = new WhatWasWindow;
        PastThingsPane *pane = m_window->things();
        connect(pane, &PastThingsPane::shown, this, &WhatWasController::read);
        connect(pane, &PastThingsPane::restoreRequested, this, &WhatWasController::restore);
        connect(pane, &PastThingsPane::removeRequested, this, &WhatWasController::askToRemove);
        Q_EMIT windowMade(m_window);
    }
    m_window->things()->say({});
    m_window->showPage(page);
    list();
}

void WhatWasController::list()
{
    m_app.library.perform(
        [](LibraryStore &store) -> Result<PastListing> { return listPastThings(store.layout()); }, this,
        [this](const Result<PastListing> &listing) {
            if (!m_window)
                return;
            if (!listing)
                return m_window->things()->say(listing.error().line());
            m_window->things()->setThings(listing->things);
            if (!listing->unreadable.isEmpty())
                m_window->things()->say(listing->unreadable.first().line());
        });
}

void WhatWasController::read(const PastThing &thing)
{
    const quint64 reading = ++m_reading;
    m_app.library.perform([thing](LibraryStore &store) { return readPastThing(store.layout(), thing); }, this,
                          [this, reading](const Result<QString> &text) {
                              if (!m_window || reading != m_reading)
                                  return;
                              m_window->things()->setText(text.value_or(QString()),
                                                          text ? QString() : text.error().line());
                          });
}

void WhatWasController::restore(const PastThing &thing)
{
    const auto isMeant = [&](const ChatReference &open) {
        const bool isSameChat = open.name == thing.title && open.isGroup() == thing.owner.isEmpty();
        return isSameChat && (open.isGroup() || QFileInfo(open.cardFile).completeBaseName() == thing.owner);
    };
    actWithChatClosed(m_app, isMeant, [this, thing](const std::function<void()> &done) {
        m_app.library.save(
            thing.title, [thing](LibraryStore &store) { return restorePastThing(store, thing); }, this,
            [this, thing, done](const Result<QStringList> &paths) {
                done();
                if (!m_window)
                    return;
                const QString time = QLocale().toString(thing.when.toLocalTime(), QLocale::ShortFormat);
                if (!paths)
                    m_window->things()->say(paths.error().line() + u' ' + paths.error().hint);
                else if (thing.end == PastThing::End::Deleted)
                    m_window->things()->say(tr("“%1” is in the library again.").arg(thing.title));
                else
                    //: %1 is a document, %2 a time
                    m_window->things()->say(
                        tr("“%1” is as it was on %2. The state it replaced is in this list.")
                            .arg(thing.title, time));
                list();
            });
    });
}

void WhatWasController::askToRemove(const QList<PastThing> &things)
{
    if (things.isEmpty())
        return;
    const QString text =
        things.size() == 1
            ? tr("Delete “%1” for good? It cannot be restored afterwards.").arg(things.first().title)
            : tr("Delete these %1 things for good? They cannot be restored afterwards.").arg(things.size());
    QMessageBox *box =
        newPlainMessageBox(QMessageBox::Warning, tr("Delete for Good"), text, QMessageBox::Cancel, m_window);
    box->setObjectName(u"removeForGood"_s);
    QPushButton *remove = box->addButton(tr("&Delete for Good"), QMessageBox::DestructiveRole);
    box->setDefaultButton(QMessageBox::Cancel);
    connect(remove, &QPushButton::clicked, this, [this, things] { this->remove(things); });
    box->open();
}

void WhatWasController::remove(const QList<PastThing> &things)
{
    m_app.library.perform(
        [things](LibraryStore &store) -> Result<void> {
            for (const PastThing &thing : things) {
                if (const auto removed = removePastThing(store.layout(), thing); !removed)
                    return removed;
            }
            return {};
        },
        this,
        [this](const Result<void> &removed) {
            if (m_window)
                m_window->things()->say(removed ? QString() : removed.error().line());
            list();
        });
}

} // namespace snug
