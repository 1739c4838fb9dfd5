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

private:
    void add(ActionId id, const QString &text, const QList<QKeySequence> &keys = {},
             std::optional<IconName> icon = {});

    QHash<ActionId, QAction *> m_actions;
};

} // namespace snug
