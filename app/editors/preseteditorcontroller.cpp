#include "app/editors/preseteditorcontroller.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "app/editors/editorquestions.h"
#include "app/editors/macrovalue.h"
#include "core/editing/presetedits.h"
#include "core/library/documentfiles.h"
#include "core/library/library.h"
#include "core/lint/presetlint.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/workspace.h"
#include "widgets/editors/blocklist.h"
#include "widgets/editors/editorstatus.h"
#include "widgets/inspector/inspector.h"
#include "widgets/theme/systemtheme.h"

#include <QLocale>
#include <QMenu>
#include <QTimer>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

const QString VersionPrefix = u"version/"_s;

QString timeText(const QDateTime &time)
{
    return QLocale().toString(time.toLocalTime(), QLocale::ShortFormat);
}

} // namespace

PresetEditorController::PresetEditorController(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
    , m_preview(assemble)
{
    connect(&m_preview, &PromptPreview::ready, this, [this](const PreparedPrompt &prepared) {
        if (m_editor && !m_preview.isBusy())
            m_editor->setPrompt(prepared.prompt);
    });
    connect(&m_lint, &EditorLint::found, this, [this](const QList<LintFinding> &findings) {
        if (m_editor)
            m_editor->setFindings(findings);
    });
    connect(&app.inspector, &Inspector::openSource, this, &PresetEditorController::follow);
    connect(&app.workspace.content, &ActiveContent::changed, this, &PresetEditorController::showNames);
    connect(&app.chat, &ChatController::sessionChanged, this, [this] {
        if (ChatSession *session = m_app.chat.session())
            connect(session, &ChatSession::snapshotChanged, this, &PresetEditorController::showPreview);
        showPreview();
    });
    connect(&app.library, &Library::changed, this, [this](const LibraryChange &change) {
        if (change.kind == LibraryChange::Kind::Presets)
            showNames();
    });
    connect(&app.library, &Library::closed, this, [this] {
        if (m_editor)
            m_editor->hide();
        if (m_comparer)
            m_comparer->hide();
        m_editings.clear();
        m_shown.clear();
    });
    connect(&app.theme, &SystemTheme::themeChanged, this, [this](const Theme &theme) {
        if (m_editor)
            m_editor->setTheme(theme);
        if (m_comparer)
            m_comparer->setTheme(theme);
    });
}

PresetEditorController::~PresetEditorController()
{
    delete m_editor;
    delete m_comparer;
}

void PresetEditorController::make()
{
    m_editor = new PresetEditor(&m_app.syntax);
    m_editor->setTheme(m_app.theme.theme());
    m_editor->setMacros(macroWords());
    connect(m_editor, &PresetEditor::edited, this, &PresetEditorController::take);
    const auto on = [this](auto act) {
        return [this, act] {
            if (Editing *now = editing())
                act(*now);
        };
    };
    connect(m_editor, &PresetEditor::undoRequested, this, on([](Editing &now) { now.undo(); }));
    connect(m_editor, &PresetEditor::redoRequested, this, on([](Editing &now) { now.redo(); }));
    connect(m_editor, &PresetEditor::saveRequested, this, on([](Editing &now) { now.save(); }));
    connect(m_editor, &PresetEditor::revertRequested, this, on([](Editing &now) { now.revert(); }));
    connect(m_editor, &PresetEditor::openRequested, this, [this](const QString &name) { open(name); });
    connect(m_editor, &PresetEditor::useRequested, this,
            [this] { m_app.workspace.content.choosePreset(m_shown); });
    connect(m_editor, &PresetEditor::compareRequested, this, [this] { openComparer({}); });
    connect(m_editor, &PresetEditor::macroValueRequested, this, &PresetEditorController::explain);
    connect(m_editor, &PresetEditor::saveAllRequested, this, [this] {
        for (const auto &[name, each] : m_editings)
            each->save();
    });
    connect(m_editor, &PresetEditor::closed, this, &PresetEditorController::closeEditings);
    connect(m_editor->versionsMenu(), &QMenu::aboutToShow, this, &PresetEditorController::fillVersions);
}

PresetEditorController::Editing *PresetEditorController::editing() const
{
    const auto found = m_editings.find(m_shown);
    return found == m_editings.end() ? nullptr : found->second.get();
}

PresetEditorController::Editing *PresetEditorController::editingOf(const QString &name)
{
    std::unique_ptr<Editing> &place = m_editings[name];
    if (!place) {
        place = std::make_unique<Editing>(&m_app.library, presetFormat());
        join(place.get());
        place->open(name);
    }
    return place.get();
}

// What happens to a preset is said in the window while it shows that one.
void PresetEditorController::join(Editing *editing)
{
    const auto isShown = [this, editing] { return m_editor && editing == this->editing(); };
    connect(editing, &DocumentEditing::changed, this, [this, editing, isShown] {
        m_app.workspace.content.edited().setPreset(
            editing->name(), editing->isEdited() ? std::optional(editing->value()) : std::nullopt);
        if (isShown())
            showState();
        else
            showNames();
        showComparison();
    });
    connect(editing, &DocumentEditing::opened, this, [this, isShown] {
        if (isShown())
            showState(); // what is told next is about it
    });
    connect(editing, &DocumentEditing::draftRestored, this,
            [this, editing] { Q_EMIT draftTaken(editing->key()); });
    connectStatus(
        editing, {}, [this, isShown] { return isShown() ? m_editor->status() : nullptr; },
        [this] { return m_editor; });
    connect(editing, &DocumentEditing::failed, this, [this, editing] {
        if (!editing->isOpen()) // another try begins anew
            QTimer::singleShot(0, this, [this, name = editing->name()] { m_editings.erase(name); });
    });
}

void PresetEditorController::open(const QString &name, const QString &block, qsizetype position)
{
    if (!m_app.library.isOpen())
        return;
    QString wanted = name.isEmpty() ? m_app.workspace.content.presetName() : name;
    if (wanted.isEmpty() && !m_app.library.contents().presets.isEmpty())
        wanted = m_app.library.contents().presets.first().name;
    if (!m_editor)
        make();
    m_shown = wanted;
    m_wantedBlock = block;
    m_wantedPosition = position;
    if (!wanted.isEmpty())
        editingOf(wanted);
    m_editor->show();
    m_editor->raise();
    m_editor->activateWindow();
    showState();
}

void PresetEditorController::showState()
{
    Editing *now = editing();
    if (!m_editor || !now || !now->isOpen())
        return;
    m_editor->setState({.name = now->name(),
                        .preset = now->value(),
                        .saved = now->savedValue(),
                        .isEdited = now->isEdited(),
                        .isSaving = now->isSaving(),
                        .undoText = now->undoText(),
                        .redoText = now->redoText(),
                        .canUndo = now->canUndo(),
                        .canRedo = now->canRedo()});
    if (!m_wantedBlock.isEmpty()) {
        const QString block = std::exchange(m_wantedBlock, {});
        if (findBlock(now->value(), block))
            m_editor->showBlock(block, m_wantedPosition);
        else
            m_editor->showText(block);
    }
    showNames();
    showPreview();
    lint();
}

void PresetEditorController::lint()
{
    const TokenCounterPtr counter = lintSettings(m_app.workspace.content.inputs()).counter;
    m_lint.look([preset = editing()->value(), counter](const std::stop_token &) {
        return presetFindings(preset, counter);
    });
}

QSet<QString> PresetEditorController::unsaved() const
{
    QSet<QString> names;
    for (const auto &[name, each] : m_editings) {
        if (each->isEdited())
            names.insert(name);
    }
    return names;
}

void PresetEditorController::showNames()
{
    if (!m_editor)
        return;
    QStringList names;
    for (const PresetSummary &preset : m_app.library.contents().presets)
        names.append(preset.name);
    const QSet<QString> edited = unsaved();
    for (const QString &name : edited) {
        if (!names.contains(name))
            names.append(name);
    }
    m_editor->setNames(names, edited, m_app.workspace.content.presetName());
}

void PresetEditorController::showPreview()
{
    Editing *now = editing();
    if (!m_editor || !m_editor->isVisible() || !now || !now->isOpen())
        return;
    const ChatSession *session = m_app.chat.session();
    PromptInputs inputs = session ? session->snapshot() : m_app.workspace.content.inputs();
    inputs.preset = now->value();
    m_preview.update({inputs, {}});
}

void PresetEditorController::take(const Preset &preset, const QString &label, const QString &field)
{
    if (Editing *now = editing())
        now->change(preset, label, field);
}

// Blocks and texts of presets lead here; what a macro made, to the block that it stands in.
void PresetEditorController::follow(const Source &source, qsizetype position)
{
    for (Source link = source; link.type() != u"unknown"; link = link.parent()) {
        const QString type = link.type();
        const bool isPart = type == u"preset.relative" || type == u"preset.in_chat" ||
                            type == u"preset.unlisted" || type == u"preset.text";
        if (isPart && link.parent().type() == u"preset.file")
            return open(link.parent().id(), link.id(), link == source ? position : -1);
        if (type == u"preset.file")
            return open(link.id());
        // Names come through macros; what else stands in a block or marker has a place of its own.
        if (type != u"macro" && !type.endsWith(u".name") && !type.endsWith(u".names"))
            return;
    }
}

void PresetEditorController::fillVersions()
{
    Editing *now = editing();
    if (!now)
        return;
    QMenu *menu = m_editor->versionsMenu();
    menu->clear();
    menu->addAction(tr("Looking…"))->setEnabled(false);
    now->listVersions(menu, [this, menu](const QList<KeptVersion> &versions) {
        menu->clear();
        for (const KeptVersion &version : versions) {
            QMenu *each = menu->addMenu(timeText(version.saved));
            each->addAction(tr("&Compare…"), this,
                            [this, id = version.id] { openComparer(VersionPrefix + id); });
            each->addAction(tr("&Put Back"), this, [this, version] {
                if (Editing *shown = editing())
                    shown->restoreVersion(version);
            });
        }
        if (versions.isEmpty())
            menu->addAction(tr("None yet: each save keeps what it replaces"))->setEnabled(false);
    });
}

void PresetEditorController::explain(const QString &macro)
{
    findMacroValue(macro, &m_app.chat, &m_app.workspace.content, this, [this, macro](const QString &value) {
        if (m_editor)
            m_editor->showMacroValue(macro, value);
    });
}

// The window is closed: what was not saved is discarded or waits as a draft.
void PresetEditorController::closeEditings(bool keepsDrafts)
{
    for (const auto &[name, each] : m_editings) {
        if (!keepsDrafts)
            each->discard();
        m_app.workspace.content.edited().setPreset(name, std::nullopt);
    }
    if (m_comparer)
        m_comparer->hide();
    m_shown.clear();
    m_editings.clear();
    m_lint.drop();
    if (m_editor)
        m_editor->setState({});
}

void PresetEditorController::closeWindows()
{
    if (m_editor)
        m_editor->hide();
    closeEditings(true);
}

void PresetEditorController::openComparer(const QString &chosen)
{
    Editing *now = editing();
    if (!now || !now->isOpen())
        return;
    if (!m_comparer) {
        m_comparer = new PresetComparer;
        m_comparer->setTheme(m_app.theme.theme());
        connect(m_comparer, &PresetComparer::rightChosen, this, &PresetEditorController::compareWith);
        connect(m_comparer, &PresetComparer::copyToLeftRequested, this, [this](const QString &identifier) {
            Editing *left = editing();
            if (left && m_comparedValue)
                left->change(withCopied(left->value(), *m_comparedValue, identifier, {}), tr("Copy Block"));
        });
        connect(m_comparer, &PresetComparer::copyToRightRequested, this, [this](const QString &identifier) {
            Editing *left = editing();
            if (!left || m_compared.startsWith(VersionPrefix))
                return;
            Editing *right = editingOf(m_compared);
            if (right->isOpen())
                right->change(withCopied(right->value(), left->value(), identifier, {}), tr("Copy Block"));
        });
    }
    QList<std::pair<QString, QString>> choices;
    for (const PresetSummary &preset : m_app.library.contents().presets) {
        if (preset.name != m_shown)
            choices.append({preset.name, preset.name});
    }
    now->listVersions(m_comparer, [this, choices, chosen](QList<KeptVersion> versions) {
        QList<std::pair<QString, QString>> all = choices;
        for (const KeptVersion &version : std::as_const(versions))
            all.append({VersionPrefix + version.id, tr("Version of %1").arg(timeText(version.saved))});
        const QString first = all.isEmpty() ? QString() : all.first().first;
        m_comparer->setChoices(all, chosen.isEmpty() ? first : chosen);
        compareWith(chosen.isEmpty() ? first : chosen);
        m_comparer->show();
        m_comparer->raise();
        m_comparer->activateWindow();
    });
}

void PresetEditorController::compareWith(const QString &id)
{
    m_compared = id;
    m_comparedValue.reset();
    Editing *now = editing();
    if (id.isEmpty() || !now)
        return showComparison();
    if (id.startsWith(VersionPrefix)) {
        now->readVersion(id.sliced(VersionPrefix.size()), m_comparer,
                         [this, id](const Result<DocumentValue> &value) {
                             if (id != m_compared || !value)
                                 return;
                             m_comparedValue = value->as<Preset>();
                             showComparison();
                         });
        return;
    }
    editingOf(id);
    showComparison();
}

void PresetEditorController::showComparison()
{
    Editing *now = editing();
    if (!m_comparer || !now)
        return;
    const bool isVersion = m_compared.startsWith(VersionPrefix);
    if (const auto right = m_editings.find(m_compared); !isVersion && right != m_editings.end())
        m_comparedValue = right->second->isOpen() ? std::optional(right->second->value()) : std::nullopt;
    m_comparer->setLeft(now->isEdited() ? tr("%1, as edited").arg(now->name()) : now->name(), now->value());
    m_comparer->setRight(m_comparedValue.value_or(Preset()), !isVersion);
}

} // namespace snug
