// The user's choices of what shapes the prompt, made one by one: persona, preset, mode, layout, lorebooks,
// and which scripts may act. What is in effect because of them is decided by ActiveContent.
#pragma once

#include "core/library/library.h"
#include "core/workspace/activechoices.h"

#include <QObject>

#include <functional>

namespace snug {

class ContentChoices : public QObject
{
    Q_OBJECT

public:
    // `library` outlives this.
    explicit ContentChoices(const Library *library, QObject *parent = nullptr);

    const ActiveChoices &now() const { return m_now; }
    // As an earlier run left them.
    void restore(const ActiveChoices &choices);

    void choosePersona(const QString &avatar); // empty = nobody
    void choosePreset(const QString &name);    // empty = none
    void chooseMode(PromptMode mode);
    void chooseLayout(const LayoutSettings &layout);
    void setGlobalBook(const QString &name, bool active);
    // By ScriptOwner::key, for the scripts with that digest.
    void allowScripts(const QString &owner, const QByteArray &digest, bool allowed);
    // The user has saved other scripts there.
    void scriptsEdited(const QString &owner, const QByteArray &before, const QByteArray &after);

    // What others know already, and only has to be kept for the next time.
    void keep(const std::function<void(ActiveChoices &)> &change);

Q_SIGNALS:
    void changed(); // by the user, and to be kept
    void personaChosen();
    void chosen(); // after changed(): something else may be in effect
    void restored();

private:
    void choose(const std::function<void(ActiveChoices &)> &change);

    const Library *m_library;
    ActiveChoices m_now;
};

} // namespace snug
