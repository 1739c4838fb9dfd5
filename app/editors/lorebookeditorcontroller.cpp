#include "app/editors/lorebookeditorcontroller.h"

#include "app/appcontext.h"
#include "core/library/documentfiles.h"
#include "core/library/library.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/workspace.h"
#include "widgets/editors/editorstatus.h"
#include "widgets/editors/lore/lorebookeditorhead.h"
#include "widgets/inspector/inspector.h"
#include "widgets/inspector/memorydesk.h"

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// "book.uid": names may hold dots.
std::optional<std::pair<QString, int>> entryOf(const Source &source)
{
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
    : WindowController(app, parent)
    , m_document(&app.library, lorebookFormat())
{
    adopt(&m_document);
    connect(&app.inspector, &Inspector::openLoreEntry, this, &LorebookEditorController::open);
    connect(&app.memoryDesk, &MemoryDesk::entryRequested, this, &LorebookEditorController::open);
    connect(&app.library, &Library::changed, this, [this](const LibraryChange &change) {
        if (change.kind == LibraryChange::Kind::Lorebooks)
            showLibrary();
    });
    connect(&app.workspace.content, &ActiveContent::changed, this, &LorebookEditorController::showEffect);
}

LorebookEditorController::~LorebookEditorController()
{
    m_trials.reset();
    deleteWindow();
}

void LorebookEditorController::tellTyped()
{
    if (m_editor)
        m_editor->tellTyped();
}

void LorebookEditorController::makeWindow()
{
    m_editor = new LorebookEditor(m_app.syntax());
    m_editor->setMacros(macroWords());
    connect(m_editor, &LorebookEditor::macroValueRequested, this, &LorebookEditorController::explain);
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
    connectHead(head);
    connectMaking(head, DocumentKind::Lorebook);
    connectFile(head);
    connect(head, &LorebookEditorHead::bookChosen, this, [this](const QString &name) { open(name); });
    connect(head, &LorebookEditorHead::simulationRequested, this,
            [this] { Q_EMIT simulationRequested(m_document.name()); });
}

void LorebookEditorController::documentOpened(DocumentEditing &)
{
    if (!m_editor)
        return;
    m_editor->setUsable(true);
    showDocument();
    showEffect();
    m_editor->openEntry(std::exchange(m_wantedEntry, -1));
}

void LorebookEditorController::documentChanged(DocumentEditing &)
{
    showDocument();
}

void LorebookEditorController::showChange(const DocumentValue &before)
{
    m_editor->showChangeSince(before.as<Lorebook>());
}

void LorebookEditorController::documentMissing(DocumentEditing &)
{
    if (!m_editor)
        return;
    m_editor->setUsable(false); // what was shown before is not this one
    m_editor->setLorebook(Lorebook{m_document.name(), {}, {}});
    m_editor->setState({});
}

void LorebookEditorController::documentsEnded(UnsavedAnswer)
{
    if (!m_editor)
        return;
    m_editor->setUsable(false);
    m_editor->setState({});
}

// Without a name that which was open, else the last that is in effect, else the first.
QString LorebookEditorController::nameToOpen(const QString &name) const
{
    const QList<LorebookSummary> &known = m_app.library.contents().lorebooks;
    const auto isThere = [&](const QString &wanted) {
        return std::ranges::contains(known, wanted, &LorebookSummary::name);
    };
    if (!name.isEmpty() || m_document.isOpen() || isThere(m_document.name()))
        return name.isEmpty() ? m_document.name() : name;
    const QList<BookInEffect> books = m_app.workspace.content.lorebooks().inEffect();
    for (const BookInEffect &book : books) {
        if (isThere(book.name))
            return book.name;
    }
    return known.isEmpty() ? QString() : known.first().name;
}

void LorebookEditorController::open(const QString &name, int uid)
{
    showWindow();
    m_trials->showMessages();
    const QString wanted = nameToOpen(name);
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
    openIn(m_document, wanted);
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
    m_editor->setState(documentState(m_document));
    if (isOther)
        showLibrary();
}

// Named as the library does, whatever the book says.
void LorebookEditorController::putIntoEffect(DocumentEditing &document, bool isInEffect)
{
    Lorebook book = m_document.value();
    book.name = document.name();
    m_app.workspace.content.edited().setLorebook(document.name(),
                                                 isInEffect ? std::optional(book) : std::nullopt);
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
    const QList<BookInEffect> books = m_app.workspace.content.lorebooks().inEffect();
    for (const BookInEffect &book : books) {
        if (book.name == m_document.name())
            scopes.append(scopeText(book.scope));
    }
    m_editor->setEffect(scopes.join(u' '));
}

bool LorebookEditorController::openSource(const Source &source)
{
    const auto entry = entryOf(source);
    if (entry)
        open(entry->first, entry->second);
    return entry.has_value();
}

} // namespace snug
