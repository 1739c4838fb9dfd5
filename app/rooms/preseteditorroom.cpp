#include "app/rooms/preseteditorroom.h"

#include "app/rooms/chatroom.h"
#include "app/rooms/editorquestions.h"
#include "app/rooms/macrovalue.h"
#include "app/rooms/promptroom.h"
#include "core/editing/presetedits.h"
#include "core/library/documentfiles.h"
#include "core/library/library.h"
#include "core/lint/presetlint.h"
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

PresetEditorRoom::PresetEditorRoom(const Surroundings &around, QObject *parent)
    : QObject(parent)
    , m_around(around)
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
    connect(around.inspector, &Inspector::openSource, this, &PresetEditorRoom::follow);
    connect(around.prompt, &PromptRoom::changed, this, &PresetEditorRoom::showNames);
    connect(around.chat, &ChatRoom::sessionChanged, this, [this] {
        if (ChatSession *session = m_around.chat->session())
            connect(session, &ChatSession::snapshotChanged, this, &PresetEditorRoom::showPreview);
        showPreview();
    });
    connect(around.library, &Library::changed, this, [this](const LibraryChange &change) {
        if (change.kind == LibraryChange::Kind::Presets)
            showNames();
    });
    connect(around.library, &Library::closed, this, [this] {
        if (m_editor)
            m_editor->hide();
        if (m_comparer)
            m_comparer->hide();
        m_editings.clear();
        m_shown.clear();
    });
    connect(around.theme, &SystemTheme::themeChanged, this, [this](const Theme &theme) {
        if (m_editor)
            m_editor->setTheme(theme);
        if (m_comparer)
            m_comparer->setTheme(theme);
    });
}

PresetEditorRoom::~PresetEditorRoom()
{
    delete m_editor;
    delete m_comparer;
}

void PresetEditorRoom::make()
{
    m_editor = new PresetEditor(m_around.syntax);
    m_editor->setTheme(m_around.theme->theme());
    m_editor->setMacros(macroWords());
    connect(m_editor, &PresetEditor::edited, this, &PresetEditorRoom::take);
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
    connect(m_editor, &PresetEditor::useRequested, this, [this] { m_around.prompt->choosePreset(m_shown); });
    connect(m_editor, &PresetEditor::compareRequested, this, [this] { openComparer({}); });
    connect(m_editor, &PresetEditor::macroValueWanted, this, &PresetEditorRoom::explain);
    connect(m_editor, &PresetEditor::saveAllRequested, this, [this] {
        for (const auto &[name, each] : m_editings)
            each->save();
    });
    connect(m_editor, &PresetEditor::closed, this, &PresetEditorRoom::closeEditings);
    connect(m_editor->versionsMenu(), &QMenu::aboutToShow, this, &PresetEditorRoom::fillVersions);
}

PresetEditorRoom::Editing *PresetEditorRoom::editing() const
{
    const auto found = m_editings.find(m_shown);
    return found == m_editings.end() ? nullptr : found->second.get();
}

PresetEditorRoom::Editing *PresetEditorRoom::editingOf(const QString &name)
{
    std::unique_ptr<Editing> &place = m_editings[name];
    if (!place) {
        place = std::make_unique<Editing>(m_around.library, presetFormat());
        join(place.get());
        place->open(name);
    }
    return place.get();
}

// What happens to a preset is said in the window while it shows that one.
void PresetEditorRoom::join(Editing *editing)
{
    const auto isShown = [this, editing] { return m_editor && editing == this->editing(); };
    connect(editing, &DocumentEditing::changed, this, [this, editing, isShown] {
        m_around.prompt->edited().setPreset(
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
    joinStatus(
        editing, {}, [this, isShown] { return isShown() ? m_editor->status() : nullptr; },
        [this] { return m_editor; });
    connect(editing, &DocumentEditing::failed, this, [this, editing] {
        if (!editing->isOpen()) // another try begins anew
            QTimer::singleShot(0, this, [this, name = editing->name()] { m_editings.erase(name); });
    });
}

void PresetEditorRoom::open(const QString &name, const QString &block, qsizetype position)
{
    if (!m_around.library->isOpen())
        return;
    QString wanted = name.isEmpty() ? m_around.prompt->presetName() : name;
    if (wanted.isEmpty() && !m_around.library->contents().presets.isEmpty())
        wanted = m_around.library->contents().presets.first().name;
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

void PresetEditorRoom::showState()
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

void PresetEditorRoom::lint()
{
    const TokenCounterPtr counter = lintSettings(m_around.prompt->inputs()).counter;
    m_lint.look([preset = editing()->value(), counter](const std::stop_token &) {
        return presetFindings(preset, counter);
    });
}

QSet<QString> PresetEditorRoom::unsaved() const
{
    QSet<QString> names;
    for (const auto &[name, each] : m_editings) {
        if (each->isEdited())
            names.insert(name);
    }
    return names;
}

void PresetEditorRoom::showNames()
{
    if (!m_editor)
        return;
    QStringList names;
    for (const PresetSummary &preset : m_around.library->contents().presets)
        names.append(preset.name);
    const QSet<QString> edited = unsaved();
    for (const QString &name : edited) {
        if (!names.contains(name))
            names.append(name);
    }
    m_editor->setNames(names, edited, m_around.prompt->presetName());
}

void PresetEditorRoom::showPreview()
{
    Editing *now = editing();
    if (!m_editor || !m_editor->isVisible() || !now || !now->isOpen())
        return;
    const ChatSession *session = m_around.chat->session();
    PromptInputs inputs = session ? session->snapshot() : m_around.prompt->inputs();
    inputs.preset = now->value();
    m_preview.update({inputs, {}});
}

void PresetEditorRoom::take(const Preset &preset, const QString &label, const QString &field)
{
    if (Editing *now = editing())
        now->change(preset, label, field);
}

// Blocks and texts of presets lead here; what a macro made, to the block that it stands in.
void PresetEditorRoom::follow(const Source &source, qsizetype position)
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

void PresetEditorRoom::fillVersions()
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

void PresetEditorRoom::explain(const QString &macro)
{
    findMacroValue(macro, m_around.chat, m_around.prompt, this, [this, macro](const QString &value) {
        if (m_editor)
            m_editor->showMacroValue(macro, value);
    });
}

// The window is closed: what was not saved is discarded or waits as a draft.
void PresetEditorRoom::closeEditings(bool keepsDrafts)
{
    for (const auto &[name, each] : m_editings) {
        if (!keepsDrafts)
            each->discard();
        m_around.prompt->edited().setPreset(name, std::nullopt);
    }
    if (m_comparer)
        m_comparer->hide();
    m_shown.clear();
    m_editings.clear();
    m_lint.drop();
    if (m_editor)
        m_editor->setState({});
}

void PresetEditorRoom::closeWindows()
{
    if (m_editor)
        m_editor->hide();
    closeEditings(true);
}

void PresetEditorRoom::openComparer(const QString &chosen)
{
    Editing *now = editing();
    if (!now || !now->isOpen())
        return;
    if (!m_comparer) {
        m_comparer = new PresetComparer;
        m_comparer->setTheme(m_around.theme->theme());
        connect(m_comparer, &PresetComparer::rightChosen, this, &PresetEditorRoom::compareWith);
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
    for (const PresetSummary &preset : m_around.library->contents().presets) {
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

void PresetEditorRoom::compareWith(const QString &id)
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

void PresetEditorRoom::showComparison()
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
