#include "core/workspace/memorysetup.h"

#include "core/formats/jsontext.h"
#include "core/library/statefile.h"
#include "core/workspace/connections.h"

#include <QFileInfo>
#include <QUuid>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

struct ShelfFiles
{
    StateRead settings;
    StateRead presets;
    QByteArray sidePrompts;
};

Result<void> checkIsObject(const QByteArray &bytes)
{
    const Result<Json> parsed = parseJson(bytes);
    if (!parsed)
        return std::unexpected(parsed.error());
    return parsed->isObject() ? Result<void>()
                              : failure(u"expected an object, found "_s + parsed->typeName());
}

// The damaged file is out of the way by then.
Error damageError(const QString &file, const StateDamage &damage)
{
    return {.what = damage.problem.inFile({}).line(),
            .file = file,
            .place = {},
            .hint = (damage.hasLastGood
                         ? MemorySetup::tr("The last good copy is used; the damaged file is kept as %1.")
                         : MemorySetup::tr("There is no good copy; the damaged file is kept as %1."))
                        .arg(QFileInfo(damage.keptAs).fileName())};
}

Json parsedOr(const QByteArray &bytes, const Json &otherwise = {})
{
    return bytes.isEmpty() ? otherwise : parseJson(bytes).value_or(otherwise);
}

} // namespace

// Where the services are that profiles of SillyTavern's extension name.
QUrl MemorySetup::addressOf(const MemoryProfile &profile)
{
    if (!profile.endpoint.isEmpty())
        return QUrl(profile.endpoint);
    static const QHash<QString, QString> known{
        {u"openai"_s, u"https://api.openai.com/v1"_s},
        {u"openrouter"_s, u"https://openrouter.ai/api/v1"_s},
        {u"deepseek"_s, u"https://api.deepseek.com/v1"_s},
        {u"mistralai"_s, u"https://api.mistral.ai/v1"_s},
        {u"groq"_s, u"https://api.groq.com/openai/v1"_s},
        {u"xai"_s, u"https://api.x.ai/v1"_s},
    };
    return QUrl(known.value(profile.api));
}

// It leads nowhere that can be asked: then it is no address.
static Connection connectionOf(const MemoryProfile &profile)
{
    Connection connection;
    connection.id = u"memory profile "_s + profile.name; // until it becomes one
    connection.name = profile.name;
    connection.baseUrl = MemorySetup::addressOf(profile);
    connection.model = profile.model;
    connection.needsKey = !profile.apiKey.isEmpty();
    return connection;
}

MemorySetup::MemorySetup(Library *library, Connections *model, QObject *parent)
    : QObject(parent)
    , m_library(library)
    , m_model(model)
    , m_settings(memorySettingsFrom({}))
    , m_sidePrompts(loadSidePrompts({}, QDateTime::currentDateTime()).file)
{
    connect(library, &Library::opened, this, &MemorySetup::read);
    connect(library, &Library::closed, this, [this] { m_isReady = false; });
}

QString MemorySetup::settingsPath() const
{
    return m_library->layout().snugFolder() + u"/memory-books.json"_s;
}

QString MemorySetup::sharedPath(QStringView file) const
{
    return m_library->layout().root() + u"/user/files/"_s + file;
}

void MemorySetup::read()
{
    const QString settings = settingsPath();
    const QString presets = sharedPath(SummaryPresetsFileName);
    const QString sidePrompts = sharedPath(SidePromptsFileName);
    m_library->perform(
        [=](LibraryStore &store) -> Result<ShelfFiles> {
            ShelfFiles files;
            for (const auto &[path, state] :
                 {std::pair(settings, &files.settings), std::pair(presets, &files.presets)}) {
                *state =
                    store.isReadOnly() ? readState(path, checkIsObject) : recoverState(path, checkIsObject);
                if (state->damage && !state->damage->mayBeReplaced && !store.isReadOnly())
                    return std::unexpected(state->damage->problem);
            }
            const Result<QByteArray> read = readStateFile(sidePrompts);
            if (!read)
                return std::unexpected(read.error());
            files.sidePrompts = *read;
            return files;
        },
        this,
        [this](const Result<ShelfFiles> &read) {
            if (!read) {
                Q_EMIT problem(read.error());
                return;
            }
            const Json theirs =
                m_library->contents().settings.source.value(u"extension_settings").value(u"STMemoryBooks");
            for (const auto &[path, state] :
                 {std::pair(settingsPath(), &read->settings),
                  std::pair(sharedPath(SummaryPresetsFileName), &read->presets)}) {
                if (state->damage)
                    Q_EMIT problem(damageError(m_library->layout().relative(path), *state->damage));
            }
            m_document = parsedOr(read->settings.bytes, theirs);
            m_settings = memorySettingsFrom(m_document);
            m_presets = parsedOr(read->presets.bytes);
            const SidePromptLoad side =
                loadSidePrompts(parsedOr(read->sidePrompts), QDateTime::currentDateTime());
            m_sidePrompts = side.file;
            m_unusable = side.isRebuilt ? read->sidePrompts : QByteArray();
            if (!m_unusable.isEmpty())
                Q_EMIT problem({.what = tr("the side prompts could not be read; the built-in ones are used"),
                                .place = u"user/files/"_s + SidePromptsFileName,
                                .hint = tr("The file is kept beside the new one once you change them.")});
            m_isReady = true;
            Q_EMIT changed();
        });
}

void MemorySetup::write(const QString &path, const QByteArray &bytes)
{
    // What could not be read is not written over.
    if (m_isReady)
        m_library->keepSaving(m_library->layout().relative(path),
                              [path, bytes](LibraryStore &) { return writeState(path, bytes); });
}

bool MemorySetup::isWaiting(const MemoryProfile &profile) const
{
    return !profile.isCurrentConnection() && profile.connectionId.isEmpty() &&
           m_model->consents().answerFor(connectionOf(profile)) == ConnectionConsents::Answer::None;
}

QList<MemoryProfile> MemorySetup::waiting() const
{
    QList<MemoryProfile> waiting = m_settings.profiles;
    waiting.removeIf([this](const MemoryProfile &profile) { return !isWaiting(profile); });
    return waiting;
}

// A profile of SillyTavern's extension brings address and key; here they are a connection like any other.
void MemorySetup::allowWaiting()
{
    MemorySettings settings = m_settings;
    QList<Connection> connections = m_model->connections();
    QList<std::pair<QString, Secret>> keys;
    for (MemoryProfile &profile : settings.profiles) {
        if (!isWaiting(profile))
            continue;
        Connection connection = connectionOf(profile);
        connection.id = QUuid::createUuid().toString(QUuid::WithoutBraces);
        profile.connectionId = connection.id;
        if (connection.needsKey)
            keys.append({connection.id, Secret(profile.apiKey.toUtf8())});
        profile.apiKey.clear();
        connections.append(connection);
    }
    if (connections.size() == m_model->connections().size())
        return;
    m_model->setConnections(connections);
    for (const auto &[id, key] : std::as_const(keys))
        m_model->storeKey(id, key);
    setSettings(settings);
}

void MemorySetup::leaveOutWaiting()
{
    MemorySettings settings = m_settings;
    for (MemoryProfile &profile : settings.profiles) {
        if (!isWaiting(profile))
            continue;
        m_model->consents().leaveOut(connectionOf(profile));
        profile.apiKey.clear();
    }
    m_settings = settings; // files have no keys anyway
    Q_EMIT changed();
}

void MemorySetup::setSettings(const MemorySettings &settings)
{
    if (settings == m_settings)
        return;
    m_settings = settings;
    m_document = withMemorySettings(m_document, m_settings);
    write(settingsPath(), writeJson(m_document, {}));
    Q_EMIT changed();
}

Result<void> MemorySetup::importProfiles(const Json &file)
{
    const Result<ProfileImport> imported = withImportedProfiles(m_settings.profiles, file);
    if (!imported)
        return std::unexpected(imported.error());
    MemorySettings settings = m_settings;
    settings.profiles = imported->profiles;
    setSettings(settings);
    Q_EMIT profilesImported(imported->added, imported->skipped);
    return {};
}

void MemorySetup::setPresets(const Json &presets)
{
    m_presets = presets;
    write(sharedPath(SummaryPresetsFileName), writeJson(presets));
    Q_EMIT changed();
}

void MemorySetup::setSidePrompts(const Json &sidePrompts)
{
    m_sidePrompts = sidePrompts;
    const QString path = sharedPath(SidePromptsFileName);
    if (!m_unusable.isEmpty())
        write(path + u".unreadable"_s, std::exchange(m_unusable, {}));
    write(path, writeJson(sidePrompts));
    Q_EMIT changed();
}

} // namespace snug
