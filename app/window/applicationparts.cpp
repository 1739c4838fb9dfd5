#include "app/window/applicationparts.h"

#include "core/pictures/workerpictureengine.h"
#include "widgets/window/noticebar.h"

#include <KSyntaxHighlighting/Repository>
#include <QAction>
#include <QApplication>

#include <optional>

namespace snug {

static std::unique_ptr<KeyStore> keyStore(bool forThisRunOnly)
{
    if (forThisRunOnly)
        return std::make_unique<SessionKeyStore>();
    return std::make_unique<SystemKeyStore>();
}

// Reading all definitions takes 4 ms, which a start without code to colour need not wait for.
static std::function<KSyntaxHighlighting::Repository *()> syntaxOnceAsked()
{
    const auto made = std::make_shared<std::optional<KSyntaxHighlighting::Repository>>();
    return [made] { return *made ? &**made : &made->emplace(); };
}

Application::Parts::Parts(QApplication &application, const Options &options)
    : settings(options.settingsFile)
    , layouts(&settings, &application)
    , plainWords(application)
    , theme(application)
    , transport(network)
    , queued(transport)
    , keys(keyStore(options.keysForThisRunOnly))
    , syntax(syntaxOnceAsked())
    , colours(syntax)
    , pictures(
          std::make_shared<WorkerPictureEngine>(pictureWorkerProgram(QCoreApplication::applicationDirPath())))
    , libraryPane(new LibraryPane(&cast, &chats))
    , chatPane(new ChatPane(&colours))
    , inspector(new Inspector)
    , memoryDesk(new MemoryDesk)
    , window(actions, {.library = libraryPane,
                       .chat = chatPane,
                       .notices = chatPane->notices(),
                       .inspector = inspector,
                       .memory = memoryDesk})
    , workspace({.library = library, .transport = queued, .keys = *keys, .consents = settings},
                {.understudyPace = options.understudyPace,
                 .historyLimit = qint64(settings.history().megabytes) * 1024 * 1024,
                 .localProbes = options.localProbes})
    , context{.settings = settings,
              .theme = theme,
              .syntax = syntax,
              .pictures = pictures,
              .actions = actions,
              .library = library,
              .workspace = workspace,
              .cast = cast,
              .chats = chats,
              .window = window,
              .libraryPane = *libraryPane,
              .chatPane = *chatPane,
              .inspector = *inspector,
              .memoryDesk = *memoryDesk,
              .studio = studio,
              .chat = chat,
              .undoSteps = undoSteps,
              .globalVariables = globalVariables,
              .memories = memories,
              .memoryDialogs = memoryDialogs,
              .libraryController = libraryController,
              .chatTemplateEditor = chatTemplateEditor,
              .completionTemplateEditor = completionTemplateEditor,
              .lorebookEditor = lorebookEditor,
              .loreReplay = loreReplay,
              .presetEditor = presetEditor,
              .cardEditor = cardEditor,
              .personaEditor = personaEditor,
              .scriptEditor = scriptEditor,
              .rulesEditor = rulesEditor,
              .history = history,
              .changes = changes,
              .whatIf = whatIf,
              .setups = setups}
    , chat(context)
    , composerFocus(context)
    , reading(context)
    , messages(context)
    , undoOffers(context)
    , undoSteps(context)
    , menus(context)
    , find(context)
    , globalVariables(context)
    , slash(context)
    , note(context)
    , quick(context, &slash)
    , hints(context)
    , unsent(context)
    , unread(context)
    , rescued(context)
    , scripts(context)
    , questions(context)
    , refused(context)
    , refusals(context)
    , promptTests(context)
    , promptExport(context)
    , memories(context)
    , memoryDialogs(context)
    , connectionQuestion(context)
    , profilesQuestion(context)
    , connectionChoice(context)
    , understudyNote(context)
    , libraryController(context)
    , sharedPrompts(context)
    , recent(context)
    , emptyState(context)
    , awkward(context)
    , branches(context)
    , many(context)
    , ownName(context)
    , taken(context)
    , saveProblems(context)
    , groups(context)
    , chatTemplateEditor(context)
    , completionTemplateEditor(context)
    , lorebookEditor(context)
    , loreReplay(context)
    , presetEditor(context)
    , cardEditor(context)
    , personaEditor(context)
    , scriptEditor(context)
    , rulesEditor(context)
    , drafts(context)
    , characterTemplates(context)
    , knowledge(context)
    , castOffer(context)
    , history(context)
    , changes(context)
    , whatIf(context)
    , setups(context)
    , counting(context)
    , variables(context)
    , loreRows(context)
    , story(context)
    , layout(context)
    , whatWas(context)
    , documentActions(context)
    , newDocuments(context)
    , studioController(context, &documentActions, &newDocuments)
    , sourcePopover(context)
    , backups(context, &whatWas)
    , palette(context)
    , manual(context)
    , findEverywhere(context)
    , sources(context)
    , quitting(context)
{
    transport.setObserver(&workspace.history);
    slash.setOthers({.commands = [this] { return memories.commands(); },
                     .take = [this](const QString &text) { return memories.run(text); },
                     .open =
                         [this](const SlashOpen &which) {
                             libraryController.begin(which.isGroup ? CastEntry::Kind::Group
                                                                   : CastEntry::Kind::Character,
                                                     which.file);
                         }});
}

} // namespace snug
