#include "app/rooms/roomsbuilt.h"

#include "core/pictures/workerpictureengine.h"

#include <QAction>
#include <QApplication>

namespace snug {

Rooms::Built::Built(QApplication &application, const Options &options)
    : settings(options.settingsFile)
    , layouts(&settings, &application)
    , plainWords(application)
    , theme(application)
    , transport(network)
    , keys(options.keysForThisRunOnly ? std::unique_ptr<KeyStore>(std::make_unique<SessionKeyStore>())
                                      : std::make_unique<SystemKeyStore>())
    , colours(&syntax)
    , pictures(
          std::make_shared<WorkerPictureEngine>(pictureWorkerProgram(QCoreApplication::applicationDirPath())))
    , libraryPane(new LibraryPane(&cast, &chats))
    , chatPane(new ChatPane(&colours))
    , inspector(new Inspector)
    , memoryPane(new MemoryPane)
    , window(actions,
             {.library = libraryPane, .chat = chatPane, .inspector = inspector, .memory = memoryPane})
    , ledger(&library, qint64(settings.history().megabytes) * 1024 * 1024)
    , model({.library = &library, .transport = &transport, .keys = keys.get(), .settings = &settings},
            options.understudyPace)
    , prompt(&library)
    , chat({.library = &library,
            .prompt = &prompt,
            .model = &model,
            .pane = chatPane,
            .inspector = inspector,
            .actions = &actions,
            .pictures = pictures})
    , menus({.library = &library,
             .prompt = &prompt,
             .model = &model,
             .chat = &chat,
             .window = &window,
             .pane = chatPane,
             .inspector = inspector,
             .actions = &actions})
    , scripts({.prompt = &prompt,
               .notices = chatPane->notices(),
               .menu = window.regexMenu(),
               .edit = actions.action(ActionId::EditScripts)})
    , similarity(
          {.library = &library, .prompt = &prompt, .model = &model, .chat = &chat, .transport = &transport})
    , promptTests({.library = &library,
                   .chat = &chat,
                   .window = &window,
                   .notices = chatPane->notices(),
                   .actions = &actions})
    , promptExport({.chat = &chat, .window = &window, .notices = chatPane->notices(), .actions = &actions})
    , memoryShelf(&library, &model)
    , memories({.library = &library,
                .prompt = &prompt,
                .model = &model,
                .chat = &chat,
                .pane = chatPane,
                .memory = memoryPane,
                .window = &window,
                .actions = &actions,
                .shelf = &memoryShelf},
               window.memoryDock(), window.memoryMenu())
    , memoryDialogs(
          {.library = &library, .prompt = &prompt, .model = &model, .shelf = &memoryShelf, .window = &window})
    , connectionQuestion({.model = &model,
                          .shelf = &memoryShelf,
                          .notices = chatPane->notices(),
                          .connections = actions.action(ActionId::Connections)})
    , libraryRoom({.library = &library,
                   .cast = &cast,
                   .chats = &chats,
                   .pane = libraryPane,
                   .window = &window,
                   .notices = chatPane->notices(),
                   .actions = &actions,
                   .chat = &chat,
                   .prompt = &prompt,
                   .model = &model,
                   .settings = &settings,
                   .pictures = pictures})
    , groups({.library = &library,
              .cast = &cast,
              .list = libraryPane,
              .pane = chatPane,
              .inspector = inspector,
              .window = &window,
              .actions = &actions,
              .chat = &chat,
              .libraryRoom = &libraryRoom,
              .theme = &theme,
              .pictures = pictures})
    , templateEditor({.prompt = &prompt,
                      .chat = &chat,
                      .inspector = inspector,
                      .window = &window,
                      .theme = &theme,
                      .syntax = &syntax})
    , textTemplates({.library = &library,
                     .prompt = &prompt,
                     .chat = &chat,
                     .inspector = inspector,
                     .window = &window,
                     .theme = &theme,
                     .syntax = &syntax})
    , loreEditor({.library = &library,
                  .prompt = &prompt,
                  .chat = &chat,
                  .model = &model,
                  .inspector = inspector,
                  .window = &window,
                  .theme = &theme,
                  .syntax = &syntax})
    , loreReplay({.library = &library,
                  .prompt = &prompt,
                  .chat = &chat,
                  .editor = &loreEditor,
                  .inspector = inspector,
                  .window = &window,
                  .theme = &theme})
    , presetEditor({.library = &library,
                    .prompt = &prompt,
                    .chat = &chat,
                    .inspector = inspector,
                    .theme = &theme,
                    .syntax = &syntax})
    , drafts(&library, chatPane->notices())
    , cardEditor({.library = &library,
                  .prompt = &prompt,
                  .chat = &chat,
                  .model = &model,
                  .inspector = inspector,
                  .window = &window,
                  .theme = &theme,
                  .syntax = &syntax,
                  .pictures = pictures})
    , personaEditor({.library = &library,
                     .prompt = &prompt,
                     .model = &model,
                     .chat = &chat,
                     .inspector = inspector,
                     .window = &window,
                     .theme = &theme,
                     .syntax = &syntax,
                     .pictures = pictures})
    , scriptEditor({.library = &library,
                    .prompt = &prompt,
                    .chat = &chat,
                    .inspector = inspector,
                    .window = &window,
                    .theme = &theme,
                    .syntax = &syntax})
    , secrets({.prompt = &prompt,
               .model = &model,
               .chat = &chat,
               .pane = chatPane,
               .inspector = inspector,
               .window = &window,
               .actions = &actions})
    , history({.library = &library,
               .ledger = &ledger,
               .model = &model,
               .chat = &chat,
               .pane = chatPane,
               .inspector = inspector,
               .window = &window,
               .settings = &settings})
    , changes({.ledger = &ledger, .chat = &chat, .inspector = inspector})
    , whatIf({.library = &library,
              .prompt = &prompt,
              .model = &model,
              .chat = &chat,
              .changes = &changes,
              .inspector = inspector,
              .window = &window})
    , setups({.library = &library,
              .prompt = &prompt,
              .model = &model,
              .chat = &chat,
              .changes = &changes,
              .window = &window,
              .theme = &theme})
{
    QObject::connect(actions.action(ActionId::CompareSetups), &QAction::triggered, &setups,
                     &SetupsRoom::open);
    QObject::connect(actions.action(ActionId::SimulateLore), &QAction::triggered, &loreReplay,
                     [this] { loreReplay.open(); });
    model.setWitness(&ledger);
    transport.setWitness(&ledger);
    QObject::connect(&promptTests, &PromptTestRoom::differenceWanted, &changes, &ChangesRoom::showTest);
}

} // namespace snug
