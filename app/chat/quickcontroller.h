// Quick replies in the window: the buttons of the sets in use, what a click does, and the user's own.
#pragma once

#include "core/library/quickreplyfiles.h"
#include "widgets/chat/quickbar.h"
#include "widgets/dialogs/quickreplydialog.h"

#include <QObject>

#include <functional>
#include <memory>

namespace snug {

class SlashController;
struct AppContext;

class QuickController : public QObject
{
    Q_OBJECT

public:
    // `slash` carries out those that are commands; it outlives this.
    QuickController(const AppContext &app, SlashController *slash, QObject *parent = nullptr);

private:
    void read();
    void refresh();
    void press(const QuickButton &button);
    void edit(const QuickButton &button, bool isNew);
    void save(const QuickButton &button, bool isNew, const QuickReplyDialog::Value &made);
    void remove(const QuickButton &button);
    void copy(const QuickButton &button);
    void move(const QuickButton &button, int by);
    // The set before and after a change, known once it is on the disk.
    struct Step
    {
        QString set;
        QuickReplySet before;
        QuickReplySet after;
    };
    using Steps = QList<std::shared_ptr<Step>>;
    Steps change(const QString &set, const std::function<void(QuickReplySet &)> &edit);
    void say(const QString &text);
    // With the way back, by the notice or by Ctrl+Z.
    void tell(const QString &text, const QString &undoText, const Steps &steps);
    bool isShown() const;
    QuickButton buttonFor(const QuickReplySet &set, const QuickReply &reply) const;
    const QuickReplySet *setNamed(const QString &name) const;

    const AppContext &m_app;
    SlashController *m_slash;
    QuickReplyFiles m_files;
};

} // namespace snug
