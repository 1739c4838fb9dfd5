#include "app/window/menucontroller.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "app/chat/choicesteps.h"
#include "app/editors/chattemplateeditorcontroller.h"
#include "app/editors/completiontemplateeditorcontroller.h"
#include "core/library/library.h"
#include "core/prompt/promptblocks.h"
#include "core/prompt/promptmodename.h"
#include "core/wire/wiretext.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/connections.h"
#include "core/workspace/workspace.h"
#include "widgets/chat/chatheader.h"
#include "widgets/chat/composer.h"
#include "widgets/inspector/inspector.h"
#include "widgets/inspector/promptcopy.h"
#include "widgets/theme/emptymenu.h"
#include "widgets/theme/plainmessagebox.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"

#include <QActionGroup>
#include <QApplication>
#include <QClipboard>
#include <QMenu>

using namespace Qt::StringLiterals;

namespace snug {

// One checkable item; names may hold an ampersand.
static QAction *choice(QMenu *menu, const QString &text, bool checked)
{
    QAction *action = menu->addAction(QString(text).replace(u'&', u"&&"_s));
    action->setCheckable(true);
    action->setChecked(checked);
    return action;
}

MenuController::MenuController(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
    , m_connections(app)
{
    MainWindow *window = &app.window;
    connect(window->personaMenu(), &QMenu::aboutToShow, this, &MenuController::fillPersonas);
    connect(window->presetMenu(), &QMenu::aboutToShow, this, &MenuController::fillPresets);
    connect(window->lorebookMenu(), &QMenu::aboutToShow, this, &MenuController::fillLorebooks);
    connect(window->modeMenu(), &QMenu::aboutToShow, this, &MenuController::fillModes);
    connect(window->templateMenu(), &QMenu::aboutToShow, this, &MenuController::fillTemplates);
    connect(window->connectionMenu(), &QMenu::aboutToShow, this,
            [this] { m_connections.fillMenu(m_app.window.connectionMenu()); });
    connect(app.chatPane.header(), &ChatHeader::personaRequested, this,
            [this](const QPoint &position) { m_app.window.personaMenu()->popup(position); });
    connect(app.chatPane.header(), &ChatHeader::menuRequested, this, [this](const QPoint &position) {
        auto *menu = new QMenu(&m_app.window);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        using enum ActionId;
        for (const ActionId id :
             {NewChat, Regenerate, Continue, Impersonate, ExportChat, RenameChat, DeleteChat})
            menu->addAction(m_app.actions.action(id));
        menu->addSeparator();
        menu->addMenu(m_app.window.presetMenu());
        menu->addMenu(m_app.window.lorebookMenu());
        menu->addMenu(m_app.window.regexMenu());
        menu->addMenu(m_app.window.modeMenu());
        menu->addMenu(m_app.window.templateMenu());
        menu->popup(position);
    });
    connect(app.chatPane.composer(), &Composer::connectionRequested, this,
            [this](const QPoint &position) { m_app.window.connectionMenu()->popup(position); });
    connect(app.actions.action(ActionId::Connections), &QAction::triggered, this,
            &MenuController::showConnections);
    connect(app.actions.action(ActionId::About), &QAction::triggered, this, &MenuController::about);
    connectInspector();
    // Empty menus would be greyed out on some desktops before they are first opened.
    fillPersonas();
    fillPresets();
    fillLorebooks();
    fillModes();
    fillTemplates();
    m_connections.fillMenu(window->connectionMenu());
}

void MenuController::fillPersonas()
{
    QMenu *menu = m_app.window.personaMenu();
    menu->clear();
    const std::optional<Persona> current = m_app.workspace.content.personas().inEffect().persona;
    const QList<Persona> personas = m_app.workspace.content.personas().all();
    for (const Persona &persona : personas) {
        QAction *action = choice(menu, persona.name.isEmpty() ? persona.avatar : persona.name,
                                 current && current->avatar == persona.avatar);
        action->setToolTip(persona.title);
        connect(action, &QAction::triggered, this,
                [this, avatar = persona.avatar] { choosePersona(m_app, avatar); });
    }
    menu->addSeparator();
    connect(choice(menu, tr("No Persona"), !current), &QAction::triggered, this,
            [this] { choosePersona(m_app, {}); });
    menu->addSeparator();
    menu->addAction(m_app.actions.action(ActionId::OwnName));
    menu->addAction(m_app.actions.action(ActionId::EditPersonas));
}

void MenuController::fillPresets()
{
    QMenu *menu = m_app.window.presetMenu();
    menu->clear();
    const QString current = m_app.workspace.content.presetName();
    for (const PresetSummary &preset : m_app.library.contents().presets) {
        QAction *action = choice(menu, preset.name, preset.name == current);
        action->setEnabled(!preset.problem);
        connect(action, &QAction::triggered, this, [this, name = preset.name] { choosePreset(m_app, name); });
    }
    menu->addSeparator();
    connect(choice(menu, tr("No Preset"), current.isEmpty()), &QAction::triggered, this,
            [this] { choosePreset(m_app, {}); });
    menu->addSeparator();
    menu->addAction(m_app.actions.action(ActionId::EditPreset));
}

void MenuController::fillLorebooks()
{
    QMenu *menu = m_app.window.lorebookMenu();
    menu->clear();
    const QStringList global = m_app.workspace.content.lorebooks().global();
    QHash<QString, ActiveLorebook::Scope> effective;
    for (const BookInEffect &book : m_app.workspace.content.lorebooks().inEffect())
        effective.insert(book.name, book.scope);
    for (const LorebookSummary &book : m_app.library.contents().lorebooks) {
        QString text = book.name;
        const auto scope = effective.constFind(book.name);
        if (scope != effective.cend() && *scope == ActiveLorebook::Scope::Character)
            text = tr("%1 (from the character)").arg(book.name);
        else if (scope != effective.cend() && *scope == ActiveLorebook::Scope::Persona)
            text = tr("%1 (from the persona)").arg(book.name);
        else if (scope != effective.cend() && *scope == ActiveLorebook::Scope::Chat)
            text = tr("%1 (from the chat)").arg(book.name);
        QAction *action = choice(menu, text, global.contains(book.name));
        action->setEnabled(!book.problem);
        connect(action, &QAction::triggered, this,
                [this, name = book.name](bool on) { switchLorebook(m_app, name, on); });
    }
    if (menu->isEmpty())
        menu->addAction(tr("No lorebooks in this library"))->setEnabled(false);
    menu->addSeparator();
    menu->addAction(m_app.actions.action(ActionId::EditLorebooks));
}

void MenuController::fillModes()
{
    QMenu *menu = m_app.window.modeMenu();
    menu->clear();
    menu->setToolTipsVisible(true);
    auto *group = new QActionGroup(menu);
    for (const PromptMode mode : promptModes(m_app.workspace.connections.link().connection.completesText())) {
        QAction *action =
            choice(menu, promptModeName(mode), m_app.workspace.content.choices().now().mode == mode);
        action->setToolTip(promptModeSummary(mode));
        group->addAction(action);
        connect(action, &QAction::triggered, this,
                [this, mode] { m_app.workspace.content.choices().chooseMode(mode); });
    }
    menu->addSeparator();
    QAction *edit =
        menu->addAction(tr("&Edit Prompt Templates…"), this, [this] { m_app.chatTemplateEditor.open(); });
    edit->setObjectName(u"editTemplates"_s);
}

void MenuController::fillTemplates()
{
    using Folder = LibraryLayout::Folder;
    QMenu *menu = m_app.window.templateMenu();
    emptyMenu(menu);
    if (!m_app.workspace.connections.link().connection.completesText())
        menu->addAction(tr("Used by connections that complete text"))->setEnabled(false);
    CompletionTemplates *templates = &m_app.workspace.content.templates();
    struct Part
    {
        Folder folder;
        QString title;
        QString none; // empty: there is always one
    };
    const std::array parts{Part{Folder::Context, tr("&Context Template"), {}},
                           Part{Folder::Instruct, tr("&Instruct Template"), tr("No Instruct Template")},
                           Part{Folder::SystemPrompts, tr("&System Prompt"), tr("No System Prompt")},
                           Part{Folder::TextPresets, tr("Sa&mplers"), tr("The Server's Own")}};
    for (const Part &part : parts) {
        QMenu *names = menu->addMenu(part.title);
        const QString current = templates->nameOf(part.folder);
        const auto add = [&](const QString &text, const QString &name) {
            connect(choice(names, text, name == current), &QAction::triggered, this,
                    [templates, folder = part.folder, name] { templates->choose(folder, name); });
        };
        if (part.folder == Folder::Instruct && templates->isByModel())
            names->addAction(tr("Chosen by the Model's Name"))->setEnabled(false);
        QStringList known = m_app.library.contents().templates.value(part.folder);
        if (!current.isEmpty() && !known.contains(current))
            known.prepend(current); // built in, or only in the settings
        for (const QString &name : std::as_const(known))
            add(name, name);
        if (part.none.isEmpty())
            continue;
        names->addSeparator();
        add(part.none, {});
    }
    menu->addSeparator();
    QAction *edit = menu->addAction(tr("&Edit Text Completion Templates…"), this, [this] {
        m_app.completionTemplateEditor.open(TextTemplateEditor::Kind::Instruct);
    });
    edit->setObjectName(u"editTextTemplates"_s);
    QAction *samplers = menu->addAction(tr("E&dit Samplers…"), this, [this] {
        m_app.completionTemplateEditor.open(TextTemplateEditor::Kind::Samplers);
    });
    samplers->setObjectName(u"editSamplers"_s);
}

void MenuController::showConnections()
{
    m_connections.show();
}

void MenuController::connectInspector()
{
    Inspector *inspector = &m_app.inspector;
    connect(inspector, &Inspector::modeRequested, &m_app.workspace.content.choices(),
            &ContentChoices::chooseMode);
    connect(inspector, &Inspector::templatesRequested, this,
            [this](const QPoint &position) { m_app.window.templateMenu()->popup(position); });
    connect(inspector, &Inspector::copied, &m_app.window, &MainWindow::showNews);
    connect(inspector, &Inspector::messageRequested, &m_app.chat, &ChatController::reveal);
    connect(m_app.actions.action(ActionId::FocusInspector), &QAction::triggered, inspector,
            &Inspector::focusContent);
    connect(m_app.actions.action(ActionId::CopyPrompt), &QAction::triggered, this, [this] {
        if (const auto prepared = m_app.chat.shownPrompt()) {
            QApplication::clipboard()->setText(messagesAsJsonWithSources(promptBlocks(prepared->prompt)));
            m_app.window.showNews(prepared->prompt.prompt ? tr("Prompt copied") : tr("Messages copied"));
        }
    });
    connect(m_app.actions.action(ActionId::CopySources), &QAction::triggered, this, [this] {
        if (const auto prepared = m_app.chat.shownPrompt()) {
            QApplication::clipboard()->setText(messagesAsJsonWithSource(prepared->prompt.messages));
            m_app.window.showNews(tr("Messages copied with their source"));
        }
    });
    connect(m_app.actions.action(ActionId::CopyCurl), &QAction::triggered, this, [this] {
        if (const auto prepared = m_app.chat.shownPrompt(); prepared && prepared->request) {
            QApplication::clipboard()->setText(curlCommand(*prepared->request));
            m_app.window.showNews(tr("Request copied as curl; put the key into SNUG_API_KEY"));
        }
    });
}

void MenuController::about()
{
    auto *box = newPlainMessageBox(
        QMessageBox::NoIcon, tr("About Snug"),
        tr("Snug %1\n\nCharacter chat in which nothing about the prompt is hidden.\n\n"
           "© 2026 The Snug authors. Under the MIT licence: to be used, changed and passed on "
           "freely, without warranty.")
            .arg(QCoreApplication::applicationVersion()),
        QMessageBox::Close, &m_app.window);
    box->setIconPixmap(QApplication::windowIcon().pixmap(64));
    box->setModal(false);
    box->open();
}

} // namespace snug
