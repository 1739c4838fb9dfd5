#include "app/chat/slashcontroller.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "app/chat/choicesteps.h"
#include "app/chat/globalvariables.h"
#include "core/library/documentfiles.h"
#include "core/library/library.h"
#include "core/prompt/typedtext.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/workspace.h"
#include "widgets/chat/composer.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/noticebar.h"

#include <QAction>

using namespace Qt::StringLiterals;

namespace snug {

static const QString slashNotice = u"slash-command"_s;

SlashController::SlashController(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
{
    connect(&app.chat, &ChatController::leaving, this, [this] { m_runner.reset(); });
    connect(&app.chat, &ChatController::sessionChanged, this, &SlashController::follow);
    connect(app.chatPane.composer(), &Composer::draftChanged, this, [this](const QString &draft) {
        if (draft.startsWith(u'/'))
            offerCommands();
    });
    connect(app.actions.action(ActionId::Stop), &QAction::triggered, this, [this] {
        if (m_runner)
            m_runner->stop();
    });
    app.chat.setCommands([this](const QString &text) {
        take(text);
        return true;
    });
}

void SlashController::setOthers(const Others &others)
{
    m_others = others;
    offerCommands();
}

void SlashController::follow()
{
    m_app.chatPane.notices()->dismiss(slashNotice);
    m_runner.reset();
    ChatSession *session = m_app.chat.session();
    if (!session)
        return;
    m_runner = std::make_unique<SlashRunner>(*session, hooks());
    connect(m_runner.get(), &SlashRunner::said, this, &SlashController::say);
    connect(m_runner.get(), &SlashRunner::answered, this, &SlashController::showAnswer);
    connect(m_runner.get(), &SlashRunner::refused, this, &SlashController::refuse);
    connect(m_runner.get(), &SlashRunner::busyChanged, this, [this, session] {
        QAction *stop = m_app.actions.action(ActionId::Stop);
        stop->setEnabled((m_runner && m_runner->isBusy()) || session->reply().isUnderWay());
    });
}

// Commands are the user's words to the program; what it does not know is never sent as a message unasked.
void SlashController::take(const QString &text)
{
    if (m_others.take && m_others.take(text))
        return;
    run(text);
}

bool SlashController::run(const QString &text)
{
    if (!m_runner)
        return false;
    m_app.chatPane.notices()->dismiss(slashNotice);
    const Result<void> begun = m_runner->run(text);
    if (!begun)
        refuse(begun.error(), text);
    return begun.has_value();
}

void SlashController::refuse(const Error &error, const QString &text)
{
    QString sentence = error.what + u'.';
    if (!error.hint.isEmpty())
        sentence += u' ' + error.hint;
    Notice notice{Notice::Kind::Problem, sentence, {}};
    if (!parseSlashCommands(text)) { // perhaps it was never meant for a command
        notice.actions.append({tr("Send as Text"), [this] {
                                   ChatSession *session = m_app.chat.session();
                                   if (session && session->send(m_app.chat.draft()))
                                       m_app.chatPane.composer()->setDraft({});
                               }});
    }
    // What the user has typed meanwhile is left alone, and what was not done is not lost.
    Composer *composer = m_app.chatPane.composer();
    const bool isFree = composer->draft().isEmpty();
    if (!isFree && composer->draft() != text)
        notice.actions.append(insertion(text));
    m_app.chatPane.notices()->post(slashNotice, notice);
    if (isFree)
        composer->setDraft(text);
}

NoticeAction SlashController::insertion(const QString &text) const
{
    return {tr("Insert into the Message Field"), [this, text] {
                Composer *composer = m_app.chatPane.composer();
                composer->setDraft(composer->draft().isEmpty() ? text
                                                               : QString(composer->draft() + u'\n' + text));
                composer->setFocus();
            }};
}

void SlashController::say(const SlashNotice &notice)
{
    Notice shown{Notice::Kind::Hint, notice.text, {}};
    if (notice.kind == SlashNotice::Kind::Done)
        shown.kind = Notice::Kind::Done;
    else if (notice.kind == SlashNotice::Kind::Problem)
        shown.kind = Notice::Kind::Problem;
    m_app.chatPane.notices()->post(slashNotice, shown);
}

void SlashController::showAnswer(const QString &text)
{
    m_app.chatPane.notices()->post(slashNotice, {Notice::Kind::Hint, text, {insertion(text)}});
}

SlashContext SlashController::context() const
{
    const LibraryContents &contents = m_app.library.contents();
    SlashContext context;
    for (const CardSummary &card : contents.cards)
        context.cast.append({.name = card.name, .file = card.file});
    for (const GroupSummary &group : contents.groups)
        context.cast.append({.name = group.group.name, .file = group.file, .isGroup = true});
    for (const Persona &persona : m_app.workspace.content.personas().all())
        context.personas.append({.name = persona.name, .file = persona.avatar});
    context.expand = expandMacros;
    return context;
}

SlashHooks SlashController::hooks()
{
    return {
        .context = [this] { return context(); },
        .choosePersona = [this](const QString &avatar) { snug::choosePersona(m_app, avatar); },
        .open =
            [this](const SlashOpen &which) {
                // The session that asks for it ends with it.
                QMetaObject::invokeMethod(
                    this,
                    [this, which] {
                        if (m_others.open)
                            m_others.open(which);
                    },
                    Qt::QueuedConnection);
            },
        .loadCard =
            [this](const QString &file, const std::function<void(const Result<Card> &)> &then) {
                m_app.library.perform(
                    [file](LibraryStore &store) { return loadCard(store, file); }, this,
                    [then](const Result<LoadedDocument<Card>> &card) {
                        then(card.transform([](const auto &loaded) { return loaded.value; }));
                    });
            },
        .setGlobals =
            [this](const SlashGlobals &values) { m_app.globalVariables.set(values.before, values.after); }};
}

void SlashController::offerCommands()
{
    const SlashContext now = context();
    QStringList characters;
    QStringList everybody;
    for (const SlashContext::Named &one : now.cast) {
        everybody.append(one.name);
        if (!one.isGroup)
            characters.append(one.name);
    }
    QStringList personas;
    for (const SlashContext::Named &one : now.personas)
        personas.append(one.name);
    QList<ComposerCommand> commands;
    for (const SlashCommand &command : slashCommands()) {
        ComposerCommand offered{
            .name = command.name, .form = command.form, .text = slashCommandHelp(command)};
        switch (command.id) {
        case SlashId::Go:
            offered.arguments = everybody;
            break;
        case SlashId::Persona:
            offered.arguments = personas;
            break;
        case SlashId::SendAs:
        case SlashId::Ask:
            offered.arguments = characters;
            offered.argumentName = u"name"_s;
            break;
        default:
            break;
        }
        commands.append(offered);
    }
    if (m_others.commands)
        commands += m_others.commands();
    std::ranges::sort(commands, {}, &ComposerCommand::name);
    m_app.chatPane.composer()->setCommands(commands);
}

} // namespace snug
