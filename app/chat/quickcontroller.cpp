#include "app/chat/quickcontroller.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "app/chat/slashcontroller.h"
#include "app/chat/undosteps.h"
#include "app/settings.h"
#include "core/chat/slashcommand.h"
#include "core/library/library.h"
#include "core/prompt/typedtext.h"
#include "widgets/chat/composer.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"

#include <QAction>
#include <QUuid>

#include <algorithm>
#include <tuple>

using namespace Qt::StringLiterals;

namespace snug {

static const QString quickNotice = u"quick-replies"_s;
// Where buttons go that are made here; always in use. What a click does is said of a whole set, in
// SillyTavern too.
static const QString sendingSet = u"Snug"_s;
static const QString insertingSet = u"Snug (inserted)"_s;

static bool isOwnSet(const QString &name)
{
    return name == sendingSet || name == insertingSet;
}

QuickController::QuickController(const AppContext &app, SlashController *slash, QObject *parent)
    : QObject(parent)
    , m_app(app)
    , m_slash(slash)
{
    QuickBar *bar = app.chatPane.quick();
    connect(bar, &QuickBar::pressed, this, &QuickController::press);
    connect(bar, &QuickBar::editRequested, this, [this](const QuickButton &button) { edit(button, false); });
    connect(bar, &QuickBar::deleteRequested, this, &QuickController::remove);
    connect(bar, &QuickBar::copyRequested, this, &QuickController::copy);
    connect(bar, &QuickBar::moveRequested, this, &QuickController::move);
    connect(bar, &QuickBar::addRequested, this, [this] { edit({.set = sendingSet}, true); });
    connect(app.actions.action(ActionId::QuickReplies), &QAction::triggered, this, [this](bool shown) {
        ReplyHabits replies = m_app.settings.replies();
        replies.quickReplies = shown;
        m_app.settings.setReplies(replies);
        refresh();
    });
    connect(&app.library, &Library::opened, this, &QuickController::read);
    connect(&app.library, &Library::closed, this, [this] {
        m_files = {};
        refresh();
    });
    connect(&app.library, &Library::changed, this, [this](const LibraryChange &change) {
        if (change.kind == LibraryChange::Kind::Settings)
            read();
    });
    // Another program may have written sets meanwhile.
    connect(&app.chat, &ChatController::sessionChanged, this, &QuickController::read);
    refresh();
}

void QuickController::read()
{
    if (!m_app.library.isOpen()) {
        refresh();
        return;
    }
    m_app.library.perform([](LibraryStore &store) { return readQuickReplies(store); }, this,
                          [this](const Result<QuickReplyFiles> &files) {
                              m_files = files.value_or(QuickReplyFiles());
                              refresh();
                          });
}

const QuickReplySet *QuickController::setNamed(const QString &name) const
{
    const auto found = std::ranges::find(m_files.sets, name, &QuickReplySet::name);
    return found == m_files.sets.cend() ? nullptr : &*found;
}

bool QuickController::isShown() const
{
    const bool hasOwn = std::ranges::any_of(
        m_files.sets, [](const QuickReplySet &set) { return isOwnSet(set.name) && !set.replies.isEmpty(); });
    const bool isEnabled = m_app.library.isOpen() &&
                           quickRepliesInUse(m_app.library.contents().settings.source, {}, {}).isEnabled;
    return m_app.settings.replies().quickReplies.value_or(isEnabled || hasOwn);
}

// What Snug cannot do is there all the same, and says so.
QuickButton QuickController::buttonFor(const QuickReplySet &set, const QuickReply &reply) const
{
    QuickButton button{.set = set.name,
                       .id = reply.id,
                       .label = reply.label.isEmpty() ? reply.text.left(24) : reply.label,
                       .toolTip =
                           reply.title.isEmpty() ? reply.text : QString(reply.title + u'\n' + reply.text)};
    const auto commands = reply.isScript() ? parseSlashCommands(reply.text) : Result<QList<SlashCall>>();
    if (!commands) {
        button.isPossible = false;
        button.toolTip += u'\n' + tr("Left out: %1.").arg(commands.error().what);
    }
    return button;
}

void QuickController::refresh()
{
    ChatSession *session = m_app.chat.session();
    QList<QuickButton> buttons;
    if (m_app.library.isOpen()) {
        const PromptInputs inputs = session ? session->snapshot() : PromptInputs();
        QStringList names =
            quickRepliesInUse(m_app.library.contents().settings.source, inputs.chat.metadata(),
                              inputs.group ? QString() : inputs.avatar)
                .sets;
        for (const QString &own : {sendingSet, insertingSet}) {
            if (!names.contains(own))
                names.append(own);
        }
        for (const QString &name : std::as_const(names)) {
            const QuickReplySet *set = setNamed(name);
            for (const QuickReply &reply : set ? set->replies : QList<QuickReply>()) {
                if (!reply.isHidden && !(reply.label.isEmpty() && reply.text.isEmpty()))
                    buttons.append(buttonFor(*set, reply));
            }
        }
    }
    m_app.chatPane.quick()->setButtons(buttons);
    m_app.chatPane.quick()->setAvailable(session);
    m_app.chatPane.quick()->setVisible(isShown() && session);
    m_app.actions.action(ActionId::QuickReplies)->setChecked(isShown());
}

void QuickController::say(const QString &text)
{
    m_app.chatPane.notices()->post(quickNotice, {Notice::Kind::Problem, text, {}, Notice::Until::Chat});
}

void QuickController::press(const QuickButton &button)
{
    m_app.chatPane.notices()->dismiss(quickNotice);
    ChatSession *session = m_app.chat.session();
    const QuickReplySet *set = setNamed(button.set);
    if (!session || !set)
        return;
    const auto reply = std::ranges::find(set->replies, button.id, &QuickReply::id);
    if (reply == set->replies.cend())
        return;
    if (!button.isPossible) {
        say(button.toolTip.section(u'\n', -1));
        return;
    }
    Composer *composer = m_app.chatPane.composer();
    if (reply->isScript() && !set->onlyInserts) {
        m_slash->run(reply->text);
        return;
    }
    const QString text = withQuickReply(*set, reply->text, composer->draft());
    if (set->onlyInserts) {
        composer->setDraft(reply->isScript() ? text : expandMacros(text, session->snapshot()));
        composer->setFocus();
        return;
    }
    const QString kept = set->joinsDraft ? QString() : composer->draft();
    if (!session->send(text))
        return;
    composer->setDraft(kept); // what is being written is not what was said
    session->setDraft(m_app.chat.draft());
}

QuickController::Steps QuickController::change(const QString &set,
                                               const std::function<void(QuickReplySet &)> &edit)
{
    const auto step = std::make_shared<Step>(Step{set, {}, {}});
    m_app.library.save(
        u"QuickReplies/%1.json"_s.arg(set),
        [set, edit, step](LibraryStore &store) {
            return editQuickReplies(store, set, [&](QuickReplySet &changed) {
                step->before = changed;
                edit(changed);
                step->after = changed;
            });
        },
        this,
        [this](const Result<QuickReplySet> &saved) {
            if (!saved)
                say(saved.error().line());
            read();
        });
    return {step};
}

void QuickController::tell(const QString &text, const QString &undoText, const Steps &steps)
{
    const QString kind = QUuid::createUuid().toString();
    NoticeBar *notices = m_app.chatPane.notices();
    const auto undo = [this, notices, steps] {
        notices->dismiss(quickNotice);
        for (const std::shared_ptr<Step> &step : steps)
            change(step->set, [step](QuickReplySet &changed) {
                changed = withoutStep(changed, step->before, step->after);
            });
    };
    m_app.undoSteps.push({.undoText = undoText, .redoText = {}, .undo = undo, .kind = kind});
    notices->post(quickNotice, {Notice::Kind::Done,
                                text,
                                {{tr("Undo"), [this, kind] { m_app.undoSteps.takeBack(kind); }}},
                                Notice::Until::Chat});
}

void QuickController::edit(const QuickButton &button, bool isNew)
{
    const QuickReplySet *set = setNamed(button.set);
    QuickReplyDialog::Value value{.set = button.set, .onlyInserts = set && set->onlyInserts};
    if (set && !isNew) {
        const auto reply = std::ranges::find(set->replies, button.id, &QuickReply::id);
        if (reply == set->replies.cend())
            return;
        value.label = reply->label;
        value.text = reply->text;
        value.title = reply->title;
    }
    auto *dialog = new QuickReplyDialog(value, isNew, !isOwnSet(button.set), &m_app.window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QuickReplyDialog::saved, this,
            [this, button, isNew](const QuickReplyDialog::Value &made) { save(button, isNew, made); });
    dialog->open();
}

static std::function<void(QuickReplySet &)> adding(const QuickReplyDialog::Value &made)
{
    return [made](QuickReplySet &changed) {
        changed.onlyInserts = made.onlyInserts;
        changed.replies.append(
            {.id = newReplyId(changed), .label = made.label, .title = made.title, .text = made.text});
    };
}

static std::function<void(QuickReplySet &)> removing(int id)
{
    return [id](QuickReplySet &changed) {
        changed.replies.removeIf([id](const QuickReply &reply) { return reply.id == id; });
    };
}

void QuickController::save(const QuickButton &button, bool isNew, const QuickReplyDialog::Value &made)
{
    const QString title = made.label.isEmpty() ? made.text.left(24) : made.label;
    const QString place = !isOwnSet(button.set) ? button.set : made.onlyInserts ? insertingSet : sendingSet;
    if (isNew) {
        ReplyHabits replies = m_app.settings.replies();
        replies.quickReplies = true; // who makes one wants to see it
        m_app.settings.setReplies(replies);
        //: %1 is what a button says
        return tell(tr("The button “%1” is added.").arg(title), tr("Undo adding the button “%1”").arg(title),
                    change(place, adding(made)));
    }
    Steps steps;
    if (place != button.set) {
        steps = change(place, adding(made)) + change(button.set, removing(button.id));
    } else {
        steps = change(place, [id = button.id, made](QuickReplySet &changed) {
            changed.onlyInserts = made.onlyInserts;
            for (QuickReply &reply : changed.replies) {
                if (reply.id == id)
                    std::tie(reply.label, reply.text, reply.title) =
                        std::tie(made.label, made.text, made.title);
            }
        });
    }
    //: %1 is what a button says
    tell(tr("The button “%1” is changed.").arg(title), tr("Undo changing the button “%1”").arg(title), steps);
}

void QuickController::copy(const QuickButton &button)
{
    const Steps steps = change(button.set, [id = button.id](QuickReplySet &changed) {
        const auto reply = std::ranges::find(changed.replies, id, &QuickReply::id);
        if (reply == changed.replies.end())
            return;
        QuickReply copy = *reply;
        copy.id = newReplyId(changed);
        changed.replies.insert(std::distance(changed.replies.begin(), reply) + 1, copy);
    });
    //: %1 is what a button says
    tell(tr("The button “%1” is copied.").arg(button.label),
         tr("Undo copying the button “%1”").arg(button.label), steps);
}

void QuickController::move(const QuickButton &button, int by)
{
    const Steps steps = change(button.set, [id = button.id, by](QuickReplySet &changed) {
        const auto reply = std::ranges::find(changed.replies, id, &QuickReply::id);
        const qsizetype from = std::distance(changed.replies.begin(), reply);
        qsizetype to = from + by; // the next one that is shown
        while (to >= 0 && to < changed.replies.size() && changed.replies[to].isHidden)
            to += by;
        if (from < changed.replies.size() && to >= 0 && to < changed.replies.size())
            changed.replies.move(from, to);
    });
    //: %1 is what a button says
    tell(tr("The button “%1” is moved.").arg(button.label),
         tr("Undo moving the button “%1”").arg(button.label), steps);
}

void QuickController::remove(const QuickButton &button)
{
    //: %1 is what a button says
    tell(tr("The button “%1” is deleted.").arg(button.label),
         tr("Undo deleting the button “%1”").arg(button.label), change(button.set, removing(button.id)));
}

} // namespace snug
