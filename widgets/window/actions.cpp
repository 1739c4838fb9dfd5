#include "widgets/window/actions.h"

#include <QAction>
#include <QActionGroup>

namespace snug {

Actions::Actions(QObject *parent)
    : QObject(parent)
{
    using enum ActionId;
    add(OpenLibrary, tr("&Open Library…", "menu: open a SillyTavern or Snug folder"), {QKeySequence::Open});
    add(Import, tr("&Import Files…"), {Qt::CTRL | Qt::Key_I}, IconName::Plus);
    add(ExportCharacter, tr("&Export Character…"), {Qt::CTRL | Qt::Key_E});
    add(ExportChat, tr("Export C&hat…"), {Qt::CTRL | Qt::SHIFT | Qt::Key_E});
    add(NewCharacter, tr("New &Character…"), {Qt::CTRL | Qt::ALT | Qt::Key_N}, IconName::Plus);
    add(NewPersona, tr("New Per&sona…"));
    add(NewPreset, tr("New P&reset…"));
    add(NewLorebook, tr("New &Lorebook…"));
    add(ManageLibrary, tr("&Manage Library", "menu: all documents by kind"), {Qt::CTRL | Qt::ALT | Qt::Key_L},
        IconName::Book);
    add(NewGroup, tr("New &Group…"), {Qt::CTRL | Qt::SHIFT | Qt::Key_N}, IconName::Plus);
    add(EditGroup, tr("Edit &Group…"), {Qt::CTRL | Qt::SHIFT | Qt::Key_G}, IconName::Edit);
    add(KeepSecrets, tr("Keep Secrets in This Chat"), {Qt::CTRL | Qt::ALT | Qt::Key_K});
    add(WhoKnowsWhat, tr("Who Knows What…"), {Qt::CTRL | Qt::SHIFT | Qt::Key_K});
    add(WriteAsNext, tr("Write as the Next Character"), {Qt::CTRL | Qt::SHIFT | Qt::Key_W});
    add(FocusRecipients, tr("Choose Recipients"), {Qt::CTRL | Qt::SHIFT | Qt::Key_L});
    add(Connections, tr("C&onnections…"), {Qt::CTRL | Qt::ALT | Qt::Key_C}, IconName::Plug);
    add(PromptLayout, tr("La&yout…", "menu: what the forms of prompts leave to the user"));
    add(OpenStudio, tr("St&udio", "menu: the editors of all documents beside the prompt"),
        {Qt::CTRL | Qt::ALT | Qt::Key_S}, IconName::Edit);
    add(StudioWindow, tr("Studio in Its Own &Window"), {}, IconName::TearOff);
    add(EditPreset, tr("&Edit Preset…"), {Qt::CTRL | Qt::SHIFT | Qt::Key_P}, IconName::Preset);
    add(WhatWas, tr("&Trash and Versions…", "menu: what was deleted or replaced"),
        {Qt::CTRL | Qt::ALT | Qt::Key_Z}, IconName::Undo);
    add(Backups, tr("&Backups…"));
    add(CannotBeUsed, tr("What Cannot Be Used…", "menu: files of the library and why"));
    add(Quit, tr("&Quit"), {QKeySequence::Quit, Qt::CTRL | Qt::Key_Q});
    add(Undo, tr("&Undo"), {QKeySequence::Undo}, IconName::Undo);
    add(Redo, tr("&Redo"), {QKeySequence::Redo, Qt::CTRL | Qt::SHIFT | Qt::Key_Z}, IconName::Redo);
    add(NewChat, tr("&New Chat"), {QKeySequence::New}, IconName::Plus);
    add(NewModelChat, tr("New Chat with the Model &Alone"));
    add(Send, tr("&Send"), {}, IconName::Send);
    add(Stop, tr("S&top"), {Qt::Key_Escape}, IconName::Stop);
    add(Regenerate, tr("&Regenerate"), {Qt::CTRL | Qt::Key_R}, IconName::Retry);
    add(Continue, tr("&Continue"), {Qt::CTRL | Qt::ALT | Qt::Key_Return}, IconName::Continue);
    add(Impersonate, tr("&Impersonate", "menu: the model drafts the user's next message"),
        {Qt::CTRL | Qt::SHIFT | Qt::Key_I}, IconName::Impersonate);
    add(RegenerateWithHint, tr("&Again, but…", "menu: another reply, with a hint"),
        {Qt::CTRL | Qt::ALT | Qt::Key_R}, IconName::Retry);
    add(ContinueWithHint, tr("Continue &with a Hint…"), {}, IconName::Continue);
    add(ImpersonateWithHint, tr("Impersonate wit&h a Hint…"), {}, IconName::Impersonate);
    add(AuthorsNote, tr("&Author's Note"), {Qt::CTRL | Qt::ALT | Qt::Key_A}, IconName::Pin);
    add(QuickReplies, tr("&Quick Replies"), {Qt::CTRL | Qt::ALT | Qt::Key_Q});
    add(AutoContinue, tr("A&uto-continue…", "menu: replies go on until they are long enough"));
    add(ImportReport, tr("What Snug Ta&kes from This Folder…", "menu: a report about SillyTavern's files"));
    add(SwipePrevious, tr("&Previous Swipe"), {Qt::ALT | Qt::Key_Left}, IconName::ChevronLeft);
    add(SwipeNext, tr("Ne&xt Swipe"), {Qt::ALT | Qt::Key_Right}, IconName::ChevronRight);
    add(ShowSwipes, tr("Swip&es…", "menu: a list of a message's alternatives"), {Qt::ALT | Qt::Key_Down});
    add(EditMessage, tr("&Edit Message"), {Qt::Key_F2}, IconName::Edit);
    add(HideMessage, tr("&Hide Message from Prompt"), {Qt::CTRL | Qt::Key_H}, IconName::EyeOff);
    add(CopyMessage, tr("Cop&y Message"), {Qt::CTRL | Qt::SHIFT | Qt::Key_C}, IconName::Copy);
    add(BranchHere, tr("&Branch from Message"), {Qt::CTRL | Qt::Key_B}, IconName::Branch);
    add(CheckpointHere, tr("&Keep Checkpoint…"), {}, IconName::Pin);
    add(Branches, tr("Branches…", "menu: chats that were branched from each other"),
        {Qt::CTRL | Qt::ALT | Qt::Key_B}, IconName::Branch);
    add(DeleteMessage, tr("&Delete Message"), {Qt::CTRL | Qt::Key_Delete}, IconName::Trash);
    add(MergeMessage, tr("&Merge with the Message Above"));
    add(NarrateBelow, tr("Narrate &Below…", "menu: a message of the narrator's"));
    add(ExportMessages, tr("E&xport Messages…"));
    add(RunScriptOverMessages, tr("Run Through a S&cript…", "menu: the messages that are chosen"));
    add(RenameChat, tr("Rename Chat…"));
    add(DeleteChat, tr("&Delete Chat"));
    add(DeleteCharacter, tr("Delete Character"));
    add(EditCharacter, tr("E&dit Character…"), {Qt::CTRL | Qt::SHIFT | Qt::Key_M}, IconName::Edit);
    add(EditLorebooks, tr("&Edit Lorebooks…"), {Qt::CTRL | Qt::SHIFT | Qt::Key_B}, IconName::Book);
    add(EditPersonas, tr("&Edit Personas…"), {Qt::CTRL | Qt::SHIFT | Qt::Key_A}, IconName::Persona);
    add(OwnName, tr("Your &Name…", "menu: what the user is called where no persona says another name"));
    add(EditScripts, tr("&Edit Regex Scripts…"), {Qt::CTRL | Qt::SHIFT | Qt::Key_R}, IconName::Edit);
    add(EditPromptTemplate, tr("Pr&ompt Template…", "menu: what lays out the character's whole prompt"),
        {Qt::CTRL | Qt::SHIFT | Qt::Key_T}, IconName::Edit);
    add(EditSystemPromptTemplate, tr("System Prompt Templ&ate…", "menu: of the character"),
        {Qt::CTRL | Qt::SHIFT | Qt::Key_Y}, IconName::Edit);
    add(CopyPrompt, tr("Copy &Messages as JSON"), {Qt::CTRL | Qt::SHIFT | Qt::Key_J}, IconName::Copy);
    add(CopySources, tr("Copy Messages with &Source"), {Qt::CTRL | Qt::ALT | Qt::Key_J}, IconName::Copy);
    add(CopyCurl, tr("Copy Request as &curl"), {Qt::CTRL | Qt::SHIFT | Qt::Key_U}, IconName::Copy);
    add(ExportPrompt, tr("&Export Prompt…"));
    add(ExportPromptWithoutNames, tr("Export Prompt &without Names…"));
    add(OpenSharedPrompt, tr("Open a &Shared Prompt…"));
    add(MakePromptTest, tr("Ma&ke a Test of This Prompt"));
    add(PlayPromptTests, tr("Ru&n Prompt Tests…"));
    add(CompareSetups, tr("Compare Set-ups…"), {Qt::CTRL | Qt::SHIFT | Qt::Key_D});
    add(SimulateLore, tr("Lore S&imulator…"));
    add(ShowLibrary, tr("&Library"), {Qt::Key_F9});
    add(ShowInspector, tr("&Inspector"), {Qt::Key_F12});
    add(ShowMemories, tr("&Memories"), {Qt::Key_F11}, IconName::Book);
    add(FocusComposer, tr("Go to C&omposer"), {Qt::CTRL | Qt::Key_L});
    add(FocusTranscript, tr("Go to &Transcript"), {Qt::CTRL | Qt::Key_T});
    add(FindInChat, tr("&Find in Chat…"), {QKeySequence::Find, Qt::CTRL | Qt::Key_F}, IconName::Search);
    add(FindNext, tr("Find &Next"), {Qt::Key_F3});
    add(FindPrevious, tr("Find Pre&vious"), {Qt::SHIFT | Qt::Key_F3});
    add(FindEverywhere, tr("Find Every&where…", "menu: words in all chats, characters and lorebooks"),
        {Qt::CTRL | Qt::SHIFT | Qt::Key_F}, IconName::Search);
    add(FocusSearch, tr("Find Ch&aracter"), {Qt::CTRL | Qt::ALT | Qt::Key_F}, IconName::Search);
    add(FocusInspector, tr("Go to &Prompt"), {Qt::CTRL | Qt::Key_P});
    add(TextLarger, tr("Larg&er Text"),
        {QKeySequence::ZoomIn, Qt::CTRL | Qt::Key_Plus, Qt::CTRL | Qt::Key_Equal});
    add(TextSmaller, tr("&Smaller Text"), {QKeySequence::ZoomOut, Qt::CTRL | Qt::Key_Minus});
    add(TextNormal, tr("&Normal Text Size"), {Qt::CTRL | Qt::Key_0});
    add(ColumnNarrow, tr("&Narrow", "the column of text"));
    add(ColumnNormal, tr("N&ormal", "the column of text"));
    add(ColumnWide, tr("&Wide", "the column of text"));
    add(ShowNames, tr("N&ames"));
    add(ShowTimes, tr("&Times"));
    add(ShowNumbers, tr("Message &IDs", "menu: numbers from 0, as SillyTavern shows them"));
    add(ShowPictures, tr("&Pictures"));
    add(LargePictures, tr("&Large Pictures"));
    add(BackgroundNone, tr("&None", "the picture behind the chat"));
    add(BackgroundOfChat, tr("The &Chat's Own", "the picture behind the chat"));
    add(BackgroundOwn, tr("&Own Picture…", "the picture behind the chat"));
    add(ReadingMode, tr("&Reading Mode"), {Qt::Key_F10});
    add(ThemeSystem, tr("Follow the &System"));
    add(ThemeLight, tr("&Light"));
    add(ThemeDark, tr("&Dark"));
    add(Palette, tr("&Find Anything…", "menu: actions, characters, chats, documents by name"),
        {Qt::CTRL | Qt::Key_K}, IconName::Search);
    add(Keys, tr("&Keys"), {QKeySequence(Qt::CTRL | Qt::Key_Question), QKeySequence(Qt::Key_F1)});
    add(WhereIs, tr("&Where Is…?", "menu: a word of another program, and the place here"));
    add(Manual, tr("&Manual"), {Qt::SHIFT | Qt::Key_F1}, IconName::Book);
    add(WhatIsNew, tr("What Is &New"));
    add(About, tr("&About Snug"));

    const auto makeChoice = [this](std::initializer_list<ActionId> ids) {
        auto *group = new QActionGroup(this);
        for (const ActionId id : ids) {
            action(id)->setCheckable(true);
            group->addAction(action(id));
        }
    };
    makeChoice({ThemeSystem, ThemeLight, ThemeDark});
    makeChoice({ColumnNarrow, ColumnNormal, ColumnWide});
    makeChoice({BackgroundNone, BackgroundOfChat, BackgroundOwn});
    for (const ActionId id : {KeepSecrets, AuthorsNote, QuickReplies, ShowNames, ShowTimes, ShowNumbers,
                              ShowPictures, LargePictures, ReadingMode, StudioWindow})
        action(id)->setCheckable(true);
    for (const ActionId id : {KeepSecrets, WriteAsNext, FocusRecipients})
        action(id)->setEnabled(false);
    action(Quit)->setMenuRole(QAction::QuitRole);
    action(Quit)->setShortcutContext(Qt::ApplicationShortcut); // from whichever window is in front
    action(About)->setMenuRole(QAction::AboutRole);
    action(Stop)->setEnabled(false);
    action(EditGroup)->setEnabled(false);
}

void Actions::add(ActionId id, const QString &text, const QList<QKeySequence> &keys,
                  std::optional<IconName> icon)
{
    auto *created = new QAction(text, this);
    // What is the platform's own key on one desktop is ours on another; said twice it is ambiguous.
    QList<QKeySequence> distinct;
    for (const QKeySequence &key : keys) {
        if (!key.isEmpty() && !distinct.contains(key))
            distinct.append(key);
    }
    created->setShortcuts(distinct);
    if (icon)
        created->setIcon(snug::icon(*icon));
    m_actions.insert(id, created);
}

QAction *Actions::action(ActionId id) const
{
    return m_actions.value(id);
}

QList<QAction *> Actions::all() const
{
    return m_actions.values();
}

QList<QAction *> Actions::thatNeedTheChat() const
{
    using enum ActionId;
    QList<QAction *> list;
    const auto put = [&](std::initializer_list<ActionId> ids) {
        for (const ActionId id : ids)
            list.append(action(id));
    };
    put({Undo, Redo, NewChat, NewModelChat, RenameChat, DeleteChat, DeleteCharacter});
    put({Send, Regenerate, Continue, Impersonate, AutoContinue});
    put({RegenerateWithHint, ContinueWithHint, ImpersonateWithHint});
    put({SwipePrevious, SwipeNext, ShowSwipes, BranchHere, CheckpointHere, Branches});
    put({EditMessage, CopyMessage, HideMessage, DeleteMessage, MergeMessage, NarrateBelow});
    put({ExportMessages, RunScriptOverMessages});
    put({KeepSecrets, WriteAsNext, FocusRecipients, AuthorsNote, QuickReplies});
    put({FindInChat, FindNext, FindPrevious, FocusSearch});
    put({FocusComposer, FocusTranscript, FocusInspector});
    put({ShowLibrary, ShowInspector, ShowMemories, ReadingMode});
    put({TextLarger, TextSmaller, TextNormal, ColumnNarrow, ColumnNormal, ColumnWide});
    put({ShowNames, ShowTimes, ShowNumbers, ShowPictures, LargePictures});
    put({BackgroundNone, BackgroundOfChat, BackgroundOwn});
    return list;
}

void Actions::setChatInFront(bool isInFront)
{
    using enum ActionId;
    if (isInFront == m_isChatInFront)
        return;
    m_isChatInFront = isInFront;
    // Not done to the chat, but their keys mean something of their own in editors.
    QList<QAction *> released{action(Import), action(ExportCharacter), action(Stop)};
    released += thatNeedTheChat();
    released.removeOne(action(ShowMemories)); // no editor has anything like them: the key leads to the chat
    for (QAction *each : std::as_const(released))
        // In the menus they stay; the window itself, whose they would still be, never has the focus.
        each->setShortcutContext(isInFront ? Qt::WindowShortcut : Qt::WidgetShortcut);
    for (QAction *each : {action(Undo), action(Redo)})
        each->setVisible(isInFront); // the editor in front has its own
}

} // namespace snug
