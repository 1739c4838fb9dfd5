#include "app/rooms/templateroom.h"

#include "core/formats/texttemplates.h"
#include "core/library/documentfiles.h"

using namespace Qt::StringLiterals;

namespace snug {

namespace {

using Folder = LibraryLayout::Folder;

constexpr std::array folders{Folder::Context, Folder::Instruct, Folder::SystemPrompts, Folder::TextPresets};

// Where nobody says how large a context is, or how long a reply.
constexpr int usualContext = 4096;
constexpr int usualReply = 300;

std::optional<QString> TemplateChoices::*choiceOf(Folder folder)
{
    return folder == Folder::Context         ? &TemplateChoices::context
           : folder == Folder::Instruct      ? &TemplateChoices::instruct
           : folder == Folder::SystemPrompts ? &TemplateChoices::systemPrompt
                                             : &TemplateChoices::preset;
}

int firstSaid(std::initializer_list<int> sizes, int usual)
{
    for (const int size : sizes) {
        if (size > 0)
            return size;
    }
    return usual;
}

} // namespace

TemplateRoom::TemplateRoom(Library *library, QObject *parent)
    : QObject(parent)
    , m_library(library)
{
    connect(library, &Library::opened, this, &TemplateRoom::update);
    connect(library, &Library::closed, this, [this] {
        m_loaded.clear();
        m_context.reset();
        m_instruct.reset();
        m_systemPrompt.reset();
        m_preset.reset();
    });
    connect(library, &Library::changed, this, [this](const LibraryChange &change) {
        if (change.kind == LibraryChange::Kind::Templates) {
            for (const Folder folder : folders) {
                if (change.names.contains(LibraryLayout::folderName(folder)) && m_loaded.contains(folder) &&
                    m_loaded.value(folder) == nameOf(folder) && isFile(folder, nameOf(folder)))
                    loadOne(folder);
            }
        }
        if (change.kind == LibraryChange::Kind::Templates || change.kind == LibraryChange::Kind::Settings)
            update();
    });
}

void TemplateRoom::setWanted(bool isWanted)
{
    if (std::exchange(m_isWanted, isWanted) != isWanted)
        update();
}

void TemplateRoom::setChoices(const TemplateChoices &choices)
{
    m_choices = choices;
    update();
}

void TemplateRoom::choose(Folder folder, const QString &name)
{
    m_choices.*choiceOf(folder) = name;
    Q_EMIT choicesChanged();
    update();
}

bool TemplateRoom::isFile(Folder folder, const QString &name) const
{
    return !name.isEmpty() && m_library->contents().templates.value(folder).contains(name);
}

QString TemplateRoom::nameOf(Folder folder) const
{
    const std::optional<QString> chosen = m_choices.*choiceOf(folder);
    if (chosen && (chosen->isEmpty() || isFile(folder, *chosen)))
        return *chosen;
    const TextCompletionSettings &settings = m_library->contents().settings.textCompletion;
    const bool hasSettings = !settings.context.storyString.isEmpty();
    switch (folder) {
    case Folder::Context:
        return hasSettings ? settings.context.name : builtInContextTemplate().name;
    case Folder::Instruct:
        if (!hasSettings)
            return builtInInstructTemplate().name;
        return settings.usesInstruct ? settings.instruct.name : QString();
    case Folder::SystemPrompts:
        return settings.usesSystemPrompt ? settings.systemPrompt.name : QString();
    default:
        return settings.preset.name;
    }
}

template <typename T, typename Load>
void TemplateRoom::load(Folder folder, Load load, std::optional<T> &target)
{
    const QString name = nameOf(folder);
    if (m_loaded.value(folder) != name)
        target.reset();
    m_loaded.insert(folder, name);
    ++m_loading;
    m_library->perform([name, load](LibraryStore &store) { return load(store, name); }, this,
                       [this, folder, name, &target](const Result<LoadedDocument<T>> &loaded) {
                           --m_loading;
                           if (!loaded)
                               Q_EMIT problem(loaded.error());
                           if (m_loaded.value(folder) == name)
                               target = loaded ? std::optional(loaded->value) : std::nullopt;
                           Q_EMIT changed();
                       });
}

void TemplateRoom::loadOne(Folder folder)
{
    switch (folder) {
    case Folder::Context:
        return load(folder, loadContextTemplate, m_context);
    case Folder::Instruct:
        return load(folder, loadInstructTemplate, m_instruct);
    case Folder::SystemPrompts:
        return load(folder, loadSystemPrompt, m_systemPrompt);
    default:
        return load(folder, loadTextPreset, m_preset);
    }
}

void TemplateRoom::update()
{
    if (!m_library->isOpen())
        return;
    for (const Folder folder : folders) {
        const QString name = nameOf(folder);
        if (!m_isWanted || m_loaded.value(folder) == name)
            continue;
        if (isFile(folder, name))
            loadOne(folder);
        else
            m_loaded.remove(folder); // what was read is of another name
    }
    Q_EMIT changed();
}

std::optional<TextCompletion> TemplateRoom::textCompletion(const std::optional<Preset> &chatPreset) const
{
    if (!m_isWanted)
        return std::nullopt;
    const TextCompletionSettings &settings = m_library->contents().settings.textCompletion;
    // A file that was read, else the settings' values of that name, else what is built in.
    const auto effective = [this](Folder folder, const auto &read, const auto &inSettings,
                                  const auto &builtIn) {
        const QString name = nameOf(folder);
        if (m_loaded.contains(folder) && m_loaded.value(folder) == name && read)
            return *read;
        return inSettings.name == name && !name.isEmpty() && inSettings.source.isObject() ? inSettings
                                                                                          : builtIn;
    };
    TextCompletion text;
    text.context = effective(Folder::Context, m_context, settings.context, builtInContextTemplate());
    if (!nameOf(Folder::Instruct).isEmpty())
        text.instruct = effective(Folder::Instruct, m_instruct, settings.instruct, builtInInstructTemplate());
    if (!nameOf(Folder::SystemPrompts).isEmpty())
        text.systemPrompt =
            effective(Folder::SystemPrompts, m_systemPrompt, settings.systemPrompt, SystemPrompt());
    text.preset = effective(Folder::TextPresets, m_preset, settings.preset, TextPreset());
    text.preset->contextSize =
        firstSaid({text.preset->contextSize, settings.contextSize, chatPreset ? chatPreset->contextSize : 0},
                  usualContext);
    text.preset->maxTokens = firstSaid(
        {text.preset->maxTokens, settings.maxTokens, chatPreset ? chatPreset->maxTokens : 0}, usualReply);
    return text;
}

} // namespace snug
