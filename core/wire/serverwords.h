// What a server says when it refuses, read out of whatever shape it says it in.
#pragma once

#include <QByteArray>
#include <QJsonValue>
#include <QString>

#include <optional>

namespace snug {

struct ServerWords
{
    QString message;                 // without its full stop; nothing that looks like a key
    QString type;                    // OpenAI's error.type
    QString code;                    // error.code, as text
    QString parameter;               // error.param: the field of the request it is about
    std::optional<int> promptTokens; // llama-server, on overflow
    std::optional<int> contextSize;
    bool isHtml = false; // a web page: a proxy, or not an API at all; `message` is its title

    bool operator==(const ServerWords &) const = default;
};

// From an error body: {"error":{…}}, {"error":"…"}, {"message":…}, {"detail":…}, a list with one of
// these, HTML, or plain text.
ServerWords serverWords(const QByteArray &body);

// From the value of an `error` member that stands inside a stream.
ServerWords serverWords(const QJsonValue &error);

// Some servers repeat the key they were sent: all but its beginning becomes "…".
QString withoutKeyWords(QString text);

// A name that somebody else chose, for one line on the screen: nothing that cannot be seen and nothing that
// turns the direction of what follows; cut to `longest` letters.
QString shownWords(const QString &text, qsizetype longest);

} // namespace snug
