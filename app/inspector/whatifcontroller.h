// What if: things of the prompt switched off, written differently or moved, without touching the files. The
// overlay is applied to the inputs of every preview and every reply, so what is shown is what would be sent;
// the prompt that the files make is assembled beside it, to say what trying does.
#pragma once

#include "core/chat/promptpreview.h"
#include "core/prompt/fitsnext.h"
#include "core/prompt/promptprefix.h"
#include "core/prompt/unsentblocks.h"
#include "core/prompt/whatif.h"
#include "core/workspace/whatiffiles.h"
#include "widgets/inspector/whatifbar.h"

#include <QFutureWatcher>
#include <QObject>

#include <memory>
#include <stop_token>

class QMenu;

namespace snug {

struct AppContext;
class AppliedWhatIf;

class WhatIfController : public QObject
{
    Q_OBJECT

public:
    explicit WhatIfController(const AppContext &app, QObject *parent = nullptr);
    ~WhatIfController() override;

    const WhatIf &whatIf() const { return m_whatIf; }
    void setWhatIf(const WhatIf &whatIf);
    // On what the innermost part of this source is that can be tried otherwise.
    void switchOff(const Source &source); // or on again; a silent lore entry is switched on
    void edit(const Source &source);
    void moveBelow(const Source &source);
    void leave(); // back to the files
    // Into preset, lorebooks, card, persona and chat, once the user has seen what will be written where.
    void apply();

private:
    struct Unsent
    {
        QList<UnsentBlock> blocks;
        QList<FitsNext> next;
        int context = 0;
    };

    void follow();
    void fillModels(QMenu *menu);
    void tryModel();
    void applyModel();
    void connectUnsent();
    void findUnsent();
    bool isSilent(const WhatIfTarget &target) const;
    void showMenu(const QPoint &position);
    void compare();
    void showEffect();
    std::optional<std::pair<WhatIfTarget, QString>> targetOf(const Source &source);
    void applyToChat();
    void applyContextSize();
    // whatifcontrollerapply.cpp
    void askToApply(const QList<PlannedEdit> &edits, const QStringList &lines);
    void write(const QList<PlannedEdit> &edits);
    void saved(const std::optional<Error> &error);

    const AppContext &m_app;
    WhatIf m_whatIf;
    std::optional<WhatIfTarget> m_edited;
    QString m_editedName;
    PromptPreview m_files; // the prompt without it
    LoreCachePtr m_filesLore = std::make_shared<LoreCache>();
    QFutureWatcher<WhatIfEffect> m_effect;
    TokenCounterPtr m_triedCounter; // of the tried model; null: only the estimate
    QFutureWatcher<Unsent> m_unsent;
    std::stop_source m_unsentStop;
    int m_saving = 0;
    std::shared_ptr<AppliedWhatIf> m_applied; // the last time
    int m_applications = 0;
    bool m_hasFailed = false;
};

} // namespace snug
