// The one way in which things fail: a value that says what went wrong, where, and what to do.
#pragma once

#include <QString>

#include <expected>

namespace snug {

// A failure in the user's words.
//
// `what` is a sentence without its full stop ("expected an array, found a string").
// `file` is the file it is about, `place` the place inside it ("entries.3.key", "line 12");
// both may be empty. `hint` says what the user can do, and may be empty.
struct Error
{
    QString what;
    QString file = {};
    QString place = {};
    QString hint = {};

    // One line for standard error and logs: "world.json: entries.3.key: expected an array, …".
    QString line() const
    {
        QString text;
        if (!file.isEmpty())
            text += file + QLatin1String(": ");
        if (!place.isEmpty())
            text += place + QLatin1String(": ");
        return text + what;
    }

    Error inFile(const QString &name) const
    {
        Error copy = *this;
        copy.file = name;
        return copy;
    }

    bool operator==(const Error &) const = default;
};

template <typename T> using Result = std::expected<T, Error>;

inline std::unexpected<Error> failure(QString what, QString place = {}, QString file = {}, QString hint = {})
{
    return std::unexpected(Error{std::move(what), std::move(file), std::move(place), std::move(hint)});
}

} // namespace snug
