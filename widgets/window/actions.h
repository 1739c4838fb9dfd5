// Every action of the main window in one list: its words, its keys, its icon.
#pragma once

#include "widgets/theme/icons.h"

#include <QHash>
#include <QKeySequence>
#include <QObject>

class QAction;

namespace snug {

enum class ActionId : quint8 {
    OpenLibrary,
    Import,
    ExportCharacter,
    ExportChat,
    NewCharacter,
    NewPersona,
    NewPreset,
    NewLorebook,
    ManageLibrary,
    NewGroup,
    EditGroup,
    KeepSecrets,
    WhoKnowsWhat,
    WriteAsNext,
    FocusRecipients,
    Connections,
    OpenStudio,
    StudioWindow,
    PromptLayout,
    EditPreset,
    WhatWas,
    Backups,
    CannotBeUsed,
    Quit,
    Undo,
    Redo,
    NewChat,
    NewModelChat, // without a character
    Send,
    Stop,
    Regenerate,
    Continue,
    Impersonate,
    RegenerateWithHint,
    ContinueWithHint,
    ImpersonateWithHint,
    AuthorsNote,
    QuickReplies,
    AutoContinue,
    ImportReport,
    SwipePrevious,
    SwipeNext,
    ShowSwipes,
    Branches,
    EditMessage,
    HideMessage,
    CopyMessage,
    BranchHere,
    CheckpointHere,
    DeleteMessage,
    MergeMessage,
    NarrateBelow,
    ExportMessages,
    RunScriptOverMessages,
    RenameChat,
    DeleteChat,
    DeleteCharacter,
    EditCharacter,
    EditLorebooks,
    EditPersonas,
    OwnName,
    EditScripts,
    EditPromptTemplate,
    EditSystemPromptTemplate,
    CopyPrompt,
    CopySources,
    CopyCurl,
    ExportPrompt,
    ExportPromptWithoutNames,
    OpenSharedPrompt,
    MakePromptTest,
    PlayPromptTests,
    CompareSetups,
    SimulateLore,
    ShowLibrary,
    ShowInspector,
    ShowMemories,
    FocusComposer,
    FocusTranscript,
    FindInChat,
    FindNext,
    FindPrevious,
    FindEverywhere,
    FocusSearch,
    FocusInspector,
    TextLarger,
    TextSmaller,
    TextNormal,
    ColumnNarrow,
    ColumnNormal,
    ColumnWide,
    ShowNames,
    ShowTimes,
    ShowNumbers,
    ShowPictures,
    LargePictures,
    BackgroundNone,
    BackgroundOfChat,
    BackgroundOwn,
    ReadingMode,
    ThemeSystem,
    ThemeLight,
    ThemeDark,
    Palette,
    Keys,
    WhereIs,
    Manual,
    WhatIsNew,
    About,
};

// Owns the QActions; who reacts to them connects to action(id). All are disabled where `setEnabled`
// of their owner says so, none is hidden.
class Actions : public QObject
{
    Q_OBJECT

public:
    explicit Actions(QObject *parent = nullptr);

    QAction *action(ActionId id) const;
    QList<QAction *> all() const;
    // What is done to the chat, or to how it looks: wherever they are chosen, the chat is to be seen.
    QList<QAction *> thatNeedTheChat() const;
    // While something else is in its place, the keys of what is done to the chat are free for that.
    void setChatInFront(bool isInFront);

private:
    void add(ActionId id, const QString &text, const QList<QKeySequence> &keys = {},
             std::optional<IconName> icon = {});

    QHash<ActionId, QAction *> m_actions;
    bool m_isChatInFront = true;
};

} // namespace snug
