#include "app/editors/cardeditorcontroller.h"

#include "app/appcontext.h"
#include "app/editors/cardtokens.h"
#include "app/editors/loretrials.h"
#include "core/library/cardsummary.h"
#include "core/library/library.h"
#include "core/lint/cardlint.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/workspace.h"
#include "widgets/editors/card/cardassets.h"
#include "widgets/editors/card/cardbookpage.h"
#include "widgets/editors/card/cardpicturepage.h"
#include "widgets/editors/card/greetingspage.h"
#include "widgets/editors/editorstatus.h"
#include "widgets/editors/lore/lorebookeditor.h"
#include "widgets/editors/lore/lorebookeditorhead.h"
#include "widgets/theme/systemtheme.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/studio.h"

using namespace Qt::StringLiterals;

namespace snug {

CardEditorController::CardEditorController(const AppContext &app, QObject *parent)
    : WindowController(app, parent)
    , m_document(&app.library, cardFormat())
    , m_expressions(app)
{
    m_picture.setEngine(app.pictures);
    connect(&m_picture, &PictureLoader::loaded, this,
            [this](const QString &file, const QImage &image, QSize fullSize) {
                if (m_editor && file == m_document.name())
                    m_editor->picture()->setPicture(image, fullSize);
            });
    adopt(&m_document);
    connect(&app.library, &Library::changed, this, [this](const LibraryChange &change) {
        if (change.kind == LibraryChange::Kind::Cards && change.names.contains(m_document.name()))
            showPicture();
        if (change.kind == LibraryChange::Kind::Cards || change.kind == LibraryChange::Kind::Lorebooks)
            showLibrary();
    });
}

CardEditorController::~CardEditorController()
{
    tellTyped();
    m_bookTrials.reset();
    delete m_bookEditor;
    deleteWindow();
}

void CardEditorController::tellTyped()
{
    if (m_bookEditor)
        m_bookEditor->tellTyped();
}

void CardEditorController::cameToFront()
{
    m_tokens->countSoon();
}

void CardEditorController::applyTheme(const Theme &theme)
{
    WindowController::applyTheme(theme);
    if (m_bookEditor)
        m_bookEditor->setTheme(theme);
}

LorebookEditor *CardEditorController::bookEditor() const
{
    return m_bookEditor;
}

void CardEditorController::makeWindow()
{
    m_editor = new CardEditor(m_app.syntax());
    m_tokens = new CardTokens(m_app, m_document, m_editor);
    m_editor->setMacros(macroWords());
    connect(m_editor, &CardEditor::macroValueRequested, this, &CardEditorController::explain);
    connect(m_editor, &CardEditor::bookEntryRequested, this, [this](int uid) {
        editBook();
        m_bookEditor->openEntry(uid);
    });
    m_editor->setUsable(false);
    connect(m_editor, &CardEditor::edited, this,
            [this](const Card &card, const QString &label, const QString &field) {
                m_document.change(card, label, field);
            });
    CardEditorHead *head = m_editor->head();
    connectHead(head);
    connectMaking(head, DocumentKind::Card);
    connectFile(head);
    connect(head, &CardEditorHead::cardChosen, this, &CardEditorController::open);
    connect(head, &CardEditorHead::exportRequested, this, &CardEditorController::exportCard);
    connect(head, &CardEditorHead::templateRequested, this,
            [this](TemplatePart part) { Q_EMIT templateRequested(m_document.name(), part); });
    connectPages();
    showLibrary();
}

void CardEditorController::connectPages()
{
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
}

void CardEditorController::documentOpened(DocumentEditing &)
{
    if (!m_editor)
        return;
    m_editor->setUsable(true);
    showDocument();
    showLibrary();
    showPicture();
    if (const auto field = std::exchange(m_wanted, std::nullopt))
        m_editor->openField(*field);
}

void CardEditorController::documentChanged(DocumentEditing &)
{
    showDocument();
}

void CardEditorController::showChange(const DocumentValue &before)
{
    const Card &card = before.as<Card>();
    if (m_bookEditor && m_bookEditor->isVisible() && card.book && m_document.value().book)
        m_bookEditor->showChangeSince(*card.book);
    else
        m_editor->showChangeSince(card);
}

void CardEditorController::documentMissing(DocumentEditing &)
{
    showMissing();
    if (m_editor) // what was shown before is not this one
        m_editor->setCard(m_document.name(), Card());
}

void CardEditorController::documentsEnded(UnsavedAnswer)
{
    showMissing();
}

void CardEditorController::showMissing()
{
    if (!m_editor)
        return;
    m_editor->setUsable(false);
    m_editor->setState({});
    dropLint();
    m_editor->clearFindings();
}

void CardEditorController::compareVersions()
{
    openVersions(&m_document, [this](const KeptVersion &version) { putPictureBack(version); });
}

// Without a file that of the open chat, else that which was open, else the first.
QString CardEditorController::fileToOpen(const QString &file) const
{
    const QString wanted = file.isEmpty() ? m_app.workspace.content.cardFile() : file;
    if (!wanted.isEmpty())
        return wanted;
    const QList<CardSummary> &cards = m_app.library.contents().cards;
    if (m_document.isOpen() || std::ranges::contains(cards, m_document.name(), &CardSummary::file))
        return m_document.name();
    return cards.isEmpty() ? QString() : cards.first().file;
}

void CardEditorController::open(const QString &file)
{
    showWindow();
    const QString wanted = fileToOpen(file);
    if (wanted.isEmpty())
        return m_editor->status()->tell(
            tr("There are no characters yet. Drop cards on the main window to import them."));
    if (m_document.isOpen() && m_document.name() == wanted) {
        showDocument();
        if (const auto field = std::exchange(m_wanted, std::nullopt))
            m_editor->openField(*field);
        return;
    }
    openIn(m_document, wanted);
}

void CardEditorController::showDocument()
{
    if (!m_editor || !m_document.isOpen())
        return;
    m_editor->setCard(m_document.name(), m_document.value());
    m_editor->setState(documentState(m_document));
    showBook();
    m_tokens->countSoon();
    lintCard();
}

void CardEditorController::lintCard()
{
    lint([card = m_document.value(),
          settings = lintSettings(m_app.workspace.content.inputs())](const std::stop_token &stop) {
        BookLintSettings now = settings;
        now.stop = stop;
        return cardFindings(card, now);
    });
}

void CardEditorController::putIntoEffect(DocumentEditing &document, bool isInEffect)
{
    m_app.workspace.content.edited().setCard(document.name(),
                                             isInEffect ? std::optional(m_document.value()) : std::nullopt);
}

void CardEditorController::showLibrary()
{
    if (!m_editor)
        return;
    QList<std::pair<QString, QString>> cards;
    const QList<CardSummary> &known = m_app.library.contents().cards;
    const QStringList names = distinctNames(known);
    for (qsizetype i = 0; i < known.size(); ++i)
        cards.append({known.at(i).file, names.at(i)});
    m_editor->head()->setCards(cards, m_document.name());
    QStringList books;
    for (const LorebookSummary &book : m_app.library.contents().lorebooks)
        books.append(book.name);
    m_editor->book()->setLibraryBooks(books);
}

// The lorebook inside, in the card's place: its changes are the card's.
void CardEditorController::editBook()
{
    if (!m_document.value().book) {
        Card card = m_document.value();
        card.book.emplace();
        card.book->name = card.name;
        m_document.change(card, tr("New Lorebook"));
    }
    if (!m_bookEditor) {
        m_bookEditor = new LorebookEditor(m_app.syntax());
        m_bookEditor->setTheme(m_app.theme.theme());
        m_bookEditor->setMacros(macroWords());
        connect(m_bookEditor, &LorebookEditor::macroValueRequested, this, &CardEditorController::explain);
        connectBook();
    }
    showBook();
    m_app.studio.openOver(m_bookEditor, m_editor);
    m_bookTrials->showMessages();
}

void CardEditorController::connectBook()
{
    LorebookEditorHead *head = m_bookEditor->head();
    head->setInCard();
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
    connectHead(head);
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
    m_bookEditor->setState(documentState(m_document));
}

void CardEditorController::showMacroValue(const QString &macro, const QString &value)
{
    WindowController::showMacroValue(macro, value);
    if (m_bookEditor)
        m_bookEditor->showMacroValue(macro, value);
}

void CardEditorController::openAt(const QString &file, CardField field)
{
    m_wanted = field;
    open(file);
}

void CardEditorController::openSource(const Source &source)
{
    m_wanted = cardFieldOf(source.kind());
    open(m_app.workspace.content.cardFile());
    if (source.kind() == SourceKind::CharFirstMessage || source.kind() == SourceKind::CharAlternateGreeting)
        m_editor->openPage(CardEditor::Page::Greetings);
}

} // namespace snug
