// A prompt that somebody has shared, to look at: its messages with their sources and counts, and its lore. It
// belongs to no library; nothing can be changed in it, and nothing leads out of it.
#pragma once

#include "core/prompt/assembledprompt.h"
#include "widgets/theme/theme.h"

#include <QWidget>

namespace snug {

class LorePane;
class PlainLabel;
class PromptPane;
struct SharedPrompt;

class SharedPromptWindow : public QWidget
{
    Q_OBJECT

public:
    // `name`: the file's. It deletes itself when it is closed.
    SharedPromptWindow(const QString &name, const SharedPrompt &shared);

    void setTheme(const Theme &theme);

Q_SIGNALS:
    // As LorePane has it.
    void whyRequested(const QString &title, const QString &reason, const QStringList &lines);

private:
    PlainLabel *m_facts;
    PromptPane *m_prompt;
    LorePane *m_lore;
};

} // namespace snug
