// What a card that is open in an editor costs, shown in it: counted off the window's thread after each
// change, and of what is in the open chat's prompt what it costs there.
#pragma once

#include "core/editing/documenteditor.h"
#include "core/library/cardfields.h"
#include "core/prompt/source.h"
#include "widgets/editors/card/cardeditor.h"

#include <QFutureWatcher>
#include <QObject>
#include <QTimer>

#include <optional>

namespace snug {

struct AppContext;

// The field of a card that a stretch of a prompt was written in; nothing: in none.
std::optional<CardField> cardFieldOf(SourceKind kind);

class CardTokens : public QObject
{
    Q_OBJECT

public:
    // A child of the editor. `document` is the card in it.
    CardTokens(const AppContext &app, const DocumentEditor<Card> &document, CardEditor *editor);

    // After a change, and when the editor comes to the front: behind something else it shows nothing new.
    void countSoon() { m_pause.start(); }

private:
    struct Counts
    {
        QHash<int, int> fields; // by CardField
        int greeting = 0;
        int firstMessage = 0;
        bool isExact = false;
    };

    void followPrompt();
    void count();
    Counts asInPrompt(Counts counts) const;
    void show();

    const AppContext &m_app;
    const DocumentEditor<Card> &m_document;
    CardEditor *m_editor;
    QTimer m_pause;
    QFutureWatcher<Counts> m_counting;
};

} // namespace snug
