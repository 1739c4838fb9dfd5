// What the transcript shows where regex scripts for display change it. What is stored, edited and sent stays
// as it is.
#pragma once

#include "core/chat/conversation.h"
#include "core/chat/replyplan.h"
#include "core/chat/scripttask.h"

#include <QHash>
#include <QObject>

#include <memory>
#include <optional>

namespace snug {

// Follows a chat: each update is worked on off the window's thread, the newest one always wins.
class DisplayedTexts : public QObject
{
    Q_OBJECT

public:
    explicit DisplayedTexts(QObject *parent = nullptr);
    ~DisplayedTexts() override;

    // Returns at once. `reply`: the row under way covers a message or stands behind the last one.
    void update(const Conversation &conversation, const ReplyState &reply, const PromptInputs &inputs);

    enum class Part : quint8 { Text, Reasoning };
    // For the message of this id whose stored text this is; `text` itself as long as nothing is known. Of a
    // text that grows, what is known about its beginning.
    QString shown(quint64 id, Part part, const QString &text, bool isGrowing) const;

Q_SIGNALS:
    void changed(const QList<quint64> &ids);

private:
    struct Key
    {
        quint64 id = 0;
        Part part = Part::Text;
        bool operator==(const Key &) const = default;
        friend size_t qHash(const Key &key, size_t seed = 0)
        {
            return qHashMulti(seed, key.id, int(key.part));
        }
    };
    struct Shown
    {
        QString stored;
        QString text;
        bool operator==(const Shown &) const = default;
    };
    struct Round
    {
        QList<Key> keys;
        ScriptJob job;
    };

    void start();
    void onDone(const Round &round, const QStringList &texts);

    QHash<Key, Shown> m_shown; // only what differs
    std::optional<Round> m_next;
    std::unique_ptr<ScriptTask> m_task;
};

} // namespace snug
