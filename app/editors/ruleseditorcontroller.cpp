#include "app/editors/ruleseditorcontroller.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "core/chat/chatsession.h"
#include "core/editing/changedrow.h"
#include "core/editing/ruleedits.h"
#include "core/guarded.h"
#include "core/library/library.h"
#include "core/lint/rulelint.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/workspace.h"
#include "widgets/editors/editorstatus.h"
#include "widgets/editors/rules/ruletrialpane.h"

#include <QtConcurrentRun>

#include <algorithm>

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace snug {

static constexpr auto RuleTrialPause = 120ms;

RulesEditorController::RulesEditorController(const AppContext &app, QObject *parent)
    : WindowController(app, parent)
    , m_document(&app.library, rulesFormat())
{
    adopt(&m_document);
    m_trialPause.setSingleShot(true);
    m_trialPause.setInterval(RuleTrialPause);
    connect(&m_trialPause, &QTimer::timeout, this, &RulesEditorController::tryIt);
    connect(&m_trying, &QFutureWatcherBase::finished, this, &RulesEditorController::onTrialDone);
    connect(&app.library, &Library::changed, this, [this](const LibraryChange &change) {
        if (change.kind == LibraryChange::Kind::Templates)
            showNames();
    });
}

RulesEditorController::~RulesEditorController()
{
    m_trying.waitForFinished();
    deleteWindow();
}

void RulesEditorController::makeWindow()
{
    m_editor = new RulesEditor;
    connectHead(m_editor->head());
    connect(m_editor, &RulesEditor::edited, this,
            [this](const QList<Json> &rules, const QString &label, const QString &field) {
                FramingRuleFile file = m_document.value();
                file.rules = rules;
                m_document.change(file, label, field);
            });
    connect(m_editor, &RulesEditor::nameChosen, this, [this](const QString &name) { open(name); });
    connect(m_editor, &RulesEditor::newRequested, this, &RulesEditorController::newRequested);
    connect(m_editor, &RulesEditor::currentChanged, this, [this] { m_trialPause.start(); });
    connect(m_editor->trial(), &RuleTrialPane::changed, this, [this] { m_trialPause.start(); });
    connect(m_editor->trial(), &RuleTrialPane::lastMessageRequested, this,
            &RulesEditorController::takeLastMessage);
    showNames();
}

void RulesEditorController::open(const QString &name, const QString &rule)
{
    if (!m_app.library.isOpen())
        return;
    const QStringList known = m_app.library.contents().templates.value(LibraryLayout::Folder::Rules);
    const QString before = m_document.name();
    const QString wanted = !name.isEmpty()                                 ? name
                           : m_document.isOpen() || known.contains(before) ? before
                           : known.isEmpty()                               ? QString()
                                                                           : known.first();
    showWindow();
    if (!rule.isEmpty())
        m_editor->chooseById(rule);
    if (wanted.isEmpty())
        return m_editor->status()->tell(
            tr("There are no rules files yet. Drop SmartTavern's on the main window to import them."),
            {{tr("New Rules File…"), [this] { Q_EMIT newRequested(); }}});
    if (m_document.isOpen() && m_document.name() == wanted)
        return showDocument();
    openIn(m_document, wanted);
}

bool RulesEditorController::openSource(const Source &source)
{
    for (const RuleFile &file : m_app.workspace.content.rules().files()) {
        const bool holds = std::ranges::any_of(
            file.rules, [&](const Json &rule) { return rule.value(u"id").toText() == source.id(); });
        if (holds && !source.id().isEmpty()) {
            open(file.name, source.id());
            return true;
        }
    }
    return false;
}

void RulesEditorController::documentOpened(DocumentEditing &)
{
    showDocument();
}

void RulesEditorController::documentChanged(DocumentEditing &)
{
    showDocument();
}

void RulesEditorController::showChange(const DocumentValue &before)
{
    const auto identity = [](const Json &rule) { return rule.value(u"id").toText(); };
    const qsizetype row = changedRow(before.as<FramingRuleFile>().rules, m_document.value().rules, identity,
                                     m_editor->current());
    if (row >= 0)
        m_editor->choose(int(row));
}

void RulesEditorController::documentMissing(DocumentEditing &)
{
    if (m_editor)
        m_editor->setState({}, {}, {});
}

void RulesEditorController::documentsEnded(UnsavedAnswer)
{
    if (m_editor)
        m_editor->setState({}, {}, {});
}

void RulesEditorController::putIntoEffect(DocumentEditing &document, bool isInEffect)
{
    m_app.workspace.content.rules().setEdited(
        document.name(), isInEffect ? std::optional(m_document.value().rules) : std::nullopt);
}

void RulesEditorController::showDocument()
{
    if (!m_editor || !m_document.isOpen())
        return;
    m_editor->setState(m_document.name(), m_document.value().rules, documentState(m_document));
    showNames();
    m_trialPause.start();
    lintRules();
}

void RulesEditorController::showNames()
{
    if (!m_editor)
        return;
    QStringList names = m_app.library.contents().templates.value(LibraryLayout::Folder::Rules);
    if (m_document.isOpen() && !names.contains(m_document.name()))
        names.append(m_document.name());
    m_editor->setNames(names, m_document.name());
}

void RulesEditorController::lintRules()
{
    lint([rules = m_document.value().rules](const std::stop_token &) { return ruleFindings(rules); });
}

void RulesEditorController::takeLastMessage()
{
    const ChatSession *session = m_app.chat.session();
    if (session && !session->chat().messages.isEmpty())
        m_editor->trial()->setText(session->chat().messages.last().text);
}

// Expressions of strangers may take their time: never on the window's thread.
void RulesEditorController::tryIt()
{
    if (!isUp())
        return;
    if (m_trying.isRunning()) { // the newest wins
        m_isTrialDue = true;
        return;
    }
    const std::optional<Json> rule = m_editor->currentRule();
    const QString text = m_editor->trial()->text();
    if (!rule)
        return m_editor->trial()->setResult({}, {});
    m_trying.setFuture(
        QtConcurrent::run(guarded([rule = *rule, text] { return Trial{text, tryRule(rule, text)}; },
                                  [text](const Error &) { return Trial{text, RuleTrial{text}}; })));
}

void RulesEditorController::onTrialDone()
{
    if (std::exchange(m_isTrialDue, false))
        return tryIt();
    if (!m_editor || m_trying.future().resultCount() == 0)
        return;
    const Trial trial = m_trying.result();
    m_editor->trial()->setResult(trial.text, trial.result);
}

} // namespace snug
