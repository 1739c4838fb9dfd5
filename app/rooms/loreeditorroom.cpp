#include "app/rooms/loreeditorroom.h"

#include "app/rooms/editorquestions.h"
#include "app/rooms/macrovalue.h"
#include "app/rooms/promptroom.h"
#include "core/library/documentfiles.h"
#include "core/library/library.h"
#include "widgets/editors/editorstatus.h"
#include "widgets/editors/lore/lorebookeditorhead.h"
#include "widgets/inspector/inspector.h"
#include "widgets/theme/systemtheme.h"
#include "widgets/window/mainwindow.h"

#include <QInputDialog>
#include <QLocale>
#include <QMenu>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// "book.uid": names may hold dots.
std::optional<std::pair<QString, int>> entryOf(const Source &source)
{
    if (!source.type().startsWith(u"world_book.") && source.type() != u"memory.entry" &&
        source.type() != u"memory.side_prompt")
        return std::nullopt;
    const qsizetype dot = source.id().lastIndexOf(u'.');
    bool isNumber = false;
    const int uid = dot < 0 ? -1 : QStringView(source.id()).sliced(dot + 1).toInt(&isNumber);
    return isNumber ? std::optional(std::pair(source.id().first(dot), uid)) : std::nullopt;
}

QString scopeText(ActiveLorebook::Scope scope)
{
    switch (scope) {
    case ActiveLorebook::Scope::Global:
        return LoreEditorRoom::tr("In effect everywhere.");
    case ActiveLorebook::Scope::Character:
        return LoreEditorRoom::tr("In effect through the character of the open chat.");
    case ActiveLorebook::Scope::Chat:
        return LoreEditorRoom::tr("In effect through the open chat.");
    case ActiveLorebook::Scope::Persona:
        return LoreEditorRoom::tr("In effect through the persona.");
    }
    return {};
}

} // namespace

LoreEditorRoom::LoreEditorRoom(const Surroundings &around, QObject *parent)
    : QObject(parent)
    , m_around(around)
    , m_document(around.library, lorebookFormat())
{
    joinDocument();
    connect(around.inspector, &Inspector::openLoreEntry, this, &LoreEditorRoom::open);
    connect(around.inspector, &Inspector::openSource, this,
            [this](const Source &source, qsizetype) { followSource(source); });
    connect(around.theme, &SystemTheme::themeChanged, this, [this](const Theme &theme) {
        if (m_editor)
            m_editor->setTheme(theme);
    });
    connect(around.library, &Library::changed, this, [this](const LibraryChange &change) {
        if (change.kind == LibraryChange::Kind::Lorebooks)
            showLibrary();
    });
    connect(around.library, &Library::closed, this, [this] {
        if (m_editor)
            m_editor->close();
    });
    // The program ends; what is not saved is a draft.
    connect(around.window, &MainWindow::closing, this, [this] {
        if (!m_editor)
            return;
        m_editor->tellTyped();
        m_editor->hide();
    });
    connect(around.prompt, &PromptRoom::changed, this, &LoreEditorRoom::showEffect);
}

LoreEditorRoom::~LoreEditorRoom()
{
    m_trials.reset();
    if (m_editor)
        m_editor->tellTyped();
    delete m_editor;
}

void LoreEditorRoom::make()
{
    m_editor = new LorebookEditor(m_around.syntax);
    m_editor->setTheme(m_around.theme->theme());
    m_editor->setMacros(macroWords());
    connect(m_editor, &LorebookEditor::macroValueWanted, this, [this](const QString &macro) {
        findMacroValue(macro, m_around.chat, m_around.prompt, this, [this, macro](const QString &value) {
            if (m_editor)
                m_editor->showMacroValue(macro, value);
        });
    });
    m_editor->setUsable(false);
    m_trials =
        std::make_unique<LoreTrials>(LoreTrials::Surroundings{m_around.prompt, m_around.chat, m_around.model},
                                     m_editor, ActiveLorebook::Scope::Global);
    joinEditor();
    showLibrary();
}

void LoreEditorRoom::joinEditor()
{
    LorebookEditorHead *head = m_editor->head();
    connect(m_editor, &LorebookEditor::edited, this,
            [this](const Lorebook &book, const QString &label, const QString &field) {
                m_document.change(book, label, field);
            });
    connect(m_editor, &LorebookEditor::closing, this, [this] {
        putIntoEffect(false);
        if (m_document.isOpen() && m_document.isEdited())
            askBeforeClosing(&m_document, m_document.name(), m_around.window);
    });
    connect(head, &LorebookEditorHead::bookChosen, this, [this](const QString &name) { open(name); });
    connect(head, &LorebookEditorHead::newBookWanted, this, &LoreEditorRoom::askForName);
    connect(head, &LorebookEditorHead::saveWanted, this, [this] {
        if (m_document.isEdited())
            m_document.save();
    });
    connect(head, &LorebookEditorHead::simulationWanted, this,
            [this] { Q_EMIT simulationWanted(m_document.name()); });
    connect(head, &LorebookEditorHead::undoWanted, this, [this] { m_document.undo(); });
    connect(head, &LorebookEditorHead::redoWanted, this, [this] { m_document.redo(); });
    connect(head->versionsMenu(), &QMenu::aboutToShow, this,
            [this] { fillVersionsMenu(m_editor->head()->versionsMenu(), &m_document); });
}

void LoreEditorRoom::joinDocument()
{
    connect(&m_document, &DocumentEditing::opened, this, [this] {
        if (!m_editor)
            return;
        m_editor->setUsable(true);
        showDocument();
        showEffect();
        m_editor->status()->clear();
        m_editor->openEntry(std::exchange(m_wantedEntry, -1));
    });
    connect(&m_document, &DocumentEditing::changed, this, &LoreEditorRoom::showDocument);
    joinStatus(
        &m_document, {}, [this] { return m_editor ? m_editor->status() : nullptr; },
        [this] { return m_editor; });
    connect(&m_document, &DocumentEditing::failed, this, [this] {
        if (!m_editor || m_document.isOpen())
            return;
        m_editor->setUsable(false); // what was shown before is not this one
        m_editor->setLorebook(Lorebook{m_document.name(), {}, {}});
        m_editor->setEdited(false);
    });
}

void LoreEditorRoom::show()
{
    if (!m_editor)
        make();
    m_editor->show();
    m_editor->raise();
    m_editor->activateWindow();
    m_trials->showMessages();
    putIntoEffect(true);
}

void LoreEditorRoom::open(const QString &name, int uid)
{
    show();
    const LibraryContents &contents = m_around.library->contents();
    const auto isThere = [&](const QString &wanted) {
        return std::ranges::contains(contents.lorebooks, wanted, &LorebookSummary::name);
    };
    QString wanted = name;
    if (wanted.isEmpty() && m_document.isOpen())
        wanted = m_document.name();
    const QList<BookInEffect> books = m_around.prompt->books();
    for (const BookInEffect &book : books) {
        if (wanted.isEmpty() && isThere(book.name))
            wanted = book.name;
    }
    if (wanted.isEmpty() && !contents.lorebooks.isEmpty())
        wanted = contents.lorebooks.first().name;
    if (wanted.isEmpty())
        return m_editor->status()->tell(tr("There are no lorebooks yet. New makes one; files are imported by "
                                           "dropping them on the main window."));
    if (m_document.isOpen() && m_document.name() == wanted) {
        showDocument();
        if (uid >= 0)
            m_editor->openEntry(uid);
        return;
    }
    m_wantedEntry = uid;
    openDocument(wanted);
}

void LoreEditorRoom::openDocument(const QString &name)
{
    m_editor->tellTyped();
    putIntoEffect(false);
    m_document.open(name); // what is not saved in the one before stays as its draft
}

void LoreEditorRoom::showDocument()
{
    if (!m_editor || !m_document.isOpen())
        return;
    const bool isOther = m_editor->lorebook().name != m_document.name();
    Lorebook book = m_document.value();
    book.name = m_document.name();
    m_trials->setBook(book);
    m_editor->setLorebook(book);
    m_editor->setEdited(m_document.isEdited());
    m_editor->head()->setUndo(m_document.undoText(), m_document.canUndo(), m_document.redoText(),
                              m_document.canRedo());
    if (isOther)
        showLibrary();
    putIntoEffect(true);
}

// Prompts are made with what the editor holds as long as it is open.
void LoreEditorRoom::putIntoEffect(bool isOpen)
{
    if (!m_document.isOpen())
        return;
    const bool counts = isOpen && m_editor && m_editor->isVisible() && m_document.isEdited();
    m_around.prompt->edited().setLorebook(m_document.name(),
                                          counts ? std::optional(m_editor->lorebook()) : std::nullopt);
}

void LoreEditorRoom::showLibrary()
{
    if (!m_editor)
        return;
    QStringList names;
    for (const LorebookSummary &book : m_around.library->contents().lorebooks)
        names.append(book.name);
    m_editor->head()->setBooks(names, m_document.name());
}

void LoreEditorRoom::showEffect()
{
    if (!m_editor)
        return;
    QStringList scopes;
    const QList<BookInEffect> books = m_around.prompt->books();
    for (const BookInEffect &book : books) {
        if (book.name == m_document.name())
            scopes.append(scopeText(book.scope));
    }
    m_editor->setEffect(scopes.join(u' '));
}

void LoreEditorRoom::followSource(const Source &source)
{
    if (const auto entry = entryOf(source))
        open(entry->first, entry->second);
}

void LoreEditorRoom::askForName()
{
    auto *dialog = new QInputDialog(m_editor);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("New Lorebook"));
    dialog->setLabelText(tr("Name of the lorebook"));
    dialog->setOkButtonText(tr("&Make"));
    connect(dialog, &QInputDialog::textValueSelected, this, &LoreEditorRoom::create);
    dialog->open();
}

void LoreEditorRoom::create(const QString &name)
{
    if (name.trimmed().isEmpty())
        return;
    Lorebook book;
    book.name = name.trimmed();
    m_around.library->perform([book](LibraryStore &store) { return createLorebook(store, book); }, this,
                              [this](const Result<QString> &made) {
                                  if (made)
                                      open(*made);
                                  else if (m_editor)
                                      m_editor->status()->warn(made.error().line());
                              });
}

} // namespace snug
