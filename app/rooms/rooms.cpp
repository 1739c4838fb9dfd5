#include "app/rooms/rooms.h"

#include "app/rooms/roomsbuilt.h"
#include "widgets/chat/composer.h"
#include "widgets/chat/transcript.h"
#include "widgets/inspector/historypane.h"

#include <QAction>
#include <QApplication>

using namespace Qt::StringLiterals;

namespace snug {

Rooms::Rooms(QApplication &application, const Options &options, QObject *parent)
    : QObject(parent)
    , m(std::make_unique<Built>(application, options))
{
    joinTheme();
    joinWindow();
    joinUnderstudyNote();
    connect(m->inspector->history(), &HistoryPane::compareRequested, &m->changes, &ChangesRoom::compareWith);
    const QString folder =
        options.libraryFolder.isEmpty() ? m->settings.session().libraryFolder : options.libraryFolder;
    m->libraryRoom.openFolder(folder);
}

Rooms::~Rooms() = default;

void Rooms::joinTheme()
{
    m->libraryPane->setPictureEngine(m->pictures);
    const auto dress = [this](const Theme &theme) {
        m->libraryPane->setTheme(theme);
        m->chatPane->setTheme(theme);
        m->inspector->setTheme(theme);
        m->memoryPane->setTheme(theme);
    };
    connect(&m->theme, &SystemTheme::themeChanged, this, dress);
    const ThemeChoice choice = m->settings.window().theme;
    m->theme.setChoice(choice);
    dress(m->theme.theme());
    for (const auto &[id, value] : {std::pair(ActionId::ThemeSystem, ThemeChoice::System),
                                    std::pair(ActionId::ThemeLight, ThemeChoice::Light),
                                    std::pair(ActionId::ThemeDark, ThemeChoice::Dark)}) {
        QAction *action = m->actions.action(id);
        action->setChecked(value == choice);
        connect(action, &QAction::triggered, this, [this, value] { m->theme.setChoice(value); });
    }
}

void Rooms::joinWindow()
{
    const WindowSettings remembered = m->settings.window();
    if (!remembered.geometry.isEmpty())
        m->window.restoreLayout(remembered.geometry, remembered.state);
    connect(&m->window, &MainWindow::closing, this, [this] {
        m->presetEditor.closeWindows();
        m->chat.stop();
        m->libraryRoom.rememberChoices();
        m->settings.setWindow({m->window.saveGeometry(), m->window.layoutState(), m->theme.choice()});
    });
    connect(m->actions.action(ActionId::Quit), &QAction::triggered, &m->window, &QWidget::close);
    connect(m->actions.action(ActionId::FocusComposer), &QAction::triggered, m->chatPane->composer(),
            qOverload<>(&QWidget::setFocus));
    connect(m->actions.action(ActionId::FocusTranscript), &QAction::triggered, m->chatPane->transcript(),
            qOverload<>(&QWidget::setFocus));
    connect(&m->memories, &MemoryRoom::failed, &m->libraryRoom, &LibraryRoom::showError);
    connect(&m->memories, &MemoryRoom::settingsRequested, &m->memoryDialogs, &MemoryDialogs::showSettings);
    connect(&m->memories, &MemoryRoom::presetsRequested, &m->memoryDialogs, &MemoryDialogs::showPresets);
    connect(&m->memories, &MemoryRoom::sidePromptsRequested, &m->memoryDialogs,
            &MemoryDialogs::showSidePrompts);
    connect(&m->similarity, &SimilarityRoom::hasEmbeddingsChanged, &m->memoryDialogs,
            &MemoryDialogs::setHasEmbeddings);
    connect(&m->scripts, &ScriptRoom::deleteRulesRequested, &m->libraryRoom, &LibraryRoom::deleteRuleFile);
    connect(&m->memoryDialogs, &MemoryDialogs::failed, &m->libraryRoom, &LibraryRoom::showError);
    connect(&m->memoryDialogs, &MemoryDialogs::told, &m->window, &MainWindow::showActivity);
    connect(m->memoryPane, &MemoryPane::copied, &m->window, &MainWindow::showActivity);
    connect(m->memoryPane, &MemoryPane::openSource, m->inspector, &Inspector::openSource);
    connect(m->actions.action(ActionId::EditPreset), &QAction::triggered, &m->presetEditor,
            [this] { m->presetEditor.open(); });
    connect(&m->drafts, &DraftsRoom::openRequested, this, [this](const DocumentKey &key) {
        if (key.kind == u"presets")
            m->presetEditor.open(key.name);
        else if (key.kind == u"lorebooks")
            m->loreEditor.open(key.name);
        else if (key.kind == u"cards")
            m->cardEditor.open(key.name);
        else if (key.kind == u"personas")
            m->personaEditor.open();
        else if (key.kind.endsWith(u"scripts"))
            m->scriptEditor.openPlace(key);
        for (const auto kind : {TextTemplateEditor::Kind::Context, TextTemplateEditor::Kind::Instruct,
                                TextTemplateEditor::Kind::SystemPrompt}) {
            if (key.kind == m->textTemplates.document(kind).key().kind)
                m->textTemplates.open(kind, key.name);
        }
    });
    connect(&m->scriptEditor, &ScriptEditorRoom::draftTaken, &m->drafts, &DraftsRoom::dismiss);
    connect(m->actions.action(ActionId::EditScripts), &QAction::triggered, &m->scriptEditor,
            &ScriptEditorRoom::open);
    connect(&m->personaEditor, &PersonaEditorRoom::draftTaken, &m->drafts, &DraftsRoom::dismiss);
    connect(m->actions.action(ActionId::EditPersonas), &QAction::triggered, &m->personaEditor,
            [this] { m->personaEditor.open(); });
    connect(&m->presetEditor, &PresetEditorRoom::draftTaken, &m->drafts, &DraftsRoom::dismiss);
    connect(&m->drafts, &DraftsRoom::problem, &m->libraryRoom, &LibraryRoom::showError);
    connect(&m->menus, &MenuRoom::templateEditorWanted, &m->templateEditor,
            [this] { m->templateEditor.open(); });
    connect(&m->menus, &MenuRoom::textTemplateEditorWanted, &m->textTemplates,
            [this] { m->textTemplates.open(TextTemplateEditor::Kind::Instruct); });
    connect(&m->prompt.templates(), &TemplateRoom::takenByModel, &m->window,
            [this](const QString &name, const QString &model) {
                //: %1 is an instruct template, %2 a model
                m->window.showActivity(tr("Instruct template “%1”, as “%2” asks for it").arg(name, model));
            });
    connect(&m->prompt, &PromptRoom::changed, m->inspector,
            [this] { m->inspector->setAsEdited(m->prompt.editedInEffect()); });
    connect(m->actions.action(ActionId::EditCharacter), &QAction::triggered, &m->cardEditor,
            [this] { m->cardEditor.open(); });
    connect(m->libraryPane, &LibraryPane::editCardRequested, &m->cardEditor, &CardEditorRoom::open);
    connect(m->actions.action(ActionId::EditLorebooks), &QAction::triggered, &m->loreEditor,
            [this] { m->loreEditor.open(); });
    connect(&m->chat, &ChatRoom::activity, &m->window, &MainWindow::showActivity);
    connect(&m->chat, &ChatRoom::problem, &m->window, &MainWindow::showProblem);
    connect(m->chatPane->transcript(), &Transcript::filesDropped, this, &Rooms::importUrls);
    connect(m->chatPane->composer(), &Composer::filesDropped, this, &Rooms::importUrls);
}

void Rooms::importUrls(const QList<QUrl> &urls)
{
    QStringList paths;
    for (const QUrl &url : urls) {
        if (url.isLocalFile())
            paths << url.toLocalFile();
    }
    m->libraryRoom.importFiles(paths);
}

// As long as the built-in stand-in answers, say so, with the ways to something better.
void Rooms::joinUnderstudyNote()
{
    static const QString id = u"understudy"_s;
    NoticeBar *notices = m->chatPane->notices();
    const auto renew = [this, notices] {
        const bool wanted = m->model.isUnderstudy() && !m->settings.session().understudyNoteHidden;
        if (!wanted)
            notices->dismiss(id);
        else if (!notices->isShown(id))
            notices->post(id, {Notice::Kind::Hint,
                               tr("This is the Understudy, not a model."),
                               {{tr("Connect a Model…"), [this] { m->menus.showConnections(); }},
                                {tr("Open a SillyTavern Folder…"),
                                 [this] { m->actions.action(ActionId::OpenLibrary)->trigger(); }}}});
    };
    connect(&m->model, &ModelRoom::activeChanged, this, renew);
    connect(notices, &NoticeBar::putAway, this, [this](const QString &which) {
        if (which != id)
            return;
        SessionSettings session = m->settings.session();
        session.understudyNoteHidden = true;
        m->settings.setSession(session);
    });
    renew();
}

MainWindow &Rooms::window() const
{
    return m->window;
}
ChatRoom &Rooms::chat() const
{
    return m->chat;
}
MemoryRoom &Rooms::memories() const
{
    return m->memories;
}
MemoryShelf &Rooms::memoryShelf() const
{
    return m->memoryShelf;
}
MemoryDialogs &Rooms::memoryDialogs() const
{
    return m->memoryDialogs;
}
PromptRoom &Rooms::prompt() const
{
    return m->prompt;
}
LedgerRoom &Rooms::ledger() const
{
    return m->ledger;
}
HistoryRoom &Rooms::history() const
{
    return m->history;
}
WhatIfRoom &Rooms::whatIf() const
{
    return m->whatIf;
}
ModelRoom &Rooms::model() const
{
    return m->model;
}
LibraryRoom &Rooms::libraryRoom() const
{
    return m->libraryRoom;
}
Library &Rooms::library() const
{
    return m->library;
}
Inspector &Rooms::inspector() const
{
    return *m->inspector;
}
ChatPane &Rooms::pane() const
{
    return *m->chatPane;
}
Actions &Rooms::actions() const
{
    return m->actions;
}
TextTemplateRoom &Rooms::textTemplates() const
{
    return m->textTemplates;
}

TemplateEditorRoom &Rooms::templateEditor() const
{
    return m->templateEditor;
}
LoreReplayRoom &Rooms::loreReplay() const
{
    return m->loreReplay;
}
LoreEditorRoom &Rooms::loreEditor() const
{
    return m->loreEditor;
}
SetupsRoom &Rooms::setups() const
{
    return m->setups;
}
PresetEditorRoom &Rooms::presetEditor() const
{
    return m->presetEditor;
}

CardEditorRoom &Rooms::cardEditor() const
{
    return m->cardEditor;
}
PersonaEditorRoom &Rooms::personaEditor() const
{
    return m->personaEditor;
}
ScriptEditorRoom &Rooms::scriptEditor() const
{
    return m->scriptEditor;
}
SystemTheme &Rooms::theme() const
{
    return m->theme;
}

} // namespace snug
