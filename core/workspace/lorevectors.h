// Measures vectorized lore entries by their similarity to what was said last, where the connection has
// /v1/embeddings. Vectors are kept in snug/vectors, a file a lorebook. Elsewhere such entries go by keys.
#pragma once

#include "core/memory/entrymeasuring.h"
#include "core/wire/transport.h"

#include <QFutureWatcher>
#include <QObject>
#include <QSet>
#include <QTimer>

#include <memory>

namespace snug {

class ChatSession;
class Library;
class Connections;
class ActiveContent;

class LoreVectors : public QObject
{
    Q_OBJECT

public:
    struct Dependencies // all outlive this
    {
        Library *library;
        ActiveContent *prompt;
        Connections *model;
        Transport *transport;
    };

    explicit LoreVectors(const Dependencies &around, QObject *parent = nullptr);

    // The open chat, whose last words entries are compared with; null = none is open.
    void setSession(ChatSession *session);
    // Whether the user lets the open connection measure texts, and it has given vectors or was not asked yet.
    bool hasEmbeddings() const;

Q_SIGNALS:
    void hasEmbeddingsChanged(bool has);

private:
    void measure();
    void measured(const EntryMeasures &measures);
    QString queryText() const;
    bool loadIndexes(const QStringList &books);
    void ask(const QStringList &texts, const QList<MissingVector> &missing);
    void onVectors(int status, const QByteArray &body, const QList<MissingVector> &missing, qsizetype texts);
    void giveUp();
    void tellWhether();
    void saveAll();
    QString indexPath(const QString &book) const;

    Dependencies m_deps;
    ChatSession *m_session = nullptr;
    QTimer m_later;
    QHash<QString, VectorIndex> m_indexes; // by book
    QSet<QString> m_loading;
    QSet<QString> m_unsaved; // books whose vectors are not on the disk yet
    QSet<QString> m_without; // connections and models that gave none
    QSet<QByteArray> m_keys; // of all texts in effect
    QFutureWatcher<EntryMeasures> m_measuring;
    QString m_measured;     // the query whose entries are being measured
    bool m_isStale = false; // what they are measured by has changed since
    std::unique_ptr<Exchange> m_exchange;
    QString m_query; // of the vector below
    QString m_model;
    TextVector m_queryVector;
    QString m_asked; // the query under way
    bool m_hadEmbeddings = false;
};

} // namespace snug
