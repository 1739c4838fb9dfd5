#include "app/editors/cardtokens.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "core/chat/chatsession.h"
#include "core/guarded.h"
#include "core/prompt/promptaccount.h"
#include "core/tokens/estimate.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/connections.h"
#include "core/workspace/workspace.h"
#include "widgets/editors/card/greetingspage.h"

#include <QtConcurrentRun>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace snug {

static constexpr auto CountPause = 200ms;

std::optional<CardField> cardFieldOf(SourceKind kind)
{
    static const QHash<SourceKind, CardField> fields{{SourceKind::CharDescription, CardField::Description},
                                                     {SourceKind::CharPersonality, CardField::Personality},
                                                     {SourceKind::CharScenario, CardField::Scenario},
                                                     {SourceKind::CharExamples, CardField::Examples},
                                                     {SourceKind::CardSystemPrompt, CardField::SystemPrompt},
                                                     {SourceKind::CardPostHistory, CardField::PostHistory},
                                                     {SourceKind::CardDepthPrompt, CardField::DepthText}};
    const auto found = fields.constFind(kind);
    return found == fields.cend() ? std::nullopt : std::optional(*found);
}

CardTokens::CardTokens(const AppContext &app, const DocumentEditor<Card> &document, CardEditor *editor)
    : QObject(editor)
    , m_app(app)
    , m_document(document)
    , m_editor(editor)
{
    m_pause.setSingleShot(true);
    m_pause.setInterval(CountPause);
    connect(&m_pause, &QTimer::timeout, this, &CardTokens::count);
    connect(&m_counting, &QFutureWatcherBase::finished, this, &CardTokens::show);
    connect(editor, &CardEditor::greetingChosen, this, &CardTokens::countSoon);
    connect(&app.chat, &ChatController::sessionChanged, this, &CardTokens::followPrompt);
    followPrompt();
}

void CardTokens::followPrompt()
{
    if (ChatSession *session = m_app.chat.session())
        connect(&session->preview(), &PromptPreview::ready, this, &CardTokens::show, Qt::UniqueConnection);
    show();
}

void CardTokens::count()
{
    if (!m_document.isOpen())
        return;
    const TokenCounterPtr counter =
        m_app.workspace.connections.counter() ? m_app.workspace.connections.counter() : estimateCounter();
    m_counting.setFuture(QtConcurrent::run(guarded(
        [card = m_document.value(), greeting = m_editor->greetings()->currentText(), counter] {
            Counts counts;
            for (int id = 0; id < cardFieldCount; ++id) {
                if (isSent(CardField(id)))
                    counts.fields.insert(id, counter->count(cardFieldValue(card, CardField(id)).toString()));
            }
            counts.greeting = counter->count(greeting);
            counts.firstMessage = counter->count(card.firstMessage);
            counts.isExact = counter->kind() == CountKind::Exact;
            return counts;
        },
        [](const Error &) { return Counts(); })));
}

CardTokens::Counts CardTokens::asInPrompt(Counts counts) const
{
    const std::optional<PreparedPrompt> shown = m_app.chat.shownPrompt();
    const std::optional<ChatReference> chat = m_app.chat.reference();
    // In a group a text of that kind can be another member's.
    if (!shown || !chat || chat->isGroup() || m_app.workspace.content.cardFile() != m_document.name())
        return counts;
    const QHash<SourceKind, int> costs = kindCosts(shown->prompt);
    for (auto cost = costs.cbegin(); cost != costs.cend(); ++cost) {
        if (const std::optional<CardField> field = cardFieldOf(cost.key()))
            counts.fields.insert(int(*field), *cost);
    }
    return counts;
}

void CardTokens::show()
{
    if (!m_editor->isVisible() || m_counting.future().resultCount() == 0)
        return;
    const Counts counts = asInPrompt(m_counting.result());
    const auto number = [&](int tokens) -> QString {
        return (counts.isExact ? QString() : u"~"_s) + tr("%n token(s)", nullptr, tokens);
    };
    int permanent = 0;
    int all = counts.firstMessage;
    QHash<int, QString> fields;
    for (auto count = counts.fields.cbegin(); count != counts.fields.cend(); ++count) {
        fields.insert(count.key(), *count > 0 ? number(*count) : QString());
        all += *count;
        permanent += isPermanent(CardField(count.key())) ? *count : 0;
    }
    //: %1 and %2 are numbers of tokens with the unit
    m_editor->setTokens(
        fields, number(counts.greeting),
        tr("Always sent: %1 · with examples and greeting: %2").arg(number(permanent), number(all)));
}

} // namespace snug
