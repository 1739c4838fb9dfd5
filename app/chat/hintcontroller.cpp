#include "app/chat/hintcontroller.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "app/settings.h"
#include "core/library/library.h"
#include "core/workspace/connections.h"
#include "core/workspace/workspace.h"
#include "widgets/chat/composer.h"
#include "widgets/chat/hintstrip.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"

#include <QAction>
#include <QInputDialog>

using namespace Qt::StringLiterals;

namespace snug {

static constexpr int longestReply = 100000; // tokens

HintController::HintController(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
{
    using enum GenerationType;
    for (const auto &[id, type] : {std::pair(ActionId::RegenerateWithHint, Regenerate),
                                   std::pair(ActionId::ContinueWithHint, Continue),
                                   std::pair(ActionId::ImpersonateWithHint, Impersonate)})
        connect(app.actions.action(id), &QAction::triggered, this, [this, type] { ask(type); });
    connect(app.actions.action(ActionId::AutoContinue), &QAction::triggered, this,
            &HintController::askForLength);
    connect(app.chatPane.composer(), &Composer::hintRequested, this, &HintController::ask);
    connect(app.chatPane.hint(), &HintStrip::given, this, [this](GenerationType type, const QString &hint) {
        if (ChatSession *session = m_app.chat.session())
            session->generate(type, {.hint = hint});
    });
    connect(app.chatPane.hint(), &HintStrip::closed, app.chatPane.composer(),
            qOverload<>(&QWidget::setFocus));
    connect(&app.chat, &ChatController::leaving, this, [this] { m_goesOn.reset(); });
    connect(&app.chat, &ChatController::sessionChanged, this, &HintController::follow);
    connect(&app.library, &Library::changed, this, [this](const LibraryChange &change) {
        if (change.kind == LibraryChange::Kind::Settings)
            showLength();
    });
    connect(&app.workspace.connections, &Connections::linkChanged, this, &HintController::showLength);
}

void HintController::follow()
{
    m_app.chatPane.hint()->hide();
    ChatSession *session = m_app.chat.session();
    m_goesOn = session ? std::make_unique<AutoContinue>(*session) : nullptr;
    showLength();
}

void HintController::ask(GenerationType type)
{
    ChatSession *session = m_app.chat.session();
    if (session && !session->reply().isUnderWay())
        m_app.chatPane.hint()->ask(type);
}

void HintController::showLength()
{
    if (!m_goesOn)
        return;
    m_goesOn->setLength(m_app.settings.replies().autoContinue.value_or(
        autoContinueLength(m_app.library.contents().settings.source,
                           m_app.workspace.connections.link().connection.completesText())));
}

void HintController::askForLength()
{
    auto *dialog = new QInputDialog(&m_app.window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Auto-continue"));
    dialog->setInputMode(QInputDialog::IntInput);
    dialog->setIntRange(0, longestReply);
    dialog->setIntStep(50);
    dialog->setLabelText(tr("A reply that is shorter than this many tokens is continued.\n0 turns this off. "
                            "In groups the next member speaks instead."));
    dialog->setIntValue(m_app.settings.replies().autoContinue.value_or(
        autoContinueLength(m_app.library.contents().settings.source,
                           m_app.workspace.connections.link().connection.completesText())));
    connect(dialog, &QInputDialog::intValueSelected, this, [this](int tokens) {
        ReplyHabits replies = m_app.settings.replies();
        replies.autoContinue = tokens;
        m_app.settings.setReplies(replies);
        showLength();
    });
    dialog->open();
}

} // namespace snug
