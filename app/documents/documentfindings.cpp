#include "app/documents/documentfindings.h"

#include "core/guarded.h"
#include "core/lint/filelint.h"

#include <QFileInfo>

#include <algorithm>
#include <chrono>

using namespace std::chrono_literals;

namespace snug {

// Those that have a file of their own which can be judged.
static bool isJudged(DocumentKind kind)
{
    switch (kind) {
    case DocumentKind::Card:
    case DocumentKind::Preset:
    case DocumentKind::Lorebook:
    case DocumentKind::ContextTemplate:
    case DocumentKind::InstructTemplate:
    case DocumentKind::SystemPrompt:
        return true;
    case DocumentKind::Persona:
    case DocumentKind::Script:
    case DocumentKind::PresetScripts:
    case DocumentKind::CardScripts:
    case DocumentKind::TextSamplers:
    case DocumentKind::ChatTemplate:
    case DocumentKind::Rules:
        break;
    }
    return false;
}

DocumentFindings::DocumentFindings(QObject *parent)
    : QObject(parent)
{
    m_thread.setMaxThreadCount(1);
    m_thread.setThreadPriority(QThread::LowPriority);
}

DocumentFindings::~DocumentFindings()
{
    m_stop.request_stop();
    m_thread.waitForDone();
}

void DocumentFindings::note(QMap<DocumentKind, QList<LibraryDocument>> &documents)
{
    QStringList paths;
    for (const auto &[kind, list] : documents.asKeyValueRange()) {
        if (!isJudged(kind))
            continue;
        for (LibraryDocument &document : list) {
            if (!document.problem.isEmpty() || document.path.isEmpty())
                continue;
            document.doubtful = m_known.value(document.path).doubtful;
            paths.append(document.path);
        }
    }
    m_stop.request_stop();
    m_stop = {};
    judge(paths);
}

// What costs most, trying expressions and counting, is left to the editors.
void DocumentFindings::judge(const QStringList &paths)
{
    const auto look = [this, paths, known = m_known, stop = m_stop.get_token()] {
        QHash<QString, Judged> judged;
        const auto tell = [this, &judged] {
            if (!judged.isEmpty())
                QMetaObject::invokeMethod(this, [this, news = std::exchange(judged, {})] { take(news); });
        };
        auto told = std::chrono::steady_clock::now();
        for (const QString &path : paths) {
            if (stop.stop_requested())
                return;
            if (known.contains(path) && stampOf(path) == known.value(path).stamp)
                continue;
            const auto file = readVersioned(path);
            if (!file)
                continue;
            const Result<FileFindings> found =
                fileFindings(file->value, QFileInfo(path).completeBaseName(), {.stop = stop});
            if (stop.stop_requested())
                return;
            const auto count = found ? std::ranges::count(found->findings, LintFinding::Weight::Warning,
                                                          &LintFinding::weight)
                                     : 0;
            judged.insert(path, {.stamp = file->version.stamp, .doubtful = int(count)});
            if (std::chrono::steady_clock::now() - told > 300ms) {
                told = std::chrono::steady_clock::now();
                tell();
            }
        }
        tell();
    };
    m_thread.start([look] {
        (void)guarded(
            [look] {
                look();
                return true;
            },
            [](const Error &) { return false; })();
    });
}

void DocumentFindings::take(const QHash<QString, Judged> &judged)
{
    bool isNews = false;
    for (const auto &[path, each] : judged.asKeyValueRange()) {
        isNews = isNews || m_known.value(path).doubtful != each.doubtful;
        m_known.insert(path, each);
    }
    if (isNews)
        Q_EMIT changed();
}

} // namespace snug
