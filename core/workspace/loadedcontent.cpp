#include "core/workspace/loadedcontent.h"

#include "core/library/documentfiles.h"

#include <QSet>

#include <algorithm>

namespace snug {

LoadedContent::LoadedContent(Library *library, QObject *parent)
    : QObject(parent)
    , m_library(library)
{
    connect(library, &Library::changed, this, &LoadedContent::follow);
}

template <typename Job, typename Take> void LoadedContent::load(Job job, Take take)
{
    ++m_loading;
    m_library->perform(std::move(job), this, [this, take = std::move(take)](auto loaded) {
        --m_loading;
        if (!loaded)
            Q_EMIT problem(loaded.error());
        take(loaded);
        Q_EMIT changed();
    });
}

void LoadedContent::clear()
{
    m_books.clear();
    m_card.reset();
    m_cardFile.clear();
    m_groupFile.clear();
    m_members.clear();
    m_preset.reset();
    m_presetName.clear();
}

bool LoadedContent::openCharacter(const QString &cardFile)
{
    if (m_cardFile == cardFile && m_groupFile.isEmpty())
        return false;
    m_cardFile = cardFile;
    m_groupFile.clear();
    m_members.clear();
    m_card.reset();
    if (!cardFile.isEmpty() && !isWithModelAlone())
        loadCardFile();
    return true;
}

bool LoadedContent::openGroup(const QString &groupFile)
{
    if (m_groupFile == groupFile && m_cardFile.isEmpty())
        return false;
    m_cardFile.clear();
    m_card.reset();
    m_groupFile = groupFile;
    m_members.clear();
    return true;
}

std::optional<Group> LoadedContent::group() const
{
    const auto &groups = m_library->contents().groups;
    const auto found = std::ranges::find(groups, m_groupFile, &GroupSummary::file);
    return m_groupFile.isEmpty() || found == groups.end() ? std::nullopt : std::optional(found->group);
}

std::optional<Card> LoadedContent::cardOf(const QString &cardFile) const
{
    return cardFile == m_cardFile ? m_card : m_members.value(cardFile);
}

void LoadedContent::wantPreset(const QString &name)
{
    if (name != m_presetName)
        loadPresetFile(name);
}

// Cards of members that came, or whose files came; a card that is not in the library is no error here.
void LoadedContent::wantMembers()
{
    const std::optional<Group> open = group();
    const QStringList members = open ? open->members : QStringList();
    m_members.removeIf([&](const auto &member) { return !members.contains(member.key()); });
    for (const QString &member : members) {
        if (!m_members.contains(member) &&
            std::ranges::contains(m_library->contents().cards, member, &CardSummary::file))
            loadMember(member);
    }
}

void LoadedContent::wantBooks(const QStringList &names)
{
    const QSet<QString> wanted(names.cbegin(), names.cend());
    for (const QString &name : names) {
        if (!m_books.contains(name))
            loadBook(name);
    }
    m_books.removeIf([&](const auto &book) { return !wanted.contains(book.key()); });
}

void LoadedContent::follow(const LibraryChange &change)
{
    using enum LibraryChange::Kind;
    switch (change.kind) {
    case Cards:
        followCards(change.names);
        break;
    case Groups:
        if (!m_groupFile.isEmpty())
            Q_EMIT moreWanted();
        break;
    case Presets:
        if (change.names.contains(m_presetName))
            loadPresetFile(m_presetName);
        break;
    case Lorebooks:
        for (const QString &name : change.names) {
            if (m_books.contains(name))
                loadBook(name);
        }
        break;
    default:
        break;
    }
}

void LoadedContent::followCards(const QStringList &files)
{
    if (files.contains(m_cardFile) && !isWithModelAlone())
        loadCardFile();
    for (const QString &file : files) {
        if (!std::ranges::contains(m_library->contents().cards, file, &CardSummary::file))
            m_members.remove(file);
        else if (m_members.contains(file))
            loadMember(file);
    }
    if (!m_groupFile.isEmpty())
        Q_EMIT moreWanted(); // a member's card may have come or gone
}

void LoadedContent::loadCardFile()
{
    load([file = m_cardFile](LibraryStore &store) { return loadCard(store, file); },
         [this, file = m_cardFile](const Result<LoadedDocument<Card>> &loaded) {
             if (file != m_cardFile || !loaded)
                 return;
             m_card = loaded->value;
             Q_EMIT cardLoaded(*m_card);
             Q_EMIT moreWanted(); // it may bring a lorebook
         });
}

void LoadedContent::loadMember(const QString &cardFile)
{
    if (!m_members.contains(cardFile))
        m_members.insert(cardFile, std::nullopt);
    load([cardFile](LibraryStore &store) { return loadCard(store, cardFile); },
         [this, cardFile](const Result<LoadedDocument<Card>> &loaded) {
             if (!m_members.contains(cardFile))
                 return;
             m_members[cardFile] = loaded ? std::optional(loaded->value) : std::nullopt;
             Q_EMIT moreWanted(); // it may bring a lorebook
         });
}

void LoadedContent::loadPresetFile(const QString &name)
{
    m_presetName = name;
    if (name.isEmpty()) {
        m_preset.reset();
        return;
    }
    load([name](LibraryStore &store) { return loadPreset(store, name); },
         [this, name](const Result<LoadedDocument<Preset>> &loaded) {
             if (name != m_presetName)
                 return;
             m_preset = loaded ? std::optional(loaded->value) : std::nullopt;
         });
}

void LoadedContent::loadBook(const QString &name)
{
    if (!m_books.contains(name))
        m_books.insert(name, std::nullopt);
    // A link to a book that is not installed is common in cards from elsewhere, and no error.
    const auto &installed = m_library->contents().lorebooks;
    if (std::ranges::none_of(installed, [&](const LorebookSummary &book) { return book.name == name; }))
        return;
    load([name](LibraryStore &store) { return loadLorebook(store, name); },
         [this, name](const Result<LoadedDocument<Lorebook>> &loaded) {
             if (loaded && m_books.contains(name))
                 m_books.insert(name, loaded->value);
         });
}

} // namespace snug
