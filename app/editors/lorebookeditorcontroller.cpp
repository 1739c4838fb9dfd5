#include "app/editors/lorebookeditorcontroller.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "app/editors/editorquestions.h"
#include "app/editors/macrovalue.h"
#include "core/library/documentfiles.h"
#include "core/library/library.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/workspace.h"
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
        return LorebookEditorController::tr("In effect everywhere.");
    case ActiveLorebook::Scope::Character:
        return LorebookEditorController::tr("In effect through the character of the open chat.");
    case ActiveLorebook::Scope::Chat:
        return LorebookEditorController::tr("In effect through the open chat.");
    case ActiveLorebook::Scope::Persona:
        return LorebookEditorController::tr("In effect through the persona.");
    }
    return {};
}

} // namespace

LorebookEditorController::LorebookEditorController(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
    , m_document(&app.library, lorebookFormat())
{
    connectDocument();
    connect(&app.inspector, &Inspector::openLoreEntry, this, &LorebookEditorController::open);
    connect(&app.inspector, &Inspector::openSource, this,
            [this](const Source &source, qsizetype) { followSource(source); });
    connect(&app.theme, &SystemTheme::themeChanged, this, [this](const Theme &theme) {
        if (m_editor)
            m_editor->setTheme(theme);
    });
    connect(&app.library, &Library::changed, this, [this](const LibraryChange &change) {
        if (change.kind == LibraryChange::Kind::Lorebooks)
            showLibrary();
    });
    connect(&app.library, &Library::closed, this, [this] {
        if (m_editor)
            m_editor->close();
    });
    // The program ends; what is not saved is a draft.
    connect(&app.window, &MainWindow::closing, this, [this] {
        if (!m_editor)
            return;
        m_editor->tellTyped();
        m_editor->hide();
    });
    connect(&app.workspace.content, &ActiveContent::changed, this, &LorebookEditorController::showEffect);
}

LorebookEditorController::~LorebookEditorController()
{
    m_trials.reset();
    if (m_editor)
        m_editor->tellTyped();
    delete m_editor;
}

void LorebookEditorController::make()
{
    m_editor = new LorebookEditor(&m_app.syntax);
    m_editor->setTheme(m_app.theme.theme());
    m_editor->setMacros(macroWords());
    connect(m_editor, &LorebookEditor::macroValueRequested, this, [this](const QString &macro) {
        findMacroValue(macro, &m_app.chat, &m_app.workspace.content, this,
                       [this, macro](const QString &value) {
                           if (m_editor)
                               m_editor->showMacroValue(macro, value);
                       });
    });
    m_editor->setUsable(false);
    m_trials = std::make_unique<LoreTrials>(m_app, m_editor, ActiveLorebook::Scope::Global);
    connectEditor();
    showLibrary();
}

void LorebookEditorController::connectEditor()
{
    LorebookEditorHead *head = m_editor->head();
    connect(m_editor, &LorebookEditor::edited, this,
            [this](const Lorebook &book, const QString &label, const QString &field) {
                m_document.change(book, label, field);
            });
    connect(m_editor, &LorebookEditor::closing, this, [this] {
        putIntoEffect(false);
        if (m_document.isOpen() && m_document.isEdited())
            askBeforeClosing(&m_document, m_document.name(), &m_app.window);
    });
    connect(head, &LorebookEditorHead::bookChosen, this, [this](const QString &name) { open(name); });
    connect(head, &LorebookEditorHead::newBookRequested, this, &LorebookEditorController::askForName);
    connect(head, &LorebookEditorHead::saveRequested, this, [this] {
        if (m_document.isEdited())
            m_document.save();
    });
    connect(head, &LorebookEditorHead::simulationRequested, this,
            [this] { Q_EMIT simulationRequested(m_document.name()); });
    connect(head, &LorebookEditorHead::undoRequested, this, [this] { m_document.undo(); });
    connect(head, &LorebookEditorHead::redoRequested, this, [this] { m_document.redo(); });
    connect(head->versionsMenu(), &QMenu::aboutToShow, this,
            [this] { fillVersionsMenu(m_editor->head()->versionsMenu(), &m_document); });
}

void LorebookEditorController::connectDocument()
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
    connect(&m_document, &DocumentEditing::changed, this, &LorebookEditorController::showDocument);
    connectStatus(
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

void LorebookEditorController::show()
{
    if (!m_editor)
        make();
    m_editor->show();
    m_editor->raise();
    m_editor->activateWindow();
    m_trials->showMessages();
    putIntoEffect(true);
}

void LorebookEditorController::open(const QString &name, int uid)
{
    show();
    const LibraryContents &contents = m_app.library.contents();
    const auto isThere = [&](const QString &wanted) {
        return std::ranges::contains(contents.lorebooks, wanted, &LorebookSummary::name);
    };
    QString wanted = name;
    if (wanted.isEmpty() && m_document.isOpen())
        wanted = m_document.name();
    const QList<BookInEffect> books = m_app.workspace.content.books();
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

void LorebookEditorController::openDocument(const QString &name)
{
    m_editor->tellTyped();
    putIntoEffect(false);
    m_document.open(name); // what is not saved in the one before stays as its draft
}

void LorebookEditorController::showDocument()
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
void LorebookEditorController::putIntoEffect(bool isOpen)
{
    if (!m_document.isOpen())
        return;
    const bool counts = isOpen && m_editor && m_editor->isVisible() && m_document.isEdited();
    m_app.workspace.content.edited().setLorebook(m_document.name(),
                                                 counts ? std::optional(m_editor->lorebook()) : std::nullopt);
}

void LorebookEditorController::showLibrary()
{
    if (!m_editor)
        return;
    QStringList names;
    for (const LorebookSummary &book : m_app.library.contents().lorebooks)
        names.append(book.name);
    m_editor->head()->setBooks(names, m_document.name());
}

void LorebookEditorController::showEffect()
{
    if (!m_editor)
        return;
    QStringList scopes;
    const QList<BookInEffect> books = m_app.workspace.content.books();
    for (const BookInEffect &book : books) {
        if (book.name == m_document.name())
            scopes.append(scopeText(book.scope));
    }
    m_editor->setEffect(scopes.join(u' '));
}

void LorebookEditorController::followSource(const Source &source)
{
    if (const auto entry = entryOf(source))
        open(entry->first, entry->second);
}

void LorebookEditorController::askForName()
{
    auto *dialog = new QInputDialog(m_editor);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("New Lorebook"));
    dialog->setLabelText(tr("Name of the lorebook"));
    dialog->setOkButtonText(tr("&Make"));
    connect(dialog, &QInputDialog::textValueSelected, this, &LorebookEditorController::create);
    dialog->open();
}

void LorebookEditorController::create(const QString &name)
{
    if (name.trimmed().isEmpty())
        return;
    Lorebook book;
    book.name = name.trimmed();
    m_app.library.perform([book](LibraryStore &store) { return createLorebook(store, book); }, this,
                          [this](const Result<QString> &made) {
                              if (made)
                                  open(*made);
                              else if (m_editor)
                                  m_editor->status()->warn(made.error().line());
                          });
}

} // namespace snug
