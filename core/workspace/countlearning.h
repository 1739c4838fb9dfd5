// Models whose tokenizer nobody has: what servers report about prompts, by connection and model, and how
// their tokens are counted since. Stands between the turns and whoever else is told of them; kept in
// snug/counts.json of the library.
#pragma once

#include "core/chat/turn.h"
#include "core/library/statedocument.h"
#include "core/tokens/learntrates.h"

#include <QObject>
#include <QTimer>

#include <optional>

namespace snug {

class CountLearning : public QObject, public TurnObserver
{
    Q_OBJECT

public:
    // Both outlive this.
    CountLearning(Library *library, TurnObserver *next, QObject *parent = nullptr);
    ~CountLearning() override; // what waits to be written is handed to the library

    QString begun(const Turn &turn) override { return m_next->begun(turn); }
    void ended(const Turn &turn) override;

    // With the rates learnt for this model over this connection, or those of its family.
    NearestVocabulary nearest(const Connection &connection) const;
    // For loadTokenizer(): what counts for this connection where its server does not; the nearest vocabulary
    // where nobody has its model's own. Empty: only the estimate is left, as for the Understudy, which is
    // none.
    QString tokenizerOf(const Connection &connection) const;
    bool isRead() const { return m_isRead; }

Q_SIGNALS:
    void learnt(); // nearest() may answer otherwise

private:
    struct Model
    {
        QString connection; // its id
        QString model;
        QString vocabulary;
        QList<ReportedCount> reports = {};            // the newest last
        mutable std::optional<TokenRates> rates = {}; // that follow, once somebody asked
    };
    void read();
    void write();
    void learn(const Connection &connection, const QString &vocabulary, const ReportedCount &report);
    const Model *find(const QString &connection, const QString &model) const;
    static QList<Model> modelsIn(const QByteArray &bytes);
    static QByteArray written(const QList<Model> &models);

    Library *m_library;
    TurnObserver *m_next;
    StateDocument m_document;
    QList<Model> m_models; // the one that was used last is last
    QTimer m_writeSoon;
    bool m_isRead = false;
};

// Whether the server's number says anything about how texts are counted.
bool teachesCounting(const AssembledPrompt &prompt, int reported);
// What the server's number says about the prompt's texts.
ReportedCount reportedCount(const AssembledPrompt &prompt, const QString &vocabulary, int reported);

} // namespace snug
