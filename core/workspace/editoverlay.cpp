#include "core/workspace/editoverlay.h"

#include "core/library/library.h"

#include <QTimer>

namespace snug {

namespace {

template <typename T>
std::optional<T> find(const QMap<QString, T> &all, const QString &name, const std::optional<T> &fromFile)
{
    const auto found = all.constFind(name);
    return found == all.cend() ? fromFile : std::optional(*found);
}

} // namespace

EditOverlay::EditOverlay(Library *library, QObject *parent)
    : QObject(parent)
    , m_library(library)
{
}

template <typename T>
void EditOverlay::put(QMap<QString, T> EditOverlay::*all, const QString &name, const std::optional<T> &edited)
{
    const std::pair<const void *, QString> key(&(this->*all), name);
    if (edited) {
        m_going.remove(key);
        (this->*all).insert(name, *edited);
        Q_EMIT changed();
        return;
    }
    if (!(this->*all).contains(name) || m_going.contains(key))
        return;
    // Who just saved is ahead of those who read the file: until they have, this counts.
    const quint64 change = ++m_change;
    m_going.insert(key, change);
    afterReading([this, all, name, key, change] {
        if (m_going.value(key) != change)
            return;
        m_going.remove(key);
        (this->*all).remove(name);
        Q_EMIT changed();
    });
}

// Who follows the library asks for files when it tells of a change, which is right after the save's answer.
void EditOverlay::afterReading(std::function<void()> act)
{
    QTimer::singleShot(0, this, [this, act = std::move(act)] {
        m_library->perform([](LibraryStore &) -> Result<void> { return {}; }, this,
                           [act](const Result<void> &) { act(); });
    });
}

void EditOverlay::setPreset(const QString &name, const std::optional<Preset> &edited)
{
    put(&EditOverlay::m_presets, name, edited);
}

void EditOverlay::setLorebook(const QString &name, const std::optional<Lorebook> &edited)
{
    put(&EditOverlay::m_lorebooks, name, edited);
}

void EditOverlay::setCard(const QString &file, const std::optional<Card> &edited)
{
    put(&EditOverlay::m_cards, file, edited);
}

void EditOverlay::setPersonas(const std::optional<PersonaList> &edited)
{
    put(&EditOverlay::m_personas, settingsDocument(), edited);
}

void EditOverlay::setScripts(const DocumentKey &key, const std::optional<QList<RegexScript>> &edited)
{
    put(&EditOverlay::m_scripts, folderOf(key), edited);
}

void EditOverlay::clear()
{
    m_going.clear();
    m_presets.clear();
    m_lorebooks.clear();
    m_cards.clear();
    m_personas.clear();
    m_scripts.clear();
    Q_EMIT changed();
}

std::optional<Preset> EditOverlay::preset(const QString &name, const std::optional<Preset> &fromFile) const
{
    return find(m_presets, name, fromFile);
}

std::optional<Lorebook> EditOverlay::lorebook(const QString &name,
                                              const std::optional<Lorebook> &fromFile) const
{
    return find(m_lorebooks, name, fromFile);
}

std::optional<Card> EditOverlay::card(const QString &file, const std::optional<Card> &fromFile) const
{
    return find(m_cards, file, fromFile);
}

std::optional<PersonaList> EditOverlay::personas() const
{
    return find(m_personas, settingsDocument(), std::optional<PersonaList>());
}

std::optional<QList<RegexScript>> EditOverlay::scripts(const DocumentKey &key) const
{
    return find(m_scripts, folderOf(key), std::optional<QList<RegexScript>>());
}

} // namespace snug
