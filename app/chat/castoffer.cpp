#include "app/chat/castoffer.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "core/formats/scenecard.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/workspace.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/noticebar.h"

#include <QAction>
#include <QLocale>

using namespace Qt::StringLiterals;

namespace snug {

static const QString offerId = u"shared-card"_s;

CastOffer::CastOffer(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
{
    connect(&app.chat, &ChatController::opened, this, &CastOffer::look);
    connect(&app.workspace.content, &ActiveContent::changed, this, &CastOffer::look);
    connect(&app.chat, &ChatController::leaving, this,
            [this] { m_app.chatPane.notices()->dismiss(offerId); });
}

void CastOffer::look()
{
    const ActiveContent &content = m_app.workspace.content;
    ActiveKnowledge &knowledge = m_app.workspace.content.knowledge();
    if (knowledge.inEffect().isEnabled)
        return m_app.chatPane.notices()->dismiss(offerId);
    const std::optional<Card> &card = content.loaded().card(); // as it is saved: not while names are typed
    const QStringList cast = card ? sceneCast(*card) : QStringList();
    if (!m_app.chat.session() || cast.size() < 2 || knowledge.offered().contains(content.cardFile()))
        return;
    m_app.chatPane.notices()->post(offerId,
                                   {Notice::Kind::Hint,
                                    //: %1 are names: "Alice, Bob, and Carl"
                                    tr("%1 share this card. Each of them knows everything that is said.")
                                        .arg(QLocale().createSeparatedList(cast)),
                                    {{tr("Keep Secrets Between Them"),
                                      [this] { m_app.actions.action(ActionId::KeepSecrets)->trigger(); }}}});
    knowledge.noteOffered(content.cardFile());
}

} // namespace snug
