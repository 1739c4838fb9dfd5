#include "app/inspector/prompttestwatch.h"

#include "app/appcontext.h"
#include "core/guarded.h"
#include "core/library/library.h"
#include "core/workspace/workspace.h"

#include <QtConcurrentRun>

#include <algorithm>
#include <utility>

using namespace std::chrono_literals;

namespace snug {

static constexpr auto EditedPause = 500ms;

PromptTestWatch::PromptTestWatch(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
{
    m_pause.setSingleShot(true);
    m_pause.setInterval(EditedPause);
    ActiveContent &content = app.workspace.content;
    connect(&m_pause, &QTimer::timeout, this, &PromptTestWatch::read);
    connect(&content.edited(), &EditOverlay::changed, this, &PromptTestWatch::follow);
    connect(&content.templates(), &CompletionTemplates::changed, this, &PromptTestWatch::follow);
    connect(&content.promptTemplates(), &ChatTemplates::changed, this, &PromptTestWatch::follow);
    connect(&content.rules(), &ActiveRules::changed, this, &PromptTestWatch::follow);
    connect(&app.library, &Library::closed, this, [this] {
        m_pause.stop();
        m_stop.request_stop();
        m_known = std::make_shared<KnownTests>();
        tell({});
    });
    connect(&m_watcher, &QFutureWatcherBase::finished, this, [this] {
        if (m_isDue)
            return m_pause.start();
        if (!m_stop.stop_requested() && m_watcher.future().resultCount() > 0)
            tell(m_watcher.result());
    });
}

PromptTestWatch::~PromptTestWatch()
{
    m_stop.request_stop();
    m_watcher.waitForFinished(); // engines that it asks may go when the program ends
}

void PromptTestWatch::follow()
{
    m_stop.request_stop();
    m_pause.start();
}

void PromptTestWatch::read()
{
    m_isDue = m_isReading || m_watcher.isRunning(); // their end looks again
    if (m_isDue || !m_app.library.isOpen())
        return;
    ActiveContent &content = m_app.workspace.content;
    const EditedDocuments edited = editedDocuments(content);
    if (edited.isEmpty())
        return tell({});
    const SnapshotEngines engines{.regexEngine = content.scripts().engine(),
                                  .templateEngine = content.promptTemplates().inputsFor({}, {}).engine};
    m_isReading = true;
    m_stop = {};
    m_app.library.perform(
        [engines, choices = content.choices().now(), edited, known = m_known](LibraryStore &store) {
            return Result<QList<DueTest>>(dueTests(store, engines, choices, edited, known.get()));
        },
        this,
        [this](const Result<QList<DueTest>> &due) {
            m_isReading = false;
            if (std::exchange(m_isDue, false))
                return m_pause.start();
            if (due)
                play(*due);
        });
}

void PromptTestWatch::play(const QList<DueTest> &due)
{
    if (std::ranges::none_of(due, &DueTest::isEdited))
        return tell({});
    m_watcher.setFuture(QtConcurrent::run(
        guarded([due, stop = m_stop.get_token()] { return brokenTests(due, stop); },
                [](const Error &) { return QList<PlayedTest>(); }))); // whoever runs them all is told why
}

void PromptTestWatch::tell(const QList<PlayedTest> &broken)
{
    if (m_broken.isEmpty() && broken.isEmpty())
        return;
    m_broken = broken;
    Q_EMIT found(m_broken);
}

void PromptTestWatch::show(const QString &folder)
{
    const auto test = std::ranges::find(m_broken, folder, &PlayedTest::folder);
    if (test == m_broken.cend())
        return;
    if (test->expected)
        Q_EMIT differenceRequested(test->name(), test->expected, test->sent);
    else
        Q_EMIT listRequested();
}

} // namespace snug
