#include "app/inspector/variablescontroller.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "app/chat/globalvariables.h"
#include "core/chat/slashplan.h"
#include "widgets/inspector/inspector.h"
#include "widgets/inspector/variablespane.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/noticebar.h"

using namespace Qt::StringLiterals;

namespace snug {

VariablesController::VariablesController(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
{
    connect(&app.chat, &ChatController::sessionChanged, this, &VariablesController::follow);
    connect(app.inspector.variables(), &VariablesPane::setRequested, this, &VariablesController::set);
}

void VariablesController::follow()
{
    m_app.inspector.variables()->clear();
    if (ChatSession *session = m_app.chat.session()) {
        connect(&session->preview(), &PromptPreview::ready, this, &VariablesController::show,
                Qt::UniqueConnection);
        show();
    }
}

void VariablesController::show()
{
    if (const std::optional<PreparedPrompt> shown = m_app.chat.shownPrompt())
        m_app.inspector.variables()->setPrompt(shown->inputs, shown->prompt);
}

void VariablesController::set(const ListedVariable &variable, const QString &value)
{
    ChatSession *session = m_app.chat.session();
    if (!session)
        return;
    const bool isGlobal = variable.scope == ListedVariable::Scope::Everywhere;
    SlashContext context;
    context.inputs = session->snapshot();
    SlashCall call;
    call.command = slashCommandNamed(isGlobal ? u"setglobalvar" : u"setvar");
    call.named = {{u"key"_s, variable.name}};
    call.text = value;
    const Result<SlashPlan> plan = planSlashVariables(call, context);
    if (!plan) {
        m_app.chatPane.notices()->post(
            u"slash-command"_s,
            {Notice::Kind::Problem, u"%1. %2"_s.arg(plan.error().what, plan.error().hint), {}});
        return;
    }
    if (const auto *globals = std::get_if<SlashGlobals>(&plan->request))
        m_app.globalVariables.set(globals->before, globals->after);
    else
        session->edits().change(plan->action, plan->changes);
}

} // namespace snug
