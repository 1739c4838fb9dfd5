// Secrets between characters in the window: the settings, who takes which part, to whom one writes.
#pragma once

#include "widgets/chat/castbar.h"
#include "widgets/dialogs/knowledgedialog.h"

#include <QObject>
#include <QPointer>

#include <memory>

namespace snug {

struct AppContext;
class ActiveKnowledge;
class PromptPreview;

class KnowledgeController : public QObject
{
    Q_OBJECT

public:
    explicit KnowledgeController(const AppContext &app, QObject *parent = nullptr);
    ~KnowledgeController() override;

    void showSettings();

private:
    void refresh();
    void keepSecrets(bool isWanted);
    void connectBar();
    void connectSession();
    void showParts();
    void followReply();
    CastState parts() const;
    QStringList namesToPlay() const;
    void compare();
    void showComparison();
    void refreshNotice();
    void askAboutEarlier();
    void leaveEarlier();
    void showKnowers(int shown, const QPoint &position);

    const AppContext &m_app;
    ActiveKnowledge *m_knowledge;
    QPointer<KnowledgeDialog> m_dialog;
    std::unique_ptr<PromptPreview> m_beside; // the prompt beside the one that the inspector shows
    bool m_isNoticeAway = false;
    bool m_isReplyUnderWay = false;
    QString m_replying;      // whose reply that is
    bool m_showsAll = false; // also what is kept from whom the user plays
};

} // namespace snug
