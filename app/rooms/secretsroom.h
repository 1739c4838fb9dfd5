// Secrets between characters in the window: the settings, who takes which part, to whom one writes.
#pragma once

#include "widgets/chat/castbar.h"
#include "widgets/dialogs/knowledgedialog.h"

#include <QObject>
#include <QPointer>

#include <memory>

namespace snug {

class Actions;
class ChatPane;
class ChatRoom;
class Inspector;
class KnowledgeRoom;
class MainWindow;
class ModelRoom;
class PromptPreview;
class PromptRoom;

class SecretsRoom : public QObject
{
    Q_OBJECT

public:
    struct Surroundings // all outlive the room
    {
        PromptRoom *prompt;
        ModelRoom *model;
        ChatRoom *chat;
        ChatPane *pane;
        Inspector *inspector;
        MainWindow *window;
        Actions *actions;
    };

    explicit SecretsRoom(const Surroundings &around, QObject *parent = nullptr);
    ~SecretsRoom() override;

    void showSettings();

private:
    void renew();
    void keepSecrets(bool isWanted);
    void joinBar();
    void joinSession();
    void showParts();
    void followReply();
    CastState parts() const;
    QStringList namesToPlay() const;
    void compare();
    void showComparison();
    void renewNotice();

    Surroundings m_around;
    KnowledgeRoom *m_knowledge;
    QPointer<KnowledgeDialog> m_dialog;
    std::unique_ptr<PromptPreview> m_beside; // the prompt beside the one that the inspector shows
    bool m_isNoticeAway = false;
    bool m_isReplyUnderWay = false;
    QString m_replying;      // whose reply that is
    bool m_showsAll = false; // also what is kept from whom the user plays
};

} // namespace snug
