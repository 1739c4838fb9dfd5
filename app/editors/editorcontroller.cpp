#include "app/editors/editorcontroller.h"

#include "app/appcontext.h"
#include "app/editors/documentkinds.h"
#include "app/editors/macrovalue.h"
#include "core/library/library.h"
#include "core/workspace/workspace.h"
#include "widgets/editors/brokentestsbar.h"
#include "widgets/editors/documenthead.h"
#include "widgets/editors/editorstatus.h"
#include "widgets/theme/systemtheme.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/studio.h"

#include <QDialog>
#include <QEvent>
#include <QShortcut>

namespace snug {

EditorController::EditorController(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
    , m_comparing(app)
{
    connect(&m_comparing, &DocumentComparing::swapRequested, this, &EditorController::compare);
    connect(&m_lint, &EditorLint::found, this, [this](const QList<LintFinding> &findings) {
        if (window())
            showFindings(findings);
    });
    connect(this, &EditorController::documentShown, this, &EditorController::showBrokenTests);
    connect(&app.theme, &SystemTheme::themeChanged, this, [this](const Theme &theme) {
        applyTheme(theme);
        m_comparing.applyTheme();
    });
    connect(&app.window, &MainWindow::closing, this, &EditorController::closeQuietly);
    // What is asked for now is still done. Once it is closed nobody can be asked, and nothing kept.
    connect(&app.library, &Library::aboutToClose, this, &EditorController::closeQuietly);
}

void EditorController::adopt(DocumentEditing *document)
{
    connect(document, &DocumentEditing::opened, this, [this, document] {
        if (EditorStatus *line = document == shown() ? statusLine() : nullptr)
            line->clear(); // it was about what was there before
        documentOpened(*document);
        if (QWidget *editor = document == shown() ? window() : nullptr)
            m_app.studio.writeIn(editor);
        Q_EMIT documentShown();
        compareIfWanted();
    });
    connect(document, &DocumentEditing::draftRestored, this,
            [this, document] { Q_EMIT draftTaken(document->key()); });
    connect(document, &DocumentEditing::changed, this, [this, document] {
        refreshEffect(*document);
        documentChanged(*document);
        Q_EMIT unsavedChanged();
        closeOnceSaved();
    });
    connectStatus(
        document, [this, document] { return document == shown() ? statusLine() : nullptr; },
        [this] { return window(); });
    connect(document, &DocumentEditing::conflicted, this, [this] { m_closesOnceSaved = false; });
    connect(document, &DocumentEditing::failed, this, [this, document] {
        m_closesOnceSaved = false;
        if (!document->isOpen()) {
            m_wantedLeft.clear();
            documentMissing(*document);
        }
    });
}

void EditorController::showWindow()
{
    if (!window()) {
        makeWindow();
        window()->installEventFilter(this);
        applyTheme(m_app.theme.theme());
    }
    closeOver();
    m_app.studio.open(window());
    refreshEffect();
}

void EditorController::showOver(QWidget *page)
{
    const bool isNew = !m_app.studio.isAncestorOf(page);
    m_app.studio.openOver(page, window());
    if (!isNew)
        return;
    connect(new QShortcut(QKeySequence::Undo, page), &QShortcut::activated, this, &EditorController::undo);
    connect(new QShortcut(QKeySequence::Redo, page), &QShortcut::activated, this, &EditorController::redo);
}

void EditorController::closeOver()
{
    const QList<QWidget *> pages = m_app.studio.over(window());
    for (QWidget *page : pages)
        page->close();
}

void EditorController::deleteWindow()
{
    tellTyped();
    if (QWidget *gone = window()) {
        gone->removeEventFilter(this);
        delete gone;
    }
}

bool EditorController::isUp() const
{
    return window() && m_app.studio.isOpen(window());
}

void EditorController::openIn(DocumentEditing &document, const QString &name)
{
    tellTyped();
    putIntoEffect(document, false);
    document.open(name);
}

void EditorController::refreshEffect(DocumentEditing &document)
{
    putIntoEffect(document, isUp() && document.isOpen() && document.isEdited());
}

void EditorController::refreshEffect()
{
    for (DocumentEditing *document : documents())
        refreshEffect(*document);
}

void EditorController::save()
{
    tellTyped();
    if (DocumentEditing *document = shown())
        document->save();
}

void EditorController::undo()
{
    step(&DocumentEditing::undo);
}

void EditorController::redo()
{
    step(&DocumentEditing::redo);
}

// The editor goes where the step was.
void EditorController::step(void (DocumentEditing::*step)())
{
    tellTyped();
    DocumentEditing *document = shown();
    if (!document)
        return;
    const DocumentValue before = document->isOpen() ? document->present() : DocumentValue();
    (document->*step)();
    if (document == shown() && document->isOpen() && !before.isEmpty())
        showChange(before);
}

void EditorController::revert()
{
    tellTyped();
    if (DocumentEditing *document = shown())
        document->revert();
}

void EditorController::explain(const QString &macro)
{
    findMacroValue(macro, &m_app.chat, &m_app.workspace.content, this, [this, macro](const QString &value) {
        if (window())
            showMacroValue(macro, value);
    });
}

void EditorController::connectHead(DocumentHead *head)
{
    connect(head, &DocumentHead::saveRequested, this, &EditorController::save);
    connect(head, &DocumentHead::undoRequested, this, &EditorController::undo);
    connect(head, &DocumentHead::redoRequested, this, &EditorController::redo);
    connect(head, &DocumentHead::revertRequested, this, &EditorController::revert);
    connectVersions(head->versionsMenu());
    connect(head->brokenTests(), &BrokenTestsBar::chosen, this, &EditorController::brokenTestRequested);
    if (!m_head)
        m_head = head;
}

void EditorController::setBrokenTests(const QList<PlayedTest> &tests)
{
    m_brokenTests = tests;
    showBrokenTests();
}

void EditorController::showBrokenTests()
{
    const DocumentEditing *document = m_head ? shown() : nullptr;
    QList<BrokenTestName> names;
    for (const PlayedTest &test : std::as_const(m_brokenTests)) {
        const auto isOfShown = [&](const TestSource &source) {
            return source.isEdited && isOfDocument(source, document->key());
        };
        if (document && document->isOpen() && std::ranges::any_of(test.sources, isOfShown))
            names.append({test.folder, test.name(), test.unmet.first()});
    }
    if (m_head)
        m_head->brokenTests()->setTests(names);
}

void EditorController::connectMaking(DocumentHead *head, DocumentKind kind)
{
    connect(head, &DocumentHead::newRequested, this, [this, kind] { Q_EMIT newRequested(kind); });
    connect(head, &DocumentHead::duplicateRequested, this, [this] {
        tellTyped();
        if (DocumentEditing *document = shown(); document && document->isOpen())
            Q_EMIT duplicateRequested(document->key());
    });
}

void EditorController::connectFile(DocumentHead *head)
{
    head->setIsFile();
    const auto ask = [this](DocumentAct act) {
        tellTyped();
        if (DocumentEditing *document = shown(); document && document->isOpen())
            Q_EMIT actRequested(act, document->key());
    };
    connect(head, &DocumentHead::renameRequested, this, [ask] { ask(DocumentAct::Rename); });
    connect(head, &DocumentHead::deleteRequested, this, [ask] { ask(DocumentAct::Delete); });
}

void EditorController::closeWindow()
{
    if (isUp())
        window()->close();
}

void EditorController::connectVersions(QMenu *menu)
{
    connect(menu, &QMenu::aboutToShow, this, [this, menu] {
        if (DocumentEditing *document = shown())
            fillVersionsMenu(
                menu, document,
                {.versions = [this] { compareVersions(); }, .others = [this] { compareWithOther({}); }});
    });
}

void EditorController::compareVersions()
{
    if (DocumentEditing *document = shown())
        openVersions(document);
}

void EditorController::openVersions(DocumentEditing *document,
                                    const std::function<void(const KeptVersion &version)> &putPictureBack)
{
    if (document->isOpen())
        showOver(newVersionsPage(document, putPictureBack));
}

void EditorController::compareWithOther(const QString &other)
{
    tellTyped();
    if (DocumentEditing *document = shown(); document && document->isOpen())
        showOver(m_comparing.begin(document, other));
}

void EditorController::compare(const DocumentKey &left, const QString &right)
{
    m_wantedLeft = left.name;
    m_wantedRight = right;
    openDocument(left);
    compareIfWanted();
}

void EditorController::compareIfWanted()
{
    const DocumentEditing *document = shown();
    if (m_wantedLeft.isEmpty() || !document || !document->isOpen() || document->name() != m_wantedLeft)
        return;
    m_wantedLeft.clear();
    compareWithOther(m_wantedRight);
}

EditorController::Held EditorController::letGo(const DocumentKey &key)
{
    tellTyped();
    for (DocumentEditing *document : documents()) {
        if (!document->isOpen() || document->key() != key)
            continue;
        if (document->isEdited())
            return Held::Edited;
        document->close();
        return isUp() ? Held::Closed : Held::No;
    }
    return Held::No;
}

DocumentValue EditorController::unsavedValue(const DocumentKey &key)
{
    tellTyped();
    for (const DocumentEditing *document : documents()) {
        if (document->isOpen() && document->isEdited() && document->key() == key)
            return document->present();
    }
    return {};
}

bool EditorController::discardChanges(const DocumentKey &key)
{
    for (DocumentEditing *document : documents()) {
        if (document->key() != key)
            continue;
        if (document->isOpening())
            connect(document, &DocumentEditing::draftRestored, document, &DocumentEditing::revert,
                    Qt::SingleShotConnection);
        else if (document->isOpen() && document->isEdited())
            document->revert();
        else
            return false;
        return true;
    }
    return false;
}

// Asked here and not in the windows, so that every one of them is asked about, and nothing is half closed.
bool EditorController::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == window() && event->type() == QEvent::Show)
        cameToFront();
    if (watched != window() || event->type() != QEvent::Close)
        return QObject::eventFilter(watched, event);
    tellTyped();
    const QList<DocumentEditing *> open = unsaved();
    if (open.isEmpty()) {
        endDocuments(UnsavedAnswer::Keep);
        return false;
    }
    event->ignore();
    QStringList titles;
    for (const DocumentEditing *document : open)
        titles.append(documentTitle(document->key()));
    titles.sort();
    askAboutUnsaved(titles, window(), [this](UnsavedAnswer given) { answer(given); });
    return true;
}

std::optional<DocumentKey> EditorController::keyInFront()
{
    const DocumentEditing *document = window() && m_app.studio.current() == window() ? shown() : nullptr;
    return document && document->isOpen() ? std::optional(document->key()) : std::nullopt;
}

QList<DocumentKey> EditorController::unsavedKeys()
{
    QList<DocumentKey> keys;
    for (const DocumentEditing *document : unsaved())
        keys.append(document->key());
    return keys;
}

QList<DocumentEditing *> EditorController::unsaved()
{
    QList<DocumentEditing *> list;
    for (DocumentEditing *document : documents()) {
        if (document->isOpen() && document->isEdited())
            list.append(document);
    }
    return list;
}

void EditorController::answer(UnsavedAnswer answer)
{
    if (answer == UnsavedAnswer::Save)
        return saveAndClose();
    endDocuments(answer);
    window()->hide();
}

// The window stays until that is done: it may fail.
void EditorController::saveAndClose()
{
    m_closesOnceSaved = true;
    for (DocumentEditing *document : unsaved())
        document->save();
    closeOnceSaved();
}

// Not at once: the document that says that it is saved may be one of those that end.
void EditorController::closeOnceSaved()
{
    if (!m_closesOnceSaved || std::ranges::any_of(documents(), &DocumentEditing::isSavePending))
        return;
    m_closesOnceSaved = false;
    if (unsaved().isEmpty())
        QMetaObject::invokeMethod(window(), &QWidget::close, Qt::QueuedConnection);
}

void EditorController::endDocuments(UnsavedAnswer answer)
{
    m_closesOnceSaved = false;
    m_wantedLeft.clear();
    closeOver();
    m_lint.drop();
    for (DocumentEditing *document : documents()) {
        putIntoEffect(*document, false);
        if (answer == UnsavedAnswer::Discard && document->isEdited())
            document->discard();
        else
            document->close();
    }
    const auto dialogs = window() ? window()->findChildren<QDialog *>() : QList<QDialog *>();
    for (QDialog *dialog : dialogs) {
        if (dialog->isVisible())
            dialog->close();
    }
    if (window() && statusLine())
        statusLine()->clear();
    documentsEnded(answer);
    Q_EMIT unsavedChanged();
}

void EditorController::closeQuietly()
{
    tellTyped();
    endDocuments(UnsavedAnswer::Keep);
    if (window())
        window()->hide();
}

} // namespace snug
