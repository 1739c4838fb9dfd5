#include "core/workspace/editoverlay.h"

#include "core/workspace/editeddocuments.h"

namespace snug {

EditOverlay::EditOverlay(Library *library, QObject *parent)
    : QObject(parent)
    , m_presets(library, this, [this] { Q_EMIT changed(); })
    , m_lorebooks(library, this, [this] { Q_EMIT changed(); })
    , m_cards(library, this, [this] { Q_EMIT changed(); })
    , m_personas(library, this, [this] { Q_EMIT changed(); })
    , m_scripts(library, this, [this] { Q_EMIT changed(); })
{
}

void EditOverlay::setPreset(const QString &name, const std::optional<Preset> &edited)
{
    m_presets.set(name, edited);
}

void EditOverlay::setLorebook(const QString &name, const std::optional<Lorebook> &edited)
{
    m_lorebooks.set(name, edited);
}

void EditOverlay::setCard(const QString &file, const std::optional<Card> &edited)
{
    m_cards.set(file, edited);
}

void EditOverlay::setPersonas(const std::optional<PersonaList> &edited)
{
    m_personas.set(settingsDocument(), edited);
}

void EditOverlay::setScripts(const DocumentKey &key, const std::optional<QList<RegexScript>> &edited)
{
    m_scripts.set(folderOf(key), edited);
}

void EditOverlay::clear()
{
    m_presets.clear();
    m_lorebooks.clear();
    m_cards.clear();
    m_personas.clear();
    m_scripts.clear();
    Q_EMIT changed();
}

std::optional<Preset> EditOverlay::preset(const QString &name, const std::optional<Preset> &fromFile) const
{
    const std::optional edited = m_presets.value(name);
    return edited ? edited : fromFile;
}

std::optional<Lorebook> EditOverlay::lorebook(const QString &name,
                                              const std::optional<Lorebook> &fromFile) const
{
    const std::optional edited = m_lorebooks.value(name);
    return edited ? edited : fromFile;
}

std::optional<Card> EditOverlay::card(const QString &file, const std::optional<Card> &fromFile) const
{
    const std::optional edited = m_cards.value(file);
    return edited ? edited : fromFile;
}

std::optional<PersonaList> EditOverlay::personas() const
{
    return m_personas.value(settingsDocument());
}

std::optional<QList<RegexScript>> EditOverlay::scripts(const DocumentKey &key) const
{
    return m_scripts.value(folderOf(key));
}

void EditOverlay::addTo(EditedDocuments &edited) const
{
    edited.presets = m_presets.values();
    edited.lorebooks = m_lorebooks.values();
    edited.cards = m_cards.values();
    edited.personas = personas();
    edited.scripts = m_scripts.values();
}

} // namespace snug
