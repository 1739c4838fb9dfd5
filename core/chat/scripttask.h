// Regex scripts over texts on a thread of the pool: they search in another process, which may take its time.
#pragma once

#include "core/prompt/storedtext.h"

#include <QFutureWatcher>
#include <QObject>

#include <stop_token>

namespace snug {

struct ScriptJob
{
    QList<PlainScriptedText> texts;
    ScriptPurpose purpose = ScriptPurpose::Store;
    PromptInputs inputs;
    // Where the texts stand in inputs.chat, -1 = nowhere: those are first shown as SmartTavern's rules do.
    QList<int> rows = {};
};

// Starts at once. Deleting it stops the work without waiting, and nothing is told.
class ScriptTask : public QObject
{
    Q_OBJECT

public:
    explicit ScriptTask(const ScriptJob &job, QObject *parent = nullptr);
    ~ScriptTask() override;

Q_SIGNALS:
    void done(const snug::ScriptedTexts &texts);

private:
    QFutureWatcher<ScriptedTexts> m_watcher;
    std::stop_source m_stop;
};

} // namespace snug
