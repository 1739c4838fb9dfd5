#include "app/editors/cardeditorcontroller.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "app/editors/editorquestions.h"
#include "app/editors/loretrials.h"
#include "app/editors/macrovalue.h"
#include "core/guarded.h"
#include "core/library/library.h"
#include "core/lint/cardlint.h"
#include "core/tokens/estimate.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/connections.h"
#include "core/workspace/workspace.h"
#include "widgets/editors/card/cardassets.h"
#include "widgets/editors/card/cardbookpage.h"
#include "widgets/editors/card/cardpicturepage.h"
#include "widgets/editors/card/greetingspage.h"
#include "widgets/editors/editorstatus.h"
#include "widgets/editors/lore/lorebookeditor.h"
#include "widgets/editors/lore/lorebookeditorhead.h"
#include "widgets/inspector/inspector.h"
#include "widgets/theme/systemtheme.h"
#include "widgets/window/mainwindow.h"

#include <QLocale>
#include <QMenu>
#include <QtConcurrentRun>

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr auto CountPause = 200ms;

std::optional<CardField> fieldOf(const Source &source)
{
    static const QHash<QString, CardField> fields{
        {u"char.description"_s, CardField::Description},    {u"char.personality"_s, CardField::Personality},
        {u"char.scenario"_s, CardField::Scenario},          {u"char.examples"_s, CardField::Examples},
        {u"card.system_prompt"_s, CardField::SystemPrompt}, {u"card.post_history"_s, CardField::PostHistory},
        {u"card.depth_prompt"_s, CardField::DepthText}};
    const auto found = fields.constFind(source.type());
    return found == fields.cend() ? std::nullopt : std::optional(*found);
}

} // namespace

CardEditorController::CardEditorController(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
    , m_document(&app.library, cardFormat())
{
    m_countPause.setSingleShot(true);
    m_countPause.setInterval(CountPause);
    connect(&m_countPause, &QTimer::timeout, this, &CardEditorController::count);
    connect(&m_counting, &QFutureWatcherBase::finished, this, [this] {
        if (m_counting.future().resultCount() > 0)
            showCounts(m_counting.result());
    });
    connect(&m_lint, &EditorLint::found, this, [this](const QList<LintFinding> &findings) {
        if (m_editor)
            m_editor->setFindings(findings);
    });
    m_picture.setEngine(app.pictures);
    connect(&m_picture, &PictureLoader::loaded, this,
            [this](const QString &file, const QImage &image, QSize fullSize) {
                if (m_editor && file == m_document.name())
                    m_editor->picture()->setPicture(image, fullSize);
            });
    connectDocument();
    connect(&app.inspector, &Inspector::openSource, this,
            [this](const Source &source, qsizetype) { followSource(source); });
    connect(&app.theme, &SystemTheme::themeChanged, this, [this](const Theme &theme) {
        if (m_editor)
            m_editor->setTheme(theme);
        if (m_bookEditor)
            m_bookEditor->setTheme(theme);
    });
    connect(&app.library, &Library::changed, this, [this](const LibraryChange &change) {
        if (change.kind == LibraryChange::Kind::Cards && change.names.contains(m_document.name()))
            showPicture();
        if (change.kind == LibraryChange::Kind::Cards || change.kind == LibraryChange::Kind::Lorebooks)
            showLibrary();
    });
    // The program ends; what is not saved is a draft.
    connect(&app.window, &MainWindow::closing, this, [this] {
        if (m_bookEditor) {
            m_bookEditor->tellTyped();
            m_bookEditor->hide();
        }
        if (m_editor)
            m_editor->hide();
    });
    connect(&app.library, &Library::closed, this, [this] {
        if (m_editor)
            m_editor->close();
    });
}

CardEditorController::~CardEditorController()
{
    m_bookTrials.reset();
    if (m_bookEditor)
        m_bookEditor->tellTyped();
    delete m_bookEditor;
    delete m_editor;
}

LorebookEditor *CardEditorController::bookEditor() const
{
    return m_bookEditor;
}

void CardEditorController::make()
{
    m_editor = new CardEditor(&m_app.syntax);
    m_editor->setTheme(m_app.theme.theme());
    m_editor->setMacros(macroWords());
    connect(m_editor, &CardEditor::macroValueRequested, this, &CardEditorController::explain);
    connect(m_editor, &CardEditor::bookEntryRequested, this, [this](int uid) {
        editBook();
        m_bookEditor->openEntry(uid);
    });
    m_editor->setUsable(false);
    CardEditorHead *head = m_editor->head();
    connect(m_editor, &CardEditor::edited, this,
            [this](const Card &card, const QString &label, const QString &field) {
                m_document.change(card, label, field);
            });
    connect(m_editor, &CardEditor::greetingChosen, this, [this] { m_countPause.start(); });
    connect(m_editor, &CardEditor::closing, this, [this] {
        if (m_bookEditor)
            m_bookEditor->close();
        putIntoEffect(false);
        if (m_document.isOpen() && m_document.isEdited())
            askBeforeClosing(&m_document, m_document.value().name, &m_app.window);
    });
    connect(head, &CardEditorHead::cardChosen, this, &CardEditorController::open);
    connect(head, &CardEditorHead::saveRequested, this, [this] {
        if (m_document.isEdited())
            m_document.save();
    });
    connect(head, &CardEditorHead::undoRequested, this, [this] { m_document.undo(); });
    connect(head, &CardEditorHead::redoRequested, this, [this] { m_document.redo(); });
    connect(head, &CardEditorHead::exportRequested, this, &CardEditorController::exportCard);
    connect(head->versionsMenu(), &QMenu::aboutToShow, this, [this] {
        fillVersionsMenu(m_editor->head()->versionsMenu(), &m_document,
                         [this](const KeptVersion &version) { putPictureBack(version); });
    });
    connect(m_editor->book(), &CardBookPage::editRequested, this, &CardEditorController::editBook);
    connect(m_editor->book(), &CardBookPage::detachRequested, this, &CardEditorController::detachBook);
    connect(m_editor->book(), &CardBookPage::attachRequested, this, &CardEditorController::attachBook);
    connect(m_editor->picture(), &CardPicturePage::replaceRequested, this,
            &CardEditorController::askForPicture);
    connect(m_editor->picture(), &CardPicturePage::cropRequested, this, &CardEditorController::askForCrop);
    connect(m_editor->picture()->assets(), &CardAssets::addRequested, this,
            &CardEditorController::askForAsset);
    connect(m_editor->picture()->assets(), &CardAssets::exportRequested, this,
            &CardEditorController::askWhereTo);
    showLibrary();
}

void CardEditorController::connectDocument()
{
    connect(&m_document, &DocumentEditing::opened, this, [this] {
        if (!m_editor)
            return;
        m_editor->status()->clear();
        m_editor->setUsable(true);
        showDocument();
        showLibrary();
        showPicture();
        if (const auto field = std::exchange(m_wanted, std::nullopt))
            m_editor->openField(*field);
    });
    connect(&m_document, &DocumentEditing::changed, this, &CardEditorController::showDocument);
    connectStatus(
        &m_document, {}, [this] { return m_editor ? m_editor->status() : nullptr; },
        [this] { return m_editor; });
    connect(&m_document, &DocumentEditing::failed, this, [this] {
        if (!m_editor || m_document.isOpen())
            return;
        m_editor->setUsable(false); // what was shown before is not this one
        m_editor->setCard(m_document.name(), Card());
        m_editor->setEdited(false);
        m_lint.drop();
        m_editor->clearFindings();
    });
}

void CardEditorController::open(const QString &file)
{
    if (!m_editor)
        make();
    m_editor->show();
    m_editor->raise();
    m_editor->activateWindow();
    const auto &cards = m_app.library.contents().cards;
    QString wanted = file.isEmpty() ? m_app.workspace.content.cardFile() : file;
    if (wanted.isEmpty() && m_document.isOpen())
        wanted = m_document.name();
    if (wanted.isEmpty() && !cards.isEmpty())
        wanted = cards.first().file;
    if (wanted.isEmpty())
        return m_editor->status()->tell(
            tr("There are no characters yet. Cards are imported by dropping them on the "
               "main window."));
    if (m_document.isOpen() && m_document.name() == wanted) {
        showDocument();
        if (const auto field = std::exchange(m_wanted, std::nullopt))
            m_editor->openField(*field);
        return;
    }
    if (m_bookEditor)
        m_bookEditor->close();
    putIntoEffect(false);
    m_document.open(wanted); // what is not saved in the one before stays as its draft
}

void CardEditorController::showDocument()
{
    if (!m_editor || !m_document.isOpen())
        return;
    m_editor->setCard(m_document.name(), m_document.value());
    m_editor->setEdited(m_document.isEdited());
    m_editor->head()->setUndo(m_document.undoText(), m_document.canUndo(), m_document.redoText(),
                              m_document.canRedo());
    showBook();
    putIntoEffect(true);
    m_countPause.start();
    lint();
}

void CardEditorController::lint()
{
    m_lint.look([card = m_document.value(),
                 settings = lintSettings(m_app.workspace.content.inputs())](const std::stop_token &stop) {
        BookLintSettings now = settings;
        now.stop = stop;
        return cardFindings(card, now);
    });
}

// Prompts are made with what the editor holds as long as it is open.
void CardEditorController::putIntoEffect(bool isOpen)
{
    if (!m_document.isOpen())
        return;
    const bool counts = isOpen && m_editor && m_editor->isVisible() && m_document.isEdited();
    m_app.workspace.content.edited().setCard(m_document.name(),
                                             counts ? std::optional(m_document.value()) : std::nullopt);
}

void CardEditorController::showLibrary()
{
    if (!m_editor)
        return;
    QList<std::pair<QString, QString>> cards;
    for (const CardSummary &card : m_app.library.contents().cards)
        cards.append({card.file, card.name});
    m_editor->head()->setCards(cards, m_document.name());
    QStringList books;
    for (const LorebookSummary &book : m_app.library.contents().lorebooks)
        books.append(book.name);
    m_editor->book()->setLibraryBooks(books);
}

// The lorebook inside, in a window of its own: its changes are the card's.
void CardEditorController::editBook()
{
    if (!m_document.value().book) {
        Card card = m_document.value();
        card.book.emplace();
        card.book->name = card.name;
        m_document.change(card, tr("New Lorebook"));
    }
    if (!m_bookEditor) {
        m_bookEditor = new LorebookEditor(&m_app.syntax);
        m_bookEditor->setTheme(m_app.theme.theme());
        m_bookEditor->setMacros(macroWords());
        connect(m_bookEditor, &LorebookEditor::macroValueRequested, this, &CardEditorController::explain);
        connectBook();
    }
    showBook();
    m_bookEditor->show();
    m_bookEditor->raise();
    m_bookEditor->activateWindow();
    m_bookTrials->showMessages();
}

void CardEditorController::connectBook()
{
    LorebookEditorHead *head = m_bookEditor->head();
    head->setEmbedded(true);
    m_bookTrials = std::make_unique<LoreTrials>(m_app, m_bookEditor, ActiveLorebook::Scope::Character);
    connect(m_bookEditor, &LorebookEditor::edited, this,
            [this](const Lorebook &book, const QString &label, const QString &field) {
                Card card = m_document.value();
                if (!card.book)
                    return;
                const QString name = card.book->name;
                card.book = book;
                card.book->name = name;
                m_document.change(card, label, field.isEmpty() ? field : QString(u"book."_s + field));
            });
    connect(head, &LorebookEditorHead::saveRequested, this,
            [this] { Q_EMIT m_editor->head()->saveRequested(); });
    connect(head, &LorebookEditorHead::undoRequested, this, [this] { m_document.undo(); });
    connect(head, &LorebookEditorHead::redoRequested, this, [this] { m_document.redo(); });
}

void CardEditorController::showBook()
{
    if (!m_bookEditor)
        return;
    const Card &card = m_document.value();
    if (!card.book)
        return void(m_bookEditor->close());
    Lorebook book = *card.book;
    book.name = tr("Lorebook of %1").arg(card.name);
    m_bookTrials->setBook(book);
    m_bookEditor->setLorebook(book);
    m_bookEditor->head()->setBooks({book.name}, book.name);
    m_bookEditor->setEdited(m_document.isEdited());
    m_bookEditor->head()->setUndo(m_document.undoText(), m_document.canUndo(), m_document.redoText(),
                                  m_document.canRedo());
}

void CardEditorController::count()
{
    if (!m_editor || !m_document.isOpen())
        return;
    const TokenCounterPtr counter =
        m_app.workspace.connections.counter() ? m_app.workspace.connections.counter() : estimateCounter();
    m_counting.setFuture(QtConcurrent::run(guarded(
        [card = m_document.value(), greeting = m_editor->greetings()->currentText(), counter] {
            Counts counts;
            for (int id = 0; id < cardFieldCount; ++id) {
                if (isSent(CardField(id)))
                    counts.fields.insert(id, counter->count(cardFieldValue(card, CardField(id)).toString()));
            }
            counts.greeting = counter->count(greeting);
            counts.firstMessage = counter->count(card.firstMessage);
            counts.isExact = counter->kind() == CountKind::Exact;
            return counts;
        },
        [](const Error &) { return Counts(); })));
}

void CardEditorController::showCounts(const Counts &counts)
{
    if (!m_editor)
        return;
    const auto number = [&](int tokens) -> QString {
        return (counts.isExact ? QString() : u"~"_s) + tr("%n token(s)", nullptr, tokens);
    };
    int permanent = 0;
    int all = counts.firstMessage;
    QHash<int, QString> fields;
    for (auto count = counts.fields.cbegin(); count != counts.fields.cend(); ++count) {
        fields.insert(count.key(), number(*count));
        all += *count;
        permanent += isPermanent(CardField(count.key())) ? *count : 0;
    }
    //: %1 and %2 are numbers of tokens with the unit
    m_editor->setTokens(
        fields, number(counts.greeting),
        tr("Always sent: %1 · with examples and greeting: %2").arg(number(permanent), number(all)));
}

void CardEditorController::explain(const QString &macro)
{
    findMacroValue(macro, &m_app.chat, &m_app.workspace.content, this, [this, macro](const QString &value) {
        if (m_editor)
            m_editor->showMacroValue(macro, value);
        if (m_bookEditor)
            m_bookEditor->showMacroValue(macro, value);
    });
}

void CardEditorController::followSource(const Source &source)
{
    if (!source.type().startsWith(u"char.") && !source.type().startsWith(u"card."))
        return;
    // In a group the source does not say whose card it is.
    if (m_app.workspace.content.cardFile().isEmpty())
        return m_app.window.showActivity(source.path().join(u" › "_s));
    m_wanted = fieldOf(source);
    open(m_app.workspace.content.cardFile());
    if (source.type() == u"char.first_message" || source.type() == u"char.alternate_greeting")
        m_editor->openPage(CardEditor::Page::Greetings);
}

} // namespace snug
