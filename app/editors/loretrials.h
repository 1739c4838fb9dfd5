// What a lorebook that is open in an editor would do in the open chat, what is doubtful in it and what it
// costs: found out off the window's thread after each change, and shown in the editor.
#pragma once

#include "core/lint/lintfinding.h"
#include "core/model/lorebook.h"
#include "core/prompt/loretrial.h"
#include "widgets/editors/lore/lorebookeditor.h"

#include <QFutureWatcher>
#include <QObject>
#include <QPointer>
#include <QTimer>

namespace snug {

struct AppContext;

class LoreTrials : public QObject
{
    Q_OBJECT

public:
    // `scope` is through whom the book would be in effect, where it is not.
    LoreTrials(const AppContext &app, LorebookEditor *editor, ActiveLorebook::Scope scope,
               QObject *parent = nullptr);
    ~LoreTrials() override;

    // The book as it is now; its name tells it from others.
    void setBook(const Lorebook &book);
    // The open chat's messages, to be tried.
    void showMessages();

private:
    // What is found out about a book besides.
    struct Survey
    {
        QHash<int, int> tokens;      // by uid
        QHash<QString, int> counted; // by content, for the next one
        CountKind kind = CountKind::Estimate;
        TokenCounterPtr counter;
        QList<LintFinding> findings;
    };

    PromptInputs aroundInputs() const;
    void tryOut();
    void survey();
    void showTokens();
    bool isUp() const;

    const AppContext &m_app;
    QPointer<LorebookEditor> m_editor;
    ActiveLorebook::Scope m_scope;
    Lorebook m_book;
    LoreTrialWish m_wish;
    LoreCachePtr m_cache = std::make_shared<LoreCache>();
    QTimer m_trialPause;
    QFutureWatcher<LoreTrialResult> m_trial;
    std::stop_source m_trialStop;
    QTimer m_surveyPause;
    QFutureWatcher<Survey> m_survey;
    std::stop_source m_surveyStop;
    Survey m_surveyed;
};

} // namespace snug
