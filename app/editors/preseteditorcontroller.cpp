#include "app/editors/preseteditorcontroller.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "app/chat/choicesteps.h"
#include "core/editing/presetedits.h"
#include "core/library/documentfiles.h"
#include "core/library/library.h"
#include "core/lint/presetlint.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/workspace.h"
#include "widgets/editors/blocklist.h"
#include "widgets/editors/editorstatus.h"
#include "widgets/theme/systemtheme.h"

#include <QLocale>
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
    : WindowController(app, parent)
    , m_preview(assemble)
{
    connect(&m_preview, &PromptPreview::ready, this, [this](const PreparedPrompt &prepared) {
        if (m_editor && !m_preview.isBusy())
            m_editor->setPrompt(prepared.prompt);
    });
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
}

PresetEditorController::~PresetEditorController()
{
    deleteWindow();
    delete m_comparer;
}

void PresetEditorController::applyTheme(const Theme &theme)
{
    WindowController::applyTheme(theme);
    if (m_comparer)
        m_comparer->setTheme(theme);
}

void PresetEditorController::makeWindow()
{
    m_editor = new PresetEditor(m_app.syntax());
    m_editor->setMacros(macroWords());
    connect(m_editor, &PresetEditor::edited, this, &PresetEditorController::onEdited);
    connectHead(m_editor->head());
    connectMaking(m_editor->head(), DocumentKind::Preset);
    connectFile(m_editor->head());
    connect(m_editor, &PresetEditor::openRequested, this, [this](const QString &name) { open(name); });
    connect(m_editor, &PresetEditor::useRequested, this, [this] { choosePreset(m_app, m_shown); });
    connect(m_editor, &PresetEditor::compareRequested, this, [this] { openComparer({}); });
    connect(m_editor, &PresetEditor::macroValueRequested, this, &PresetEditorController::explain);
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
        adopt(place.get());
        place->open(name);
    }
    return place.get();
}

QList<DocumentEditing *> PresetEditorController::documents()
{
    QList<DocumentEditing *> list;
    for (const auto &[name, each] : m_editings)
        list.append(each.get());
    return list;
}

void PresetEditorController::putIntoEffect(DocumentEditing &document, bool isInEffect)
{
    const Editing *editing = m_editings.at(document.name()).get();
    m_app.workspace.content.edited().setPreset(document.name(),
                                               isInEffect ? std::optional(editing->value()) : std::nullopt);
}

void PresetEditorController::documentOpened(DocumentEditing &document)
{
    if (&document == editing())
        showState(); // what is told next is about it
}

void PresetEditorController::documentChanged(DocumentEditing &document)
{
    if (&document == editing())
        showState();
    else
        showNames();
    showComparison();
}

void PresetEditorController::showChange(const DocumentValue &before)
{
    m_editor->showChangeSince(before.as<Preset>());
}

void PresetEditorController::documentMissing(DocumentEditing &document)
{
    // Another try begins anew.
    QTimer::singleShot(0, this, [this, name = document.name()] { m_editings.erase(name); });
}

void PresetEditorController::documentsEnded(UnsavedAnswer)
{
    m_shown.clear();
    m_editings.clear();
    if (m_editor)
        m_editor->setState({});
}

void PresetEditorController::open(const QString &name, const QString &block, qsizetype position)
{
    if (!m_app.library.isOpen())
        return;
    QString wanted = name.isEmpty() ? m_app.workspace.content.presetName() : name;
    if (wanted.isEmpty() && !m_app.library.contents().presets.isEmpty())
        wanted = m_app.library.contents().presets.first().name;
    m_shown = wanted;
    m_wantedBlock = block;
    m_wantedPosition = position;
    showWindow();
    if (!wanted.isEmpty())
        editingOf(wanted);
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
    lintPreset();
}

void PresetEditorController::lintPreset()
{
    const TokenCounterPtr counter = lintSettings(m_app.workspace.content.inputs()).counter;
    lint([preset = editing()->value(), counter](const std::stop_token &) {
        return presetFindings(preset, counter);
    });
}

QSet<QString> PresetEditorController::editedNames() const
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
    const QSet<QString> edited = editedNames();
    for (const QString &name : edited) {
        if (!names.contains(name))
            names.append(name);
    }
    m_editor->setNames(names, edited, m_app.workspace.content.presetName());
}

void PresetEditorController::showPreview()
{
    Editing *now = editing();
    if (!isUp() || !now || !now->isOpen())
        return;
    const ChatSession *session = m_app.chat.session();
    PromptInputs inputs = session ? session->snapshot() : m_app.workspace.content.inputs();
    inputs.preset = now->value();
    m_preview.update({inputs, {}});
}

void PresetEditorController::onEdited(const Preset &preset, const QString &label, const QString &field)
{
    if (Editing *now = editing())
        now->change(preset, label, field);
}

// Without its preset's name a block is one of the preset in effect.
void PresetEditorController::openSource(const Source &link, qsizetype position)
{
    if (link.kind() == SourceKind::PresetFile)
        open(link.id());
    else
        open(link.parent().kind() == SourceKind::PresetFile ? link.parent().id() : QString(), link.id(),
             position);
}

void PresetEditorController::compareVersions()
{
    if (Editing *now = editing())
        now->versions().list(this, [this](const QList<KeptVersion> &versions) {
            if (!versions.isEmpty())
                openComparer(VersionPrefix + versions.first().id);
        });
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
        connect(m_comparer, &PresetComparer::settingToLeftRequested, this, [this](const QString &key) {
            Editing *left = editing();
            if (left && m_comparedValue)
                left->change(withSettingOf(left->value(), *m_comparedValue, key), tr("Copy Setting"));
        });
        connect(m_comparer, &PresetComparer::settingToRightRequested, this, [this](const QString &key) {
            Editing *left = editing();
            if (!left || m_compared.startsWith(VersionPrefix))
                return;
            Editing *right = editingOf(m_compared);
            if (right->isOpen())
                right->change(withSettingOf(right->value(), left->value(), key), tr("Copy Setting"));
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
    now->versions().list(m_comparer, [this, choices, chosen](QList<KeptVersion> versions) {
        QList<std::pair<QString, QString>> all = choices;
        for (const KeptVersion &version : std::as_const(versions))
            all.append({VersionPrefix + version.id, tr("Version of %1").arg(timeText(version.saved))});
        const QString first = all.isEmpty() ? QString() : all.first().first;
        m_comparer->setChoices(all, chosen.isEmpty() ? first : chosen);
        compareWith(chosen.isEmpty() ? first : chosen);
        showOver(m_comparer);
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
        now->versions().read(id.sliced(VersionPrefix.size()), m_comparer,
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
