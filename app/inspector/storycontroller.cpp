#include "app/inspector/storycontroller.h"

#include "app/appcontext.h"
#include "app/inspector/historycontroller.h"
#include "core/guarded.h"
#include "core/prompt/variablelist.h"
#include "core/workspace/requesthistory.h"
#include "core/workspace/workspace.h"
#include "widgets/inspector/inspector.h"
#include "widgets/inspector/lorepane.h"
#include "widgets/inspector/promptlist.h"
#include "widgets/inspector/promptpane.h"
#include "widgets/inspector/storywindow.h"
#include "widgets/inspector/variablespane.h"
#include "widgets/theme/systemtheme.h"
#include "widgets/window/mainwindow.h"

#include <QtConcurrentRun>

#include <chrono>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace snug {

StoryController::StoryController(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
{
    connect(&app.theme, &SystemTheme::themeChanged, this, [this](const Theme &theme) {
        if (m_window)
            m_window->setTheme(theme);
    });
    m_soon.setSingleShot(true);
    m_soon.setInterval(100ms);
    connect(&m_soon, &QTimer::timeout, this, &StoryController::show);
    connect(app.inspector.prompt()->list(), &PromptList::storyRequested, this,
            [this](const Source &source) { open({.source = source}); });
    connect(app.inspector.lore(), &LorePane::storyRequested, this,
            [this](const QString &book, int uid, const QString &title) {
                open({.source = Source(SourceKind::WorldBookEntry, u"%1.%2"_s.arg(book).arg(uid), title)});
            });
    connect(app.inspector.variables(), &VariablesPane::storyRequested, this,
            [this](const ListedVariable &variable) {
                open({.source = {},
                      .variable = variable.name,
                      .isOfAllChats = variable.scope == ListedVariable::Scope::Everywhere});
            });
    // Its answer has come, it was deleted, or another chat is open.
    connect(&app.workspace.history, &RequestHistory::kept, this, [this](const QString &id) {
        m_found.remove(id);
        follow();
    });
    connect(&app.workspace.history, &RequestHistory::changed, this, &StoryController::follow);
}

StoryController::~StoryController() = default;

void StoryController::open(const StoryThing &thing)
{
    if (!m_window) {
        m_window = new StoryWindow(&m_app.window);
        connect(m_window, &StoryWindow::requestRequested, &m_app.history, &HistoryController::show);
    }
    m_thing = thing;
    m_found.clear();
    ++m_round;
    m_isReading = false;
    m_window->setTheme(m_app.theme.theme());
    m_window->begin(thing);
    m_window->show();
    m_window->raise();
    m_window->activateWindow();
    follow();
}

// What of the chat's requests is not known yet.
void StoryController::follow()
{
    if (!m_window || !m_window->isVisible())
        return;
    const RequestHistory &history = m_app.workspace.history;
    m_waiting.clear();
    for (const LedgerHead &head : history.heads()) {
        const bool isOfChat = head.owner == history.owner() && head.chat == history.chat();
        if (isOfChat && !isBesideReplies(head.kind) && head.result != LedgerResult::UnderWay &&
            !m_found.contains(head.id))
            m_waiting.append(head.id);
    }
    m_soon.start();
    readNext();
}

void StoryController::readNext()
{
    if (m_isReading || m_waiting.isEmpty())
        return;
    m_isReading = true;
    const QString id = m_waiting.takeLast();
    m_app.workspace.history.fetch(id, this, [this, id, round = m_round](const Result<LedgerEntry> &entry) {
        if (round != m_round)
            return;
        if (!entry) { // it was deleted meanwhile, or its part of the ledger is damaged
            const LedgerHead *known = m_app.workspace.history.find(id);
            StoryMoment moment;
            moment.head = known ? *known : LedgerHead();
            moment.head.id = id;
            return take(round, moment);
        }
        QtConcurrent::run(guarded([thing = m_thing, entry = *entry] { return storyMoment(thing, entry); },
                                  [head = entry->head](const Error &) {
                                      StoryMoment unread;
                                      unread.head = head;
                                      return unread;
                                  }))
            .then(this, [this, round](const StoryMoment &moment) { take(round, moment); });
    });
}

void StoryController::take(quint64 round, const StoryMoment &moment)
{
    if (round != m_round)
        return;
    m_isReading = false;
    m_found.insert(moment.head.id, moment);
    if (!m_soon.isActive())
        m_soon.start();
    if (m_window && m_window->isVisible())
        readNext();
}

void StoryController::show()
{
    if (!m_window)
        return;
    const RequestHistory &history = m_app.workspace.history;
    QList<StoryMoment> moments;
    for (const LedgerHead &head : history.heads()) {
        const auto found = m_found.constFind(head.id);
        if (found != m_found.cend() && head.owner == history.owner() && head.chat == history.chat())
            moments.append(*found);
    }
    m_window->setMoments(moments, m_waiting.size() + (m_isReading ? 1 : 0));
}

} // namespace snug
