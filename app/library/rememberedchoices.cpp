#include "app/library/rememberedchoices.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "app/library/olddrafts.h"
#include "app/library/statenotices.h"
#include "core/library/library.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/workspace.h"

using namespace Qt::StringLiterals;

namespace snug {

RememberedChoices::RememberedChoices(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
    , m_file(&app.library, u"snug/session.json"_s, checkActiveChoices)
{
    m_soon.setSingleShot(true);
    m_soon.setInterval(1000);
    connect(&m_soon, &QTimer::timeout, this, &RememberedChoices::remember);
    connect(&app.workspace.content.choices(), &ContentChoices::changed, this,
            &RememberedChoices::rememberSoon);
}

void RememberedChoices::restore(const std::function<void()> &done)
{
    dismissStateDamage(m_app, m_file.name());
    m_file.read([this, done](const StateRead &state) {
        takeIn(state);
        done();
    });
}

void RememberedChoices::takeIn(const StateRead &state)
{
    ActiveChoices choices = readActiveChoices(state.bytes);
    moveOldDrafts(m_app, std::exchange(choices.drafts, {}));
    m_app.workspace.content.choices().restore(choices);
    if (state.damage)
        showDamage(*state.damage);
}

void RememberedChoices::showDamage(const StateDamage &damage)
{
    showStateDamage(m_app,
                    {.file = m_file.name(),
                     .content = tr("what you chose in this library", "inside a sentence"),
                     .consequence = {},
                     .actions = {}},
                    damage, [this] { restore([] {}); });
}

void RememberedChoices::remember()
{
    if (!m_app.library.isOpen())
        return;
    ActiveChoices choices = m_app.workspace.content.choices().now();
    if (const auto &reference = m_app.chat.reference()) {
        choices.card = reference->cardFile;
        choices.group = m_app.chat.groupFile();
        choices.chat = reference->name;
    }
    m_file.write(writeActiveChoices(choices));
}

} // namespace snug
