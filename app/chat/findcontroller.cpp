#include "app/chat/findcontroller.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "core/guarded.h"
#include "widgets/chat/composer.h"
#include "widgets/chat/findbar.h"
#include "widgets/chat/transcript.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"

#include <QAction>
#include <QtConcurrentRun>

using namespace std::chrono_literals;

namespace snug {

FindController::FindController(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
{
    FindBar *bar = app.chatPane.find();
    const auto on = [this](ActionId id, auto act) {
        connect(m_app.actions.action(id), &QAction::triggered, this, act);
    };
    on(ActionId::FindInChat, [this] {
        if (m_app.chat.session())
            m_app.chatPane.find()->open();
    });
    on(ActionId::FindNext, [this] { step(1); });
    on(ActionId::FindPrevious, [this] { step(-1); });
    connect(bar, &FindBar::searchChanged, this, [this] { look(Go::Newest); });
    // The story is read from its end: the next one is the earlier one's opposite only in words.
    connect(bar, &FindBar::nextRequested, this, [this] { step(1); });
    connect(bar, &FindBar::previousRequested, this, [this] { step(-1); });
    connect(bar, &FindBar::closed, this, [this] {
        look(Go::Stay);
        m_app.chatPane.composer()->setFocus();
    });
    connect(&m_looking, &QFutureWatcher<QList<qsizetype>>::finished, this, &FindController::found);
    m_again.setSingleShot(true);
    m_again.setInterval(300ms);
    connect(&m_again, &QTimer::timeout, this, [this] { look(Go::Stay); });
    connect(&app.chat, &ChatController::sessionChanged, this, [this] {
        m_current = -1;
        if (ChatModel *model = m_app.chat.model()) {
            const auto again = [this] {
                if (m_app.chatPane.find()->isVisible() && !m_again.isActive())
                    m_again.start();
            };
            connect(model, &QAbstractItemModel::rowsInserted, this, again);
            connect(model, &QAbstractItemModel::rowsRemoved, this, again);
            connect(model, &QAbstractItemModel::dataChanged, this, again);
        }
        look(Go::Stay);
    });
}

FindController::~FindController()
{
    m_stop.request_stop();
    m_looking.waitForFinished();
}

void FindController::look(Go go)
{
    FindBar *bar = m_app.chatPane.find();
    const ChatSearch search = bar->search();
    m_stop.request_stop();
    m_stop = {};
    m_go = go;
    m_app.chatPane.transcript()->setSearched(search.words);
    if (search.words.isEmpty() || !m_app.chat.session()) {
        m_rows.clear();
        m_current = -1;
        m_looking.setFuture({});
        bar->showPlace(-1, 0);
        return;
    }
    m_looking.setFuture(
        QtConcurrent::run(guarded([messages = m_app.chat.session()->conversation().chat().messages, search,
                                   stop = m_stop.get_token()] { return findInChat(messages, search, stop); },
                                  [](const Error &) { return QList<qsizetype>(); })));
}

void FindController::found()
{
    if (m_looking.isCanceled() || !m_looking.future().isResultReadyAt(0) || m_stop.stop_requested())
        return;
    const qsizetype before = m_rows.value(m_current, -1);
    m_rows = m_looking.result();
    // Who is not known to whom the user plays is not shown, and cannot be gone to.
    m_rows.removeIf([this](qsizetype row) { return m_app.chat.known()->shownRow(int(row)) < 0; });
    if (m_go == Go::Newest) {
        m_current = m_rows.size() - 1;
        show();
    } else {
        m_current = m_rows.indexOf(before);
    }
    m_app.chatPane.find()->showPlace(m_current, m_rows.size());
}

void FindController::step(int by)
{
    if (m_rows.isEmpty())
        return;
    m_current = (std::max<qsizetype>(m_current, 0) + by + m_rows.size()) % m_rows.size();
    show();
    m_app.chatPane.find()->showPlace(m_current, m_rows.size());
}

void FindController::show()
{
    if (m_current >= 0)
        m_app.chatPane.transcript()->setCurrentRow(m_app.chat.known()->shownRow(int(m_rows[m_current])));
}

} // namespace snug
