#include "app/editors/editorlint.h"

#include "core/guarded.h"
#include "core/prompt/promptinputs.h"
#include "core/tokens/estimate.h"

#include <QtConcurrentRun>

#include <algorithm>
#include <utility>

using namespace std::chrono_literals;

namespace snug {

static constexpr auto TypingPause = 150ms;

EditorLint::EditorLint(QObject *parent)
    : QObject(parent)
{
    m_pause.setSingleShot(true);
    m_pause.setInterval(TypingPause);
    connect(&m_pause, &QTimer::timeout, this, &EditorLint::start);
    connect(&m_watcher, &QFutureWatcherBase::finished, this, &EditorLint::finish);
}

EditorLint::~EditorLint()
{
    m_stop.request_stop();
    m_watcher.waitForFinished(); // what it asks may go when the program ends
}

void EditorLint::look(Judge judge)
{
    m_next = std::move(judge);
    m_stop.request_stop();
    m_pause.start();
}

void EditorLint::drop()
{
    m_next = nullptr;
    m_pause.stop();
    m_stop.request_stop();
    m_isDropped = m_watcher.isRunning();
}

void EditorLint::start()
{
    if (m_watcher.isRunning() || !m_next) // its end starts the next
        return;
    m_isDropped = false;
    m_stop = {};
    m_watcher.setFuture(QtConcurrent::run(
        guarded([judge = std::exchange(m_next, nullptr), stop = m_stop.get_token()] { return judge(stop); },
                &findingsOf)));
}

void EditorLint::finish()
{
    if (m_next) {
        if (!m_pause.isActive())
            start();
        return;
    }
    if (!std::exchange(m_isDropped, false) && m_watcher.future().resultCount() > 0)
        Q_EMIT found(m_watcher.result());
}

QList<LintFinding> findingsOf(const Error &error)
{
    return {{.rule = QStringLiteral("lint.failed"), .where = {}, .what = error.what, .fix = {}}};
}

BookLintSettings lintSettings(const PromptInputs &inputs)
{
    BookLintSettings settings;
    settings.lore = inputs.settings.lore;
    const bool hasPreset = inputs.preset.has_value();
    const int context =
        inputs.contextSize > 0 || !hasPreset ? inputs.contextSize : inputs.preset->contextSize;
    const int reply = inputs.maxTokens > 0 || !hasPreset ? inputs.maxTokens : inputs.preset->maxTokens;
    settings.contextSize = std::max(0, context - reply);
    settings.counter = inputs.counter ? inputs.counter : estimateCounter();
    settings.regexEngine = inputs.regexEngine;
    return settings;
}

} // namespace snug
