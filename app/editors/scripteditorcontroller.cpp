#include "app/editors/scripteditorcontroller.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "app/editors/editorquestions.h"
#include "app/editors/macrovalue.h"
#include "core/chat/chatsession.h"
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
#include "widgets/inspector/inspector.h"
#include "widgets/theme/systemtheme.h"
#include "widgets/window/mainwindow.h"

#include <QMenu>
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

static DocumentKey keyOf(ScriptScope scope, const QString &name)
{
    return {scriptsFormat(scope).kind, name};
}

static DocumentKey globalKey()
{
    return keyOf(ScriptScope::Global, settingsDocument());
}

ScriptEditorController::ScriptEditorController(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
{
    m_trialPause.setSingleShot(true);
    m_trialPause.setInterval(ScriptTrialPause);
    connect(&m_trialPause, &QTimer::timeout, this, &ScriptEditorController::tryIt);
    connect(&m_trying, &QFutureWatcherBase::finished, this, &ScriptEditorController::takeTrial);
    connect(&m_lint, &EditorLint::found, this, [this](const QList<LintFinding> &findings) {
        if (m_editor)
            m_editor->setFindings(findings);
    });
    connect(&app.inspector, &Inspector::openSource, this,
            [this](const Source &source, qsizetype) { follow(source); });
    connect(&app.workspace.content, &ActiveContent::changed, this, &ScriptEditorController::showPlaces);
    connect(&app.library, &Library::changed, this, [this](const LibraryChange &change) {
        if (change.kind == LibraryChange::Kind::Cards || change.kind == LibraryChange::Kind::Presets)
            showPlaces();
    });
    connect(&app.theme, &SystemTheme::themeChanged, this, [this](const Theme &theme) {
        if (m_editor)
            m_editor->setTheme(theme);
    });
    // The program ends; what is not saved are drafts.
    connect(&app.window, &MainWindow::closing, this, [this] {
        if (m_editor)
            m_editor->hide();
    });
    connect(&app.library, &Library::closed, this, [this] {
        if (m_editor)
            m_editor->hide();
        m_editings.clear();
        m_arriving.clear();
        m_shown = {};
    });
}

ScriptEditorController::~ScriptEditorController()
{
    m_stop.request_stop();
    m_trying.waitForFinished();
    delete m_editor;
}

void ScriptEditorController::make()
{
    m_editor = new ScriptEditor(&m_app.syntax);
    m_editor->setTheme(m_app.theme.theme());
    m_editor->form()->setMacros(macroWords());
    connectEditor();
}

void ScriptEditorController::connectEditor()
{
    ScriptEditor *editor = m_editor;
    DocumentHead *head = editor->head();
    const auto on = [this](auto act) {
        return [this, act] {
            if (Editing *now = editing())
                act(*now);
        };
    };
    connect(editor, &ScriptEditor::edited, this,
            [this](const QList<RegexScript> &scripts, const QString &label, const QString &field) {
                if (Editing *now = editing())
                    now->change(scripts, label, field);
            });
    connect(editor, &ScriptEditor::placeRequested, this,
            [this](const QString &id) { openPlace({id.section(u'/', 0, 0), id.section(u'/', 1)}); });
    connect(editor, &ScriptEditor::allowRequested, this, &ScriptEditorController::allow);
    connect(editor, &ScriptEditor::currentChangedTo, this, [this] { m_trialPause.start(); });
    connect(editor, &ScriptEditor::transferRequested, this, &ScriptEditorController::transfer);
    connect(editor, &ScriptEditor::importRequested, this, &ScriptEditorController::askForFiles);
    connect(editor, &ScriptEditor::exportRequested, this, &ScriptEditorController::askForTarget);
    connect(editor, &ScriptEditor::closing, this, &ScriptEditorController::closeEditings);
    connect(editor->trial(), &ScriptTrialPane::changed, this, [this] { m_trialPause.start(); });
    connect(editor->trial(), &ScriptTrialPane::lastMessageRequested, this,
            &ScriptEditorController::takeLastMessage);
    connect(editor->form()->replacement(), &MacroTextEdit::macroValueRequested, this,
            &ScriptEditorController::explain);
    connect(head, &DocumentHead::saveRequested, this, [this] {
        for (const auto &[id, each] : m_editings)
            each->save();
    });
    connect(head, &DocumentHead::undoRequested, this, on([](Editing &now) { now.undo(); }));
    connect(head, &DocumentHead::redoRequested, this, on([](Editing &now) { now.redo(); }));
    connect(head, &DocumentHead::revertRequested, this, on([](Editing &now) { now.revert(); }));
    connect(head->versionsMenu(), &QMenu::aboutToShow, this,
            on([this](Editing &now) { fillVersionsMenu(m_editor->head()->versionsMenu(), &now); }));
    connect(head->addMore(tr("Compare &Versions…")), &QAction::triggered, this,
            on([this](Editing &now) { showVersions(&now, tr("Regex Scripts"), m_editor); }));
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
        join(place.get());
        place->open(key.name);
    }
    return place.get();
}

static QString ownerOf(const DocumentKey &key)
{
    switch (scopeOf(key)) {
    case ScriptScope::Card:
        return u"characters/"_s + key.name;
    case ScriptScope::Preset:
        return u"presets/"_s + key.name;
    case ScriptScope::Global:
        break;
    }
    return {};
}

void ScriptEditorController::join(Editing *editing)
{
    const auto isShown = [this, editing] { return m_editor && editing == this->editing(); };
    connectStatus(
        editing, tr("Regex Scripts"), [this, isShown] { return isShown() ? m_editor->status() : nullptr; },
        [this] { return m_editor; });
    connect(editing, &DocumentEditing::opened, this, [this, editing] {
        if (const auto waiting = m_arriving.find(folderOf(editing->key())); waiting != m_arriving.end()) {
            receive(editing, waiting->second);
            m_arriving.erase(waiting);
        }
    });
    connect(editing, &DocumentEditing::changed, this, [this, editing, isShown] {
        putIntoEffect(editing);
        if (isShown())
            showState();
        showPlaces();
    });
    // What the user saves may do what the scripts before might. What others wrote, and came in by a merge,
    // may not.
    connect(editing, &DocumentEditing::saved, this, [this, editing] {
        const QByteArray before = m_digests.value(folderOf(editing->key()));
        if (const QString owner = ownerOf(editing->key()); !owner.isEmpty())
            m_app.workspace.content.scriptsEdited(owner, before, scriptsDigest(editing->savedValue()));
    });
    // saved() follows changed() at once, and asks what was there before both.
    const auto remember = [this, editing] {
        if (editing->isOpen())
            m_digests.insert(folderOf(editing->key()), scriptsDigest(editing->savedValue()));
    };
    connect(editing, &DocumentEditing::opened, editing, remember);
    connect(editing, &DocumentEditing::changed, editing, remember, Qt::QueuedConnection);
    connect(editing, &DocumentEditing::draftRestored, this,
            [this, editing] { Q_EMIT draftTaken(editing->key()); });
    connect(editing, &DocumentEditing::failed, this, [this, editing] {
        if (!editing->isOpen()) // another try begins anew
            QTimer::singleShot(0, this, [this, id = folderOf(editing->key())] { m_editings.erase(id); });
    });
}

void ScriptEditorController::open()
{
    openPlace(m_shown.kind.isEmpty() ? globalKey() : m_shown);
}

void ScriptEditorController::openPlace(const DocumentKey &key, const QString &script)
{
    if (!m_app.library.isOpen())
        return;
    if (!m_editor)
        make();
    if (m_shown != key) {
        m_editor->status()->clear();
        m_lint.drop();
    }
    m_shown = key;
    m_editor->show();
    m_editor->raise();
    m_editor->activateWindow();
    if (!script.isEmpty())
        m_editor->chooseById(script);
    editingOf(key);
    for (const auto &[id, each] : m_editings)
        putIntoEffect(each.get());
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
    lint();
}

void ScriptEditorController::lint()
{
    m_lint.look([scripts = editing()->value(), engine = m_app.workspace.content.inputs().regexEngine](
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
            .append({.id = key.kind + u'/' + key.name,
                     .name = name,
                     .isEdited = isEdited,
                     .isInEffect = isInEffect});
    };
    add(globalKey(), tr("Everywhere"), true);
    for (const PresetSummary &preset : contents.presets)
        add(keyOf(ScriptScope::Preset, preset.name), tr("Preset %1").arg(preset.name),
            preset.name == m_app.workspace.content.presetName());
    for (const CardSummary &card : contents.cards)
        add(keyOf(ScriptScope::Card, card.file), tr("Card %1").arg(card.name),
            card.file == m_app.workspace.content.cardFile());
    m_editor->setPlaces(used + others, m_shown.kind + u'/' + m_shown.name);
    m_editor->setAllowed(isAllowed());
}

void ScriptEditorController::putIntoEffect(Editing *editing)
{
    const bool counts = m_editor && m_editor->isVisible() && editing->isOpen() && editing->isEdited();
    m_app.workspace.content.edited().setScripts(editing->key(),
                                                counts ? std::optional(editing->value()) : std::nullopt);
}

// The window is closed: what is not saved waits as drafts, and whoever wants can decide otherwise.
void ScriptEditorController::closeEditings()
{
    for (const auto &[id, each] : m_editings) {
        m_app.workspace.content.edited().setScripts(each->key(), std::nullopt);
        if (each->isOpen() && each->isEdited())
            askBeforeClosing(each.get(), tr("Regex Scripts"), &m_app.window);
    }
}

std::optional<bool> ScriptEditorController::isAllowed() const
{
    const QString owner = ownerOf(m_shown);
    if (owner.isEmpty())
        return std::nullopt;
    const Editing *now = editing();
    if (!now || !now->isOpen())
        return false;
    return m_app.workspace.content.areScriptsAllowed(owner, scriptsDigest(now->savedValue())).value_or(false);
}

void ScriptEditorController::allow(bool isAllowed)
{
    if (const Editing *now = editing(); now && now->isOpen())
        m_app.workspace.content.allowScripts(ownerOf(m_shown), scriptsDigest(now->savedValue()), isAllowed);
    showPlaces();
}

// A step in each of the two places, taken back there.
void ScriptEditorController::transfer(const QList<int> &rows, const QString &place, bool isMove)
{
    Editing *from = editing();
    if (!from || !from->isOpen())
        return;
    const QList<RegexScript> scripts = rowsOf(from->value(), rows);
    const DocumentKey key{place.section(u'/', 0, 0), place.section(u'/', 1)};
    Editing *target = editingOf(key);
    if (target->isOpen())
        receive(target, scripts);
    else
        m_arriving[folderOf(key)] += scripts;
    if (isMove)
        from->change(withoutRows(from->value(), rows), tr("Move Scripts"));
    m_editor->status()->tell(isMove ? tr("%n script(s) moved. Each of the two places takes its step back.",
                                         nullptr, int(rows.size()))
                                    : tr("%n script(s) copied.", nullptr, int(rows.size())),
                             {{tr("Look"), [this, key] { openPlace(key); }}});
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
    if (!m_editor || !m_editor->isVisible())
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

void ScriptEditorController::takeTrial()
{
    if (std::exchange(m_isTrialDue, false))
        return tryIt();
    if (!m_editor || m_trying.future().resultCount() == 0)
        return;
    const Trial trial = m_trying.result();
    m_editor->form()->setFailure(trial.result.failure, trial.result.failureAt);
    m_editor->trial()->setResult(trial.request, trial.result);
}

void ScriptEditorController::explain(const QString &macro)
{
    findMacroValue(macro, &m_app.chat, &m_app.workspace.content, this, [this, macro](const QString &value) {
        if (m_editor)
            m_editor->form()->replacement()->showMacroValue(macro, value);
    });
}

// What a script wrote into the prompt leads to it, wherever it is.
void ScriptEditorController::follow(const Source &source)
{
    if (source.type() != u"regex.script")
        return;
    const auto holds = [&](const QList<RegexScript> &scripts) {
        return std::ranges::contains(scripts, source.id(), &RegexScript::id);
    };
    const QList<ScriptOwner> owners = m_app.workspace.content.scriptOwners();
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
