#include "app/library/groupcontroller.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "app/library/doneinlist.h"
#include "app/library/librarycontroller.h"
#include "core/library/groupfiles.h"
#include "core/library/library.h"
#include "widgets/chat/composer.h"
#include "widgets/chat/speakerbar.h"
#include "widgets/chat/transcript.h"
#include "widgets/inspector/inspector.h"
#include "widgets/inspector/speakerstrip.h"
#include "widgets/library/groupdialog.h"
#include "widgets/library/librarypane.h"
#include "widgets/theme/systemtheme.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"

#include <QAction>
#include <QMenu>

using namespace Qt::StringLiterals;

namespace snug {

GroupController::GroupController(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
{
    connectDialogs();
    SpeakerBar *bar = app.chatPane.speakers();
    bar->setSpeakMenu(app.window.speakMenu());
    connect(app.window.speakMenu(), &QMenu::aboutToShow, this, &GroupController::fillSpeakMenu);
    connect(bar, &SpeakerBar::editRequested, this, [this] { editGroup(m_app.chat.groupFile()); });
    connect(bar, &SpeakerBar::goesOnToggled, this, [this](bool goesOn) {
        if (m_app.chat.session())
            m_app.chat.session()->speaking().setGoesOn(goesOn);
    });
    connect(app.inspector.speakers(), &SpeakerStrip::lookRequested, this, [this](const QString &avatar) {
        ChatSession *session = m_app.chat.session();
        if (session && session->speaking().isGroup())
            session->speaking().look(avatar);
        else if (session)
            session->upcoming().lookAs(avatar);
    });
    connect(&app.chat, &ChatController::sessionChanged, this, &GroupController::connectSession);
    connect(this, &GroupController::failed, &app.libraryController, &LibraryController::showError);
    connectSession();
}

// Dialogs

void GroupController::connectDialogs()
{
    connect(&m_app.libraryPane, &LibraryPane::newGroupRequested, this, &GroupController::newGroup);
    connect(&m_app.libraryPane, &LibraryPane::editGroupRequested, this, &GroupController::editGroup);
    connect(m_app.actions.action(ActionId::NewGroup), &QAction::triggered, this, [this] { newGroup({}); });
    connect(m_app.actions.action(ActionId::EditGroup), &QAction::triggered, this,
            [this] { editGroup(m_app.chat.groupFile()); });
    // What another program, or this one elsewhere, does to the group is seen in the open dialog; not while
    // the user's own edits are still on their way.
    connect(&m_app.library, &Library::changed, this, [this](const LibraryChange &change) {
        if (!m_edited || m_saving > 0)
            return;
        const auto &groups = m_app.library.contents().groups;
        const auto found = std::ranges::find(groups, m_editedFile, &GroupSummary::file);
        if (change.kind == LibraryChange::Kind::Groups && found == groups.end())
            m_edited->close();
        else if (change.kind == LibraryChange::Kind::Groups && !found->problem)
            m_edited->setGroup(found->group);
    });
}

GroupDialog *GroupController::open(int purpose)
{
    auto *dialog = new GroupDialog(GroupDialog::Purpose(purpose), &m_app.window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setTheme(m_app.theme.theme());
    connect(&m_app.theme, &SystemTheme::themeChanged, dialog, &GroupDialog::setTheme);
    dialog->setPictureEngine(m_app.pictures);
    dialog->setCast(m_app.cast.values());
    connect(&m_app.library, &Library::changed, dialog, [this, dialog](const LibraryChange &change) {
        if (change.kind == LibraryChange::Kind::Cards)
            dialog->setCast(m_app.cast.values());
    });
    return dialog;
}

// Named after its members where the user gives no name.
static QString groupNameOf(const Group &group, const QList<CastEntry> &cast)
{
    if (!group.name.trimmed().isEmpty())
        return group.name.trimmed();
    QStringList names;
    for (const QString &member : group.members) {
        const auto entry = std::ranges::find(cast, member, &CastEntry::id);
        names.append(entry != cast.cend() ? entry->name : member.section(u'.', 0, -2));
    }
    return names.join(u", "_s);
}

void GroupController::newGroup(const QStringList &members)
{
    if (!m_app.library.isOpen())
        return;
    GroupDialog *dialog = open(int(GroupDialog::Purpose::Create));
    Group group;
    group.members = members;
    dialog->setGroup(group);
    connect(dialog, &GroupDialog::createRequested, this, [this](Group made) {
        made.name = groupNameOf(made, m_app.cast.values());
        m_app.library.perform(
            [made](LibraryStore &store) { return createGroup(store, made, QDateTime::currentDateTime()); },
            this,
            [this](const Result<Group> &created) {
                if (created)
                    m_app.libraryController.begin(CastEntry::Kind::Group, created->id);
                else
                    Q_EMIT failed(created.error());
            });
    });
    dialog->show();
}

void GroupController::editGroup(const QString &file)
{
    const auto &groups = m_app.library.contents().groups;
    const auto found = std::ranges::find(groups, file, &GroupSummary::file);
    if (found == groups.end() || found->problem)
        return;
    if (m_edited && m_editedFile != file)
        m_edited->close();
    if (!m_edited || m_editedFile != file) {
        m_edited = open(int(GroupDialog::Purpose::Edit));
        m_editedFile = file;
        m_edited->setGroup(found->group);
        connect(m_edited, &GroupDialog::edited, this,
                [this, file](const Group &group) { save(file, group); });
        connect(m_edited, &QDialog::finished, this,
                [this, file, before = found->group, dialog = m_edited.data()] {
                    tellEdited(file, before, dialog->group());
                });
    }
    m_edited->show();
    m_edited->raise();
    m_edited->activateWindow();
}

// What the dialog has fields for.
static void takeEdited(Group &present, const Group &group)
{
    if (!group.name.trimmed().isEmpty())
        present.name = group.name.trimmed();
    present.members = group.members;
    present.mutedMembers = group.mutedMembers;
    present.activation = group.activation;
    present.generation = group.generation;
    present.joinPrefix = group.joinPrefix;
    present.joinSuffix = group.joinSuffix;
    present.allowsSelfResponses = group.allowsSelfResponses;
    present.autoModeDelay = group.autoModeDelay;
}

// Each change was saved at once; taken back, all of them are.
void GroupController::tellEdited(const QString &file, const Group &before, const Group &edited)
{
    Group now = before;
    takeEdited(now, edited);
    if (now == before || !std::ranges::contains(m_app.library.contents().groups, file, &GroupSummary::file))
        return;
    tellDone(m_app, {.notice = u"many"_s,
                     .text = tr("The group “%1” is changed.").arg(now.name),
                     .undoText = tr("Undo changes of the group"),
                     .undo = [this, file, before] { save(file, before); },
                     .redoText = tr("Redo changes of the group"),
                     .redo = [this, file, now] { save(file, now); }});
}

// The rest of the file is as it is by then.
void GroupController::save(const QString &file, const Group &group)
{
    ++m_saving;
    m_app.library.save(
        u"groups/%1.json"_s.arg(file),
        [file, group](LibraryStore &store) {
            return snug::editGroup(store, file, [&](Group &present) { takeEdited(present, group); });
        },
        this,
        [this](const Result<Group> &saved) {
            --m_saving;
            if (!saved)
                Q_EMIT failed(saved.error());
        });
}

// The open chat

void GroupController::connectSession()
{
    if (ChatSession *session = m_app.chat.session()) {
        connect(&session->speaking(), &SpeakingOrder::changed, this, &GroupController::showSpeakers);
        connect(session, &ChatSession::replyChanged, this, &GroupController::showSpeakers);
        connect(session, &ChatSession::snapshotChanged, this, &GroupController::showSpeakers);
    }
    showSpeakers();
}

// Those on a card with several characters, in the shape of a group's; names stand for pictures.
static SpeakerQueue sceneQueue(const ChatSession &session)
{
    const PromptInputs &inputs = session.snapshot();
    SpeakerQueue queue;
    if (inputs.group || !inputs.knowledge.isEnabled)
        return queue;
    const QString &next = session.upcoming().replier();
    const bool isTold = inputs.card && next != inputs.card->name;
    queue.speakers.append({.avatar = next,
                           .name = next,
                           .reason = next == inputs.scene.asked ? SpeakingReason::Asked
                                     : isTold                   ? SpeakingReason::Told
                                                                : SpeakingReason::InScene});
    for (const QString &name : inputs.scene.cast) {
        if (name != next)
            queue.silent.append({.avatar = name, .name = name, .reason = SpeakingReason::InScene});
    }
    return queue;
}

void GroupController::showSpeakers()
{
    ChatSession *session = m_app.chat.session();
    const bool isGroup = session && session->speaking().isGroup();
    m_app.chatPane.speakers()->setVisible(isGroup);
    const SpeakerQueue scene = session ? sceneQueue(*session) : SpeakerQueue();
    m_app.inspector.speakers()->setVisible(isGroup || !scene.silent.isEmpty());
    if (!scene.silent.isEmpty())
        m_app.inspector.speakers()->setQueue(scene, session->upcoming().replier(),
                                             session->upcoming().lookedAs());
    m_app.window.speakMenu()->setEnabled(isGroup);
    m_app.actions.action(ActionId::EditGroup)->setEnabled(isGroup);
    if (!isGroup)
        return;
    const SpeakingOrder &order = session->speaking();
    const SpeakerQueue queue = order.coming();
    const ReplyState &reply = session->reply();
    m_app.chatPane.speakers()->setQueue(queue, reply.isUnderWay() ? reply.name : QString());
    m_app.chatPane.speakers()->setGoesOn(order.goesOn());
    m_app.inspector.speakers()->setQueue(queue, order.shown(), order.looked());
}

void GroupController::fillSpeakMenu()
{
    QMenu *menu = m_app.window.speakMenu();
    menu->clear();
    ChatSession *session = m_app.chat.session();
    if (!session || !session->speaking().isGroup())
        return;
    const Group group = session->preview().current().inputs.group.value_or(GroupInputs()).settings;
    const SpeakerQueue queue = session->speaking().coming();
    QList<MemberTurn> members = queue.speakers + queue.silent;
    std::ranges::stable_sort(members, {},
                             [&](const MemberTurn &turn) { return group.members.indexOf(turn.avatar); });
    for (const MemberTurn &turn : std::as_const(members)) {
        const bool says = turn.reason == SpeakingReason::Muted || turn.reason == SpeakingReason::NoCard;
        //: a group member, and what keeps it from speaking unasked
        QString text = says ? tr("%1 (%2)").arg(turn.name, reasonText(turn)) : turn.name;
        QAction *action = menu->addAction(text.replace(u'&', u"&&"_s));
        action->setEnabled(turn.reason != SpeakingReason::NoCard);
        connect(action, &QAction::triggered, this,
                [this, avatar = turn.avatar] { inputsForSpeaker(avatar); });
    }
    if (menu->isEmpty())
        menu->addAction(tr("No members yet"))->setEnabled(false);
}

// What stands in the composer is said first.
void GroupController::inputsForSpeaker(const QString &avatar)
{
    ChatSession *session = m_app.chat.session();
    if (!session || !session->send(m_app.chat.draft(), avatar))
        return;
    m_app.chatPane.composer()->setDraft({});
    m_app.chatPane.transcript()->scrollToEnd();
}

} // namespace snug
