#include "app/editors/scripteditorcontroller.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "core/chat/chatsession.h"
#include "core/editing/changedrow.h"
#include "core/editing/scriptedits.h"
#include "core/guarded.h"
#include "core/library/library.h"
#include "core/lint/scriptlint.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/workspace.h"
#include "widgets/editors/editorstatus.h"
#include "widgets/editors/regex/scriptform.h"
#include "widgets/editors/regex/scripttrialpane.h"
#include "widgets/editors/text/macrotextedit.h"
#include "widgets/window/actions.h"

#include <QAction>
#include <QtConcurrentRun>

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace snug {

static constexpr auto ScriptTrialPause = 120ms;

static ScriptScope scopeOf(const DocumentKey &key)
{
    for (const ScriptScope scope : {ScriptScope::Preset, ScriptScope::Card}) {
        if (scriptsFormat(scope).kind == key.kind)
            return scope;
    }
    return ScriptScope::Global;
}

// A place as the window calls it.
static QString scriptPlaceOf(const DocumentKey &key)
{
    return documentKindName(key.kind) + u'/' + key.name;
}

static DocumentKey keyOfScriptPlace(const QString &place)
{
    return {documentKindFromName(place.section(u'/', 0, 0)).value_or(DocumentKind::Script),
            place.section(u'/', 1)};
}

static DocumentKey keyOf(ScriptScope scope, const QString &name)
{
    return {scriptsFormat(scope).kind, name};
}

static DocumentKey globalKey()
{
    return keyOf(ScriptScope::Global, settingsDocument());
}

ScriptEditorController::ScriptEditorController(const AppContext &app, QObject *parent)
    : WindowController(app, parent)
    , m_shown(globalKey())
{
    m_trialPause.setSingleShot(true);
    m_trialPause.setInterval(ScriptTrialPause);
    connect(&m_trialPause, &QTimer::timeout, this, &ScriptEditorController::tryIt);
    connect(&m_trying, &QFutureWatcherBase::finished, this, &ScriptEditorController::onTrialDone);
    connect(app.actions.action(ActionId::EditScripts), &QAction::triggered, this,
            &ScriptEditorController::open);
    connect(&app.workspace.content, &ActiveContent::changed, this, &ScriptEditorController::showPlaces);
    connect(&app.library, &Library::changed, this, [this](const LibraryChange &change) {
        if (change.kind == LibraryChange::Kind::Cards || change.kind == LibraryChange::Kind::Presets)
            showPlaces();
    });
    connect(&app.library, &Library::closed, this, [this] {
        m_arriving.clear();
        m_shown = globalKey();
    });
}

ScriptEditorController::~ScriptEditorController()
{
    m_stop.request_stop();
    m_trying.waitForFinished();
    deleteWindow();
}

void ScriptEditorController::makeWindow()
{
    m_editor = new ScriptEditor(m_app.syntax());
    m_editor->form()->setMacros(macroWords());
    connectEditor();
}

void ScriptEditorController::connectEditor()
{
    ScriptEditor *editor = m_editor;
    connectHead(editor->head());
    connect(editor, &ScriptEditor::edited, this,
            [this](const QList<RegexScript> &scripts, const QString &label, const QString &field) {
                if (Editing *now = editing())
                    now->change(scripts, label, field);
            });
    connect(editor, &ScriptEditor::placeRequested, this,
            [this](const QString &place) { openPlace(keyOfScriptPlace(place)); });
    connect(editor, &ScriptEditor::allowRequested, this, &ScriptEditorController::allow);
    connect(editor, &ScriptEditor::currentChangedTo, this, [this] {
        m_trialPause.start();
        Q_EMIT documentShown();
    });
    connect(editor, &ScriptEditor::transferRequested, this, &ScriptEditorController::transfer);
    connect(editor, &ScriptEditor::importRequested, this, &ScriptEditorController::askForFiles);
    connect(editor, &ScriptEditor::exportRequested, this, &ScriptEditorController::askForTarget);
    connect(editor->trial(), &ScriptTrialPane::changed, this, [this] { m_trialPause.start(); });
    connect(editor->trial(), &ScriptTrialPane::lastMessageRequested, this,
            &ScriptEditorController::takeLastMessage);
    connect(editor->form()->replacement(), &MacroTextEdit::macroValueRequested, this,
            &ScriptEditorController::explain);
}

void ScriptEditorController::save()
{
    for (const auto &[id, each] : m_editings)
        each->save();
}

QList<DocumentEditing *> ScriptEditorController::documents()
{
    QList<DocumentEditing *> list;
    for (const auto &[id, each] : m_editings)
        list.append(each.get());
    return list;
}

ScriptEditorController::Editing *ScriptEditorController::editing() const
{
    const auto found = m_editings.find(folderOf(m_shown));
    return found == m_editings.end() ? nullptr : found->second.get();
}

ScriptEditorController::Editing *ScriptEditorController::editingOf(const DocumentKey &key)
{
    std::unique_ptr<Editing> &place = m_editings[folderOf(key)];
    if (!place) {
        place = std::make_unique<Editing>(&m_app.library, scriptsFormat(scopeOf(key)));
        adopt(place.get());
        followSaves(place.get());
        place->open(key.name);
    }
    return place.get();
}

void ScriptEditorController::followSaves(Editing *editing)
{
    // What the user saves may do what the scripts before might. What others wrote, and came in by a merge,
    // may not.
    connect(editing, &DocumentEditing::saved, this, [this, editing] {
        const QByteArray before = m_digests.value(folderOf(editing->key()));
        if (const QString owner = scriptOwnerKey(editing->key()); !owner.isEmpty())
            m_app.workspace.content.choices().scriptsEdited(owner, before,
                                                            scriptsDigest(editing->savedValue()));
    });
    // saved() follows changed() at once, and asks what was there before both.
    const auto remember = [this, editing] {
        if (editing->isOpen())
            m_digests.insert(folderOf(editing->key()), scriptsDigest(editing->savedValue()));
    };
    connect(editing, &DocumentEditing::opened, editing, remember);
    connect(editing, &DocumentEditing::changed, editing, remember, Qt::QueuedConnection);
}

void ScriptEditorController::documentOpened(DocumentEditing &document)
{
    const QString id = folderOf(document.key());
    if (const auto waiting = m_arriving.find(id); waiting != m_arriving.end())
        receive(m_editings.at(id).get(), std::exchange(waiting->second, {}));
    m_arriving.erase(id);
}

void ScriptEditorController::documentChanged(DocumentEditing &document)
{
    if (&document == editing())
        showState();
    showPlaces();
}

void ScriptEditorController::showChange(const DocumentValue &before)
{
    const auto identity = [](const RegexScript &script) {
        return script.id.isEmpty() ? script.name : script.id;
    };
    const qsizetype row =
        changedRow(before.as<QList<RegexScript>>(), editing()->value(), identity, m_editor->current());
    if (row >= 0)
        m_editor->choose({int(row)});
}

void ScriptEditorController::documentMissing(DocumentEditing &document)
{
    // Another try begins anew.
    QTimer::singleShot(0, this, [this, id = folderOf(document.key())] { m_editings.erase(id); });
}

void ScriptEditorController::documentsEnded(UnsavedAnswer)
{
    m_editings.clear();
    if (m_editor)
        m_editor->setState({}, {}, {}, {});
}

QString ScriptEditorController::partInFront() const
{
    return m_editor ? scriptMark(m_editor->scripts(), m_editor->current()) : QString();
}

void ScriptEditorController::open()
{
    openPlace(m_shown);
}

void ScriptEditorController::openPlace(const DocumentKey &key, const QString &script)
{
    if (!m_app.library.isOpen())
        return;
    const bool isOther = m_shown != key;
    m_shown = key;
    showWindow();
    if (isOther) {
        m_editor->status()->clear();
        dropLint();
    }
    if (!script.isEmpty() && isOther)
        m_editor->chooseNext(script);
    else if (!script.isEmpty())
        m_editor->chooseById(script);
    editingOf(key);
    showPlaces();
    showState();
}

void ScriptEditorController::showState()
{
    Editing *now = editing();
    if (!m_editor || !now || !now->isOpen())
        return;
    m_editor->setState(folderOf(now->key()), now->value(), now->savedValue(), documentState(*now));
    m_editor->setAllowed(isAllowed());
    m_trialPause.start();
    lintScripts();
}

void ScriptEditorController::lintScripts()
{
    lint([scripts = editing()->value(), engine = m_app.workspace.content.inputs().regexEngine](
             const std::stop_token &) { return scriptFindings(scripts, engine); });
}

// Those in effect stand above the others.
void ScriptEditorController::showPlaces()
{
    if (!m_editor || !m_app.library.isOpen())
        return;
    const LibraryContents &contents = m_app.library.contents();
    QList<ScriptPlace> used;
    QList<ScriptPlace> others;
    const auto add = [&](const DocumentKey &key, const QString &name, bool isInEffect) {
        const auto open = m_editings.find(folderOf(key));
        const bool isEdited = open != m_editings.end() && open->second->isEdited();
        (isInEffect ? used : others)
            .append({.id = scriptPlaceOf(key), .name = name, .isEdited = isEdited, .isInEffect = isInEffect});
    };
    add(globalKey(), tr("Everywhere"), true);
    for (const PresetSummary &preset : contents.presets)
        add(keyOf(ScriptScope::Preset, preset.name), tr("Preset %1").arg(preset.name),
            preset.name == m_app.workspace.content.presetName());
    for (const CardSummary &card : contents.cards)
        add(keyOf(ScriptScope::Card, card.file), tr("Card %1").arg(card.name),
            card.file == m_app.workspace.content.cardFile());
    m_editor->setPlaces(used + others, scriptPlaceOf(m_shown));
    m_editor->setAllowed(isAllowed());
}

void ScriptEditorController::putIntoEffect(DocumentEditing &document, bool isInEffect)
{
    const Editing *editing = m_editings.at(folderOf(document.key())).get();
    m_app.workspace.content.edited().setScripts(document.key(),
                                                isInEffect ? std::optional(editing->value()) : std::nullopt);
}

std::optional<bool> ScriptEditorController::isAllowed() const
{
    const QString owner = scriptOwnerKey(m_shown);
    if (owner.isEmpty())
        return std::nullopt;
    const Editing *now = editing();
    if (!now || !now->isOpen())
        return false;
    return m_app.workspace.content.scripts()
        .isAllowed(owner, scriptsDigest(now->savedValue()))
        .value_or(false);
}

void ScriptEditorController::allow(bool isAllowed)
{
    if (const Editing *now = editing(); now && now->isOpen())
        m_app.workspace.content.choices().allowScripts(scriptOwnerKey(m_shown),
                                                       scriptsDigest(now->savedValue()), isAllowed);
    showPlaces();
}

// A step in each of the two places, taken back there.
void ScriptEditorController::transfer(const QList<int> &rows, const QString &place, bool isMove)
{
    Editing *from = editing();
    if (!from || !from->isOpen())
        return;
    const QList<RegexScript> scripts = rowsOf(from->value(), rows);
    const DocumentKey key = keyOfScriptPlace(place);
    Editing *target = editingOf(key);
    if (target->isOpen())
        receive(target, scripts);
    else
        m_arriving[folderOf(key)] += scripts;
    if (isMove)
        from->change(withoutRows(from->value(), rows), tr("Move Scripts"));
    m_editor->status()->tell(
        isMove ? tr("%n script(s) moved. Undo it in each of the two lists.", nullptr, int(rows.size()))
               : tr("%n script(s) copied.", nullptr, int(rows.size())),
        {{tr("Show"), [this, key] { openPlace(key); }}});
}

// Identifiers stay unless they are taken.
void ScriptEditorController::receive(Editing *target, const QList<RegexScript> &scripts)
{
    QList<RegexScript> all = target->value();
    for (const RegexScript &script : scripts) {
        const bool isTaken = script.id.isEmpty() || std::ranges::contains(all, script.id, &RegexScript::id);
        all.append(isTaken ? asNewScript(script) : script);
    }
    target->change(all, tr("Add Scripts"));
}

void ScriptEditorController::takeLastMessage()
{
    const ChatSession *session = m_app.chat.session();
    if (session && !session->chat().messages.isEmpty())
        m_editor->trial()->setText(session->chat().messages.last().text);
}

// Searching is another process's work and may take its time: never on the window's thread.
void ScriptEditorController::tryIt()
{
    if (!isUp())
        return;
    if (m_trying.isRunning()) { // the newest wins
        m_stop.request_stop();
        m_isTrialDue = true;
        return;
    }
    const std::optional<RegexScript> script = m_editor->currentScript();
    if (!script) {
        m_editor->form()->setFailure(std::nullopt, -1);
        return m_editor->trial()->setResult({}, {});
    }
    ScriptTrialRequest request = m_editor->trial()->request();
    request.script = *script;
    const ChatSession *session = m_app.chat.session();
    const PromptInputs inputs = session ? session->snapshot() : m_app.workspace.content.inputs();
    m_stop = std::stop_source();
    m_editor->trial()->setBusy(true);
    m_trying.setFuture(QtConcurrent::run(
        guarded([request, inputs,
                 stop = m_stop.get_token()] { return Trial{request, tryScript(request, inputs, stop)}; },
                [request](const Error &error) {
                    Trial trial{request, {}};
                    trial.result.warnings = {error.what};
                    return trial;
                })));
}

void ScriptEditorController::onTrialDone()
{
    if (std::exchange(m_isTrialDue, false))
        return tryIt();
    if (!m_editor || m_trying.future().resultCount() == 0)
        return;
    const Trial trial = m_trying.result();
    m_editor->setFailure(trial.request.script.find, trial.result.failure, trial.result.failureAt);
    m_editor->trial()->setResult(trial.request, trial.result);
}

void ScriptEditorController::showMacroValue(const QString &macro, const QString &value)
{
    m_editor->form()->replacement()->showMacroValue(macro, value);
}

// What a script wrote into the prompt leads to it, wherever it is.
void ScriptEditorController::openSource(const Source &source)
{
    const auto holds = [&](const QList<RegexScript> &scripts) {
        return std::ranges::contains(scripts, source.id(), &RegexScript::id);
    };
    const QList<ScriptOwner> owners = m_app.workspace.content.scripts().owners();
    for (const ScriptOwner &owner : owners) {
        if (holds(owner.scripts))
            return openPlace(owner.kind == ScriptOwner::Kind::Card
                                 ? keyOf(ScriptScope::Card, owner.key.section(u'/', 1))
                                 : keyOf(ScriptScope::Preset, owner.key.section(u'/', 1)),
                             source.id());
    }
    openPlace(globalKey(), source.id());
}

} // namespace snug
