#include "app/help/palettecontroller.h"

#include "app/appcontext.h"
#include "app/documents/documentlist.h"
#include "app/editors/editorcontroller.h"
#include "app/editors/editorofkind.h"
#include "app/editors/personaeditorcontroller.h"
#include "app/help/foreignwords.h"
#include "app/library/librarycontroller.h"
#include "core/guarded.h"
#include "core/library/chattitle.h"
#include "core/library/library.h"
#include "core/library/listedchats.h"
#include "core/workspace/workspace.h"
#include "widgets/library/castmodel.h"
#include "widgets/theme/systemtheme.h"
#include "widgets/window/actions.h"
#include "widgets/window/mainwindow.h"

#include <QAction>
#include <QFutureWatcher>
#include <QMenuBar>
#include <QtConcurrentRun>

using namespace Qt::StringLiterals;

namespace snug {

// "Edit" of "&Edit…".
static QString plainActionText(const QString &text)
{
    QString plain = text;
    plain.replace(u"&&"_s, QString(QChar(0x1))).remove(u'&').replace(QChar(0x1), u'&');
    return plain.endsWith(u'…') ? plain.chopped(1) : plain;
}

static QString documentKindTitle(DocumentKind kind)
{
    switch (kind) {
    case DocumentKind::Persona:
        return PaletteController::tr("Persona");
    case DocumentKind::Preset:
        return PaletteController::tr("Preset");
    case DocumentKind::Lorebook:
        return PaletteController::tr("Lorebook");
    case DocumentKind::ContextTemplate:
        return PaletteController::tr("Context template");
    case DocumentKind::InstructTemplate:
        return PaletteController::tr("Instruct template");
    case DocumentKind::SystemPrompt:
        return PaletteController::tr("System prompt");
    case DocumentKind::TextSamplers:
        return PaletteController::tr("Samplers");
    case DocumentKind::Rules:
        return PaletteController::tr("SmartTavern's rules");
    default:
        return PaletteController::tr("Prompt template");
    }
}

// `controller` is who acts when one of them is chosen.
static QList<PaletteEntry> peopleEntries(const QList<CastEntry> &people, LibraryController *controller)
{
    QList<PaletteEntry> entries;
    for (const CastEntry &person : people) {
        PaletteEntry entry{.title = person.name,
                           .place = person.kind == CastEntry::Kind::Group ? PaletteController::tr("Group")
                                    : person.kind == CastEntry::Kind::Character
                                        ? PaletteController::tr("Character")
                                        : person.line,
                           .words = person.search};
        if (!person.problem)
            entry.act = [controller, kind = person.kind, id = person.id] { controller->begin(kind, id); };
        entries.append(entry);
    }
    return entries;
}

// All of the library, whoever's are listed.
static QList<PaletteEntry> chatEntries(const QList<ListedChat> &chats, LibraryController *controller)
{
    QList<PaletteEntry> entries;
    for (const ListedChat &chat : chats) {
        const QString title = chatTitle(chat.summary);
        PaletteEntry entry{.title = title,
                           //: %1 is a character or a group
                           .place = PaletteController::tr("Chat with %1").arg(chat.owner),
                           .words = chat.reference.name + u' ' + chat.summary.lastText};
        if (chat.hasOwner) {
            const bool isGroup = chat.reference.isGroup();
            entry.act = [controller, kind = isGroup ? CastEntry::Kind::Group : CastEntry::Kind::Character,
                         id = isGroup ? chat.group : chat.reference.cardFile,
                         name = chat.reference.name] { controller->openChatOf(kind, id, name); };
        } else {
            entry.act = [controller, title] { controller->tellOwnerless(title); };
        }
        entries.append(entry);
    }
    return entries;
}

PaletteController::PaletteController(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
    , m_palette(new CommandPalette(&app.window))
{
    using enum ActionId;
    connect(app.actions.action(Palette), &QAction::triggered, this, &PaletteController::findAnything);
    connect(app.actions.action(Keys), &QAction::triggered, this, &PaletteController::showKeys);
    connect(app.actions.action(WhereIs), &QAction::triggered, this, &PaletteController::askWhere);
    m_palette->setTheme(app.theme.theme());
    connect(&app.theme, &SystemTheme::themeChanged, m_palette, &CommandPalette::setTheme);
}

void PaletteController::findAnything()
{
    addPeopleAndChats(m_palette->open(actions() + documents(), tr("A character, chat, document or command"),
                                      CommandPalette::More::Comes));
}

void PaletteController::showKeys()
{
    QList<PaletteEntry> entries = actions();
    entries.removeIf([](const PaletteEntry &entry) { return entry.key.isEmpty(); });
    m_palette->open(entries + otherKeys(), tr("What to do, or a key"));
}

void PaletteController::askWhere()
{
    QList<PaletteEntry> entries;
    for (const ForeignWord &word : foreignWords()) {
        PaletteEntry entry{.title = u"%1 (%2)"_s.arg(word.word, word.program), .place = word.here};
        if (const ActionId *id = std::get_if<ActionId>(&word.target)) {
            QAction *action = m_app.actions.action(*id);
            entry.key = action->shortcut();
            if (action->isEnabled())
                entry.act = [action] { action->trigger(); };
            else
                entry.act = [this, text = plainActionText(action->text())] {
                    //: %1 is an action of a menu
                    m_app.window.showNews(tr("“%1” is not available at the moment.").arg(text));
                };
        } else {
            QMenu *menu = menuOf(int(std::get<WordMenu>(word.target)));
            entry.act = [this, menu] {
                menu->popup(m_app.window.mapToGlobal(QPoint(m_app.window.width() / 3, 60)));
            };
        }
        entries.append(entry);
    }
    m_palette->open(entries,
                    tr("A word of SillyTavern, SmartTavern, gf-lt, Memory Books, hologram or smelt"));
}

QMenu *PaletteController::menuOf(int place) const
{
    switch (WordMenu(place)) {
    case WordMenu::Personas:
        return m_app.window.personaMenu();
    case WordMenu::Presets:
        return m_app.window.presetMenu();
    case WordMenu::Lorebooks:
        return m_app.window.lorebookMenu();
    case WordMenu::Scripts:
        return m_app.window.regexMenu();
    case WordMenu::Modes:
        return m_app.window.modeMenu();
    case WordMenu::TextTemplates:
        return m_app.window.templateMenu();
    case WordMenu::Connections:
        return m_app.window.connectionMenu();
    case WordMenu::Memories:
        return m_app.window.memoryMenu();
    }
    Q_UNREACHABLE();
}

QList<PaletteEntry> PaletteController::actions() const
{
    QList<PaletteEntry> entries;
    for (const QAction *top : m_app.window.menuBar()->actions()) {
        if (const QMenu *menu = top->menu())
            addActions(entries, menu, plainActionText(top->text()));
    }
    return entries;
}

void PaletteController::addActions(QList<PaletteEntry> &entries, const QMenu *menu, const QString &path) const
{
    for (QAction *action : menu->actions()) {
        const QString text = plainActionText(action->text());
        if (action->isSeparator() || text.isEmpty() || action == m_app.actions.action(ActionId::Palette))
            continue;
        if (const QMenu *inner = action->menu()) {
            addActions(entries, inner, path + u" ▸ "_s + text);
            continue;
        }
        PaletteEntry entry{.title = text, .place = path, .key = action->shortcut()};
        if (action->isEnabled())
            entry.act = [guard = QPointer(action)] {
                if (guard)
                    guard->trigger();
            };
        entries.append(entry);
    }
}

void PaletteController::addPeopleAndChats(int time)
{
    struct Gathered
    {
        QList<PaletteEntry> entries;
        QList<SearchedWords> searched;
    };
    auto *watcher = new QFutureWatcher<Gathered>(this);
    connect(watcher, &QFutureWatcher<Gathered>::finished, this, [this, watcher, time] {
        watcher->deleteLater();
        const Gathered gathered = watcher->result();
        m_palette->addBefore(time, gathered.entries, gathered.searched);
    });
    const auto gather = [people = m_app.cast.values(), isOpen = m_app.library.isOpen(),
                         contents = m_app.library.contents(), layout = m_app.library.layout(),
                         controller = &m_app.libraryController] {
        Gathered gathered{.entries = peopleEntries(people, controller), .searched = {}};
        if (isOpen)
            gathered.entries += chatEntries(allChats(contents, layout, {}), controller);
        gathered.searched.reserve(gathered.entries.size());
        for (const PaletteEntry &entry : std::as_const(gathered.entries))
            gathered.searched.append(entry.searched());
        return gathered;
    };
    watcher->setFuture(QtConcurrent::run(guarded(gather, [](const Error &) { return Gathered(); })));
}

QList<PaletteEntry> PaletteController::documents() const
{
    QList<PaletteEntry> entries;
    const auto all = listDocuments(m_app.library.contents(), m_app.library.layout(), m_app.workspace.content);
    for (const QList<LibraryDocument> &list : all) {
        for (const LibraryDocument &document : list) {
            if (document.key.kind == DocumentKind::Card || !document.problem.isEmpty())
                continue; // characters are among the people
            entries.append({.title = document.name,
                            //: %1 is "Preset", "Lorebook", …
                            .place = tr("Edit %1").arg(documentKindTitle(document.key.kind)),
                            .act = [this, key = document.key] {
                                if (key.kind == DocumentKind::Persona)
                                    m_app.personaEditor.open(key.name);
                                else
                                    editorOf(m_app, key.kind).openDocument(key);
                            }});
        }
    }
    return entries;
}

// What is in no menu; to be read.
QList<PaletteEntry> PaletteController::otherKeys() const
{
    const auto key = [](const QString &what, const QString &where, QKeyCombination keys) {
        return PaletteEntry{.title = what, .place = where, .key = QKeySequence(keys)};
    };
    const QString chat = tr("In the chat");
    const QString editors = tr("In every editor");
    return {key(tr("Send"), tr("In the composer"), Qt::Key_Return),
            key(tr("New line"), tr("In the composer"), Qt::SHIFT | Qt::Key_Return),
            key(tr("Edit the message"), chat, Qt::Key_F2),
            key(tr("Next message"), chat, Qt::Key_Down),
            key(tr("Previous message"), chat, Qt::Key_Up),
            key(tr("Request of this reply"), chat, Qt::ALT | Qt::Key_Return),
            key(tr("Show or fold the reasoning"), chat, Qt::CTRL | Qt::Key_Space),
            key(tr("Scene begins here"), chat, Qt::CTRL | Qt::Key_BracketLeft),
            key(tr("Scene ends here"), chat, Qt::CTRL | Qt::Key_BracketRight),
            key(tr("Save"), editors, Qt::CTRL | Qt::Key_S),
            key(tr("Next finding"), editors, Qt::Key_F8),
            key(tr("Find in the text"), editors, Qt::CTRL | Qt::Key_F)};
}

} // namespace snug
