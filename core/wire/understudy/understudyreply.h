// One reply of the Understudy on its way out, token by token or whole.
#pragma once

#include "core/wire/understudy/httpsession.h"

#include <QStringList>
#include <QTimer>

namespace snug {

// What is said, ready to be sent.
struct UnderstudyLine
{
    QByteArray id;
    QStringList tokens;
    bool isCutByLimit = false;
    int promptTokens = 0;
    bool includeUsage = false;
};

// The text's tokens, ended by a stop text or the limit.
void cutLine(UnderstudyLine &line, const QString &text, const QStringList &stop, int maxTokens);

QByteArray wholeReply(const UnderstudyLine &line);

// Sends the line as a stream of events; goes away with the session or after the last event.
class UnderstudyReply : public QObject
{
    Q_OBJECT

public:
    UnderstudyReply(HttpSession *session, UnderstudyLine line, int millisecondsPerToken);

private:
    void sendNext();
    void sendEnd();

    HttpSession *m_session;
    UnderstudyLine m_line;
    qsizetype m_next = 0;
    QTimer m_pace;
};

} // namespace snug
