#include "app/memory/memorydialogs.h"

#include "app/appcontext.h"
#include "app/memory/memorycontroller.h"
#include "core/formats/jsontext.h"
#include "core/library/library.h"
#include "core/library/statefile.h"
#include "core/memory/sidepromptfile.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/connections.h"
#include "core/workspace/lorevectors.h"
#include "core/workspace/memorysetup.h"
#include "core/workspace/workspace.h"
#include "widgets/dialogs/memorysettingsdialog.h"
#include "widgets/dialogs/sidepromptsdialog.h"
#include "widgets/dialogs/summarypresetsdialog.h"
#include "widgets/window/mainwindow.h"

#include <QFileDialog>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace snug {

MemoryDialogs::MemoryDialogs(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
{
    connect(&app.memories, &MemoryController::settingsRequested, this, &MemoryDialogs::showSettings);
    connect(&app.memories, &MemoryController::presetsRequested, this, &MemoryDialogs::showPresets);
    connect(&app.memories, &MemoryController::sidePromptsRequested, this, &MemoryDialogs::showSidePrompts);
    connect(&app.workspace.vectors, &LoreVectors::hasEmbeddingsChanged, this,
            &MemoryDialogs::setHasEmbeddings);
    connect(&app.workspace.memory, &MemorySetup::changed, this, &MemoryDialogs::refresh);
    connect(&app.workspace.connections, &Connections::connectionsChanged, this, &MemoryDialogs::refresh);
    connect(&app.workspace.memory, &MemorySetup::profilesImported, this, [this](int added, int skipped) {
        QString text = tr("%n profile(s) added", nullptr, added);
        if (skipped > 0)
            text += tr(", %n left out because their names are taken", nullptr, skipped);
        m_app.window.showNews(text);
    });
}

template <typename Dialog> static Dialog *shown(QPointer<Dialog> &dialog)
{
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
    return dialog;
}

SidePromptsDialog *MemoryDialogs::showSidePrompts()
{
    if (!m_sidePrompts) {
        m_sidePrompts = new SidePromptsDialog(&m_app.window);
        m_sidePrompts->setAttribute(Qt::WA_DeleteOnClose);
        connect(m_sidePrompts, &SidePromptsDialog::edited, &m_app.workspace.memory,
                &MemorySetup::setSidePrompts);
        connect(m_sidePrompts, &SidePromptsDialog::importRequested, this, [this] {
            askForFile(m_sidePrompts, [this](const QString &path) { importSidePrompts(path); });
        });
        connect(m_sidePrompts, &SidePromptsDialog::exportRequested, this, [this] {
            askForTarget(m_sidePrompts, SidePromptsFileName.toString(),
                         [this] { return m_app.workspace.memory.sidePrompts(); });
        });
        refresh();
    }
    return shown(m_sidePrompts);
}

SummaryPresetsDialog *MemoryDialogs::showPresets()
{
    if (!m_presets) {
        m_presets = new SummaryPresetsDialog(&m_app.window);
        m_presets->setAttribute(Qt::WA_DeleteOnClose);
        connect(m_presets, &SummaryPresetsDialog::edited, &m_app.workspace.memory, &MemorySetup::setPresets);
        connect(m_presets, &SummaryPresetsDialog::importRequested, this,
                [this] { askForFile(m_presets, [this](const QString &path) { importPresets(path); }); });
        connect(m_presets, &SummaryPresetsDialog::exportRequested, this, [this] {
            askForTarget(m_presets, SummaryPresetsFileName.toString(),
                         [this] { return m_app.workspace.memory.presets(); });
        });
        refresh();
    }
    return shown(m_presets);
}

MemorySettingsDialog *MemoryDialogs::showSettings()
{
    if (!m_settings) {
        m_settings = new MemorySettingsDialog(&m_app.window);
        m_settings->setAttribute(Qt::WA_DeleteOnClose);
        connect(m_settings, &MemorySettingsDialog::edited, &m_app.workspace.memory,
                &MemorySetup::setSettings);
        connect(m_settings, &MemorySettingsDialog::importRequested, this,
                [this] { askForFile(m_settings, [this](const QString &path) { importProfiles(path); }); });
        connect(m_settings, &MemorySettingsDialog::exportRequested, this, [this] {
            askForTarget(m_settings, u"stmb-profiles.json"_s, [this] { return exportedProfiles(); });
        });
        refresh();
    }
    return shown(m_settings);
}

void MemoryDialogs::setHasEmbeddings(bool has)
{
    m_hasEmbeddings = has;
    refresh();
}

// What the windows say themselves comes back unchanged and is no news to them.
void MemoryDialogs::refresh()
{
    const MemorySetup &shelf = m_app.workspace.memory;
    if (m_sidePrompts && !m_sidePrompts->file().isSameAs(shelf.sidePrompts())) {
        QStringList profiles;
        for (const MemoryProfile &profile : shelf.settings().profiles)
            profiles.append(profile.name);
        m_sidePrompts->setFile(shelf.sidePrompts(), profiles);
    }
    if (m_presets && !m_presets->file().isSameAs(shelf.presets()))
        m_presets->setFile(shelf.presets());
    if (m_sidePrompts)
        m_sidePrompts->setHasEmbeddings(m_hasEmbeddings);
    if (m_settings) {
        m_settings->setHasEmbeddings(m_hasEmbeddings);
        m_settings->setChoices(m_app.workspace.connections.connections(), summaryPresets(shelf.presets()),
                               m_app.workspace.content.scripts().global());
        m_settings->setSettings(shelf.settings());
    }
}

void MemoryDialogs::askForFile(QWidget *parent, const std::function<void(const QString &)> &take)
{
    auto *dialog = new QFileDialog(parent, tr("Import"), {}, tr("JSON files (*.json)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, take);
    dialog->open();
}

void MemoryDialogs::askForTarget(QWidget *parent, const QString &name, const std::function<Json()> &document)
{
    auto *dialog = new QFileDialog(parent, tr("Export"), {}, tr("JSON files (*.json)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(u"json"_s);
    dialog->selectFile(name);
    connect(dialog, &QFileDialog::fileSelected, this, [this, document](const QString &path) {
        m_app.library.perform(
            [path, bytes = writeJson(document())](LibraryStore &) { return writeStateFile(path, bytes); },
            this,
            [this, path](const Result<void> &written) {
                if (written)
                    m_app.window.showNews(tr("Written to %1").arg(QFileInfo(path).fileName()));
                else
                    Q_EMIT failed(written.error());
            });
    });
    dialog->open();
}

void MemoryDialogs::readFile(const QString &path, const std::function<Result<void>(const Json &)> &take)
{
    m_app.library.perform(
        [path](LibraryStore &) {
            return readStateFile(path).and_then([](const QByteArray &bytes) { return parseJson(bytes); });
        },
        this,
        [this, path, take](const Result<Json> &read) {
            const Result<void> taken = read ? take(*read) : Result<void>(std::unexpected(read.error()));
            if (!taken)
                Q_EMIT failed(taken.error().inFile(path));
        });
}

void MemoryDialogs::importSidePrompts(const QString &path)
{
    readFile(path, [this](const Json &file) -> Result<void> {
        const Result<SidePromptImport> imported = withImportedSidePrompts(
            m_app.workspace.memory.sidePrompts(), file, QDateTime::currentDateTimeUtc());
        if (!imported)
            return std::unexpected(imported.error());
        m_app.workspace.memory.setSidePrompts(imported->file);
        QString text = tr("%n side prompt(s) added", nullptr, imported->added);
        if (imported->named > 0)
            text += tr(", %n under another name", nullptr, imported->named);
        m_app.window.showNews(text);
        return {};
    });
}

void MemoryDialogs::importPresets(const QString &path)
{
    readFile(path, [this](const Json &file) -> Result<void> {
        const Result<SummaryPresetImport> imported =
            withImportedSummaryPresets(m_app.workspace.memory.presets(), file);
        if (!imported)
            return std::unexpected(imported.error());
        m_app.workspace.memory.setPresets(imported->file);
        m_app.window.showNews(tr("%n summary preset(s) added", nullptr, imported->added));
        return {};
    });
}

void MemoryDialogs::importProfiles(const QString &path)
{
    readFile(path, [this](const Json &file) { return m_app.workspace.memory.importProfiles(file); });
}

// Without keys: they never leave the keyring.
Json MemoryDialogs::exportedProfiles() const
{
    Json profiles = Json::array();
    for (MemoryProfile profile : m_app.workspace.memory.settings().profiles) {
        profile.apiKey.clear();
        profiles.append(memoryProfileJson(profile));
    }
    return Json::object({{u"profiles"_s, profiles},
                         {u"exportDate"_s, Json(QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs))},
                         {u"version"_s, Json(1)},
                         {u"moduleVersion"_s, Json(QCoreApplication::applicationVersion())}});
}

} // namespace snug
