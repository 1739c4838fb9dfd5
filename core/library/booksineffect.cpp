#include "core/library/booksineffect.h"

namespace snug {

QList<BookInEffect> booksInEffect(const QStringList &globalBooks, const QString &chatBook,
                                  const QString &personaBook, const QStringList &characterBooks)
{
    using Scope = ActiveLorebook::Scope;
    QList<BookInEffect> books;
    // Global beats the chat's, that the persona's, that the character's.
    const auto add = [&books](const QString &name, Scope scope) {
        const bool known =
            std::ranges::any_of(books, [&](const BookInEffect &book) { return book.name == name; });
        if (!name.isEmpty() && !known)
            books.append({name, scope});
    };
    for (const QString &name : globalBooks)
        add(name, Scope::Global);
    add(chatBook, Scope::Chat);
    add(personaBook, Scope::Persona);
    for (const QString &name : characterBooks)
        add(name, Scope::Character);
    return books;
}

QHash<QString, QStringList> lorebooksBeside(const WorldInfoSettings &settings)
{
    QHash<QString, QStringList> books;
    for (const WorldInfoSettings::CharacterBooks &each : settings.characterBooks)
        books[each.card] += each.books;
    return books;
}

QStringList lorebooksBeside(const WorldInfoSettings &settings, const QString &cardFile)
{
    return lorebooksBeside(settings).value(cardFile.section(u'.', 0, -2));
}

} // namespace snug
