#include "core/workspace/activelorebooks.h"

using namespace Qt::StringLiterals;

namespace snug {

ActiveLorebooks::ActiveLorebooks(const ContentInPlay &content, const ActivePersonas &personas)
    : m_content(content)
    , m_personas(personas)
{
}

QStringList ActiveLorebooks::global() const
{
    return m_content.choices.globalBooks.value_or(m_content.contents().settings.lore.globalBooks);
}

QStringList ActiveLorebooks::booksOf(const QString &cardFile, const Card &card) const
{
    return QStringList{card.linkedLorebook} + lorebooksBeside(m_content.contents().settings.lore, cardFile);
}

QList<BookInEffect> ActiveLorebooks::booksWith(const QStringList &characterBooks) const
{
    const std::optional<Persona> who = m_personas.inEffect().persona;
    return booksInEffect(global(), m_metadata.value(u"world_info").toText(), who ? who->lorebook : QString(),
                         characterBooks);
}

QList<BookInEffect> ActiveLorebooks::inEffect() const
{
    const LoadedContent &loaded = m_content.loaded;
    QStringList characterBooks;
    if (const std::optional<Card> open = m_content.card())
        characterBooks = booksOf(loaded.cardFile(), *open);
    for (const QString &file : loaded.members().keys()) {
        if (const std::optional<Card> card = m_content.member(file))
            characterBooks << booksOf(file, *card);
    }
    return booksWith(characterBooks);
}

QList<ActiveLorebook> ActiveLorebooks::ofSpeaker(const QString &cardFile,
                                                 const std::optional<Card> &card) const
{
    return withContent(booksWith(card ? booksOf(cardFile, *card) : QStringList()));
}

QList<ActiveLorebook> ActiveLorebooks::withContent(const QList<BookInEffect> &books) const
{
    QList<ActiveLorebook> active;
    for (const BookInEffect &book : books) {
        if (const std::optional<Lorebook> content =
                m_content.edited.lorebook(book.name, m_content.loaded.book(book.name)))
            active.append({*content, book.scope});
    }
    return active;
}

} // namespace snug
