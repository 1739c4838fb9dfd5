#include "core/chat/scripttask.h"

#include "core/guarded.h"
#include "core/prompt/shownview.h"

#include <QtConcurrentRun>

namespace snug {

ScriptTask::ScriptTask(const ScriptJob &job, QObject *parent)
    : QObject(parent)
{
    connect(&m_watcher, &QFutureWatcherBase::finished, this,
            [this] { Q_EMIT done(m_watcher.future().takeResult()); });
    const auto work = [job, stop = m_stop.get_token()] {
        if (job.rows.isEmpty())
            return scriptedTexts(job.texts, job.purpose, job.inputs, stop);
        const QHash<int, QString> shown = shownView(job.inputs, stop);
        QList<PlainScriptedText> texts = job.texts;
        for (qsizetype i = 0; i < texts.size(); ++i) {
            if (const auto text = shown.constFind(job.rows.at(i)); text != shown.cend())
                texts[i].text = *text;
        }
        return scriptedTexts(texts, job.purpose, job.inputs, stop);
    };
    m_watcher.setFuture(QtConcurrent::run(guarded(work, [given = job.texts](const Error &error) {
        ScriptedTexts texts; // as they were
        for (const PlainScriptedText &text : given)
            texts.texts.append(text.text);
        texts.warnings = {error.what};
        return texts;
    })));
}

ScriptTask::~ScriptTask()
{
    m_stop.request_stop();
}

} // namespace snug
