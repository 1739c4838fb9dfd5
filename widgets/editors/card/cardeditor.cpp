#include "widgets/editors/card/cardeditor.h"

#include "core/library/cardextras.h"
#include "widgets/editors/card/cardassets.h"
#include "widgets/editors/card/cardbookpage.h"
#include "widgets/editors/card/cardeditorhead.h"
#include "widgets/editors/card/cardfieldspage.h"
#include "widgets/editors/card/cardnotes.h"
#include "widgets/editors/card/cardpicturepage.h"
#include "widgets/editors/card/cardscriptspage.h"
#include "widgets/editors/card/greetingspage.h"
#include "widgets/editors/card/safenotes.h"
#include "widgets/editors/editorstatus.h"
#include "widgets/editors/findings/findingsbar.h"
#include "widgets/editors/forms/fieldedit.h"
#include "widgets/editors/text/macrotextedit.h"
#include "widgets/theme/plainlabel.h"

#include <QCloseEvent>
#include <QListWidget>
#include <QLocale>
#include <QShortcut>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace snug {

CardEditor::CardEditor(KSyntaxHighlighting::Repository *repository, QWidget *parent)
    : QWidget(parent, Qt::Window)
    , m_theme(Theme::light())
    , m_repository(repository)
    , m_head(new CardEditorHead(this))
    , m_list(new QListWidget)
    , m_pages(new QStackedWidget)
    , m_greetings(new GreetingsPage(repository))
    , m_book(new CardBookPage)
    , m_scripts(new CardScriptsPage)
    , m_picture(new CardPicturePage)
    , m_notes(new SafeNotes)
    , m_otherNotes(new CardNotes)
    , m_dates(new PlainLabel)
    , m_status(new EditorStatus)
    , m_findings(new FindingsBar([this](const LintFinding &finding) { return placeOf(finding); }, this))
{
    using enum CardField;
    setObjectName(u"cardEditor"_s);
    resize(1080, 760);
    m_list->setObjectName(u"cardParts"_s);
    m_list->setAccessibleName(tr("Parts of the card"));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setSizeAdjustPolicy(QAbstractScrollArea::AdjustToContents); // never narrower than its words
    m_list->setSizePolicy(QSizePolicy::Minimum, QSizePolicy::Expanding);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);

    const auto fields = [this](const QString &title, const QList<CardField> &list) {
        auto *page = new CardFieldsPage(title, list, m_repository);
        m_fields.append(page);
        connect(page, &CardFieldsPage::edited, this, [this](CardField field, const QVariant &value) {
            Card card = m_card;
            if (setCardFieldValue(card, field, value))
                //: A step that can be taken back; %1 is a field of a card
                change(card, tr("Change %1").arg(cardFieldInfo(field).label), QString::number(int(field)));
        });
        return page;
    };
    addPage(tr("Character"), fields(tr("Character"), {Name, Nickname, Description, Personality, Scenario}));
    addPage(tr("Greetings"), m_greetings);
    addPage(tr("Examples"), fields(tr("Examples"), {Examples}));
    addPage(tr("Prompts"), fields(tr("Prompts"), {SystemPrompt, PostHistory, DepthText, Depth, DepthRole}));
    CardFieldsPage *about = fields(tr("About the card"), {Creator, CharacterVersion, Cast, Tags, Sources,
                                                          Talkativeness, Favourite, CreatorNotes});
    about->addBelow(m_notes);
    about->addBelow(m_otherNotes);
    m_dates->setObjectName(u"cardDates"_s);
    m_dates->setForegroundRole(QPalette::PlaceholderText);
    m_dates->setWordWrap(true);
    about->addBelow(m_dates);
    addPage(tr("About the card"), about);
    addPage(tr("Lorebook"), m_book);
    addPage(tr("Regex scripts"), m_scripts);
    addPage(tr("Picture and assets"), m_picture);

    auto *halves = new QSplitter;
    halves->setChildrenCollapsible(false);
    halves->addWidget(m_list);
    halves->addWidget(m_pages);
    halves->setStretchFactor(1, 1);
    halves->setSizes({190, 890});
    auto *whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->setSpacing(0);
    whole->addWidget(m_head);
    whole->addWidget(m_status);
    whole->addWidget(halves, 1);
    whole->addWidget(m_findings);
    connect(m_findings, &FindingsBar::chosen, this, &CardEditor::go);
    const QList<MacroTextEdit *> texts = findChildren<MacroTextEdit *>();
    for (MacroTextEdit *text : texts) {
        text->setProse(true);
        connect(text, &MacroTextEdit::macroValueRequested, this, &CardEditor::macroValueRequested);
    }

    connect(m_list, &QListWidget::currentRowChanged, m_pages, &QStackedWidget::setCurrentIndex);
    connect(m_pages, &QStackedWidget::currentChanged, m_list,
            [this](int page) { m_list->setCurrentRow(page); });
    m_list->setCurrentRow(0);
    m_head->findFieldsIn({m_pages});
    connect(m_greetings, &GreetingsPage::chosen, this, &CardEditor::greetingChosen);
    connect(m_greetings, &GreetingsPage::edited, this,
            [this](const QStringList &all, qsizetype alternates, const QString &what, const QString &field) {
                Card card = m_card;
                card.firstMessage = all.value(0);
                card.alternateGreetings = all.mid(1, alternates);
                card.groupOnlyGreetings = all.mid(1 + alternates);
                change(card, what, field);
            });
    connect(m_book, &CardBookPage::linked, this, [this](const QString &name) {
        Card card = m_card;
        card.linkedLorebook = name;
        change(card, tr("Link Lorebook"));
    });
    connect(m_book, &CardBookPage::removeRequested, this, [this] {
        Card card = m_card;
        card.book.reset();
        change(card, tr("Delete Lorebook"));
    });
    connect(m_otherNotes, &CardNotes::edited, this,
            [this](const QList<NotesInLanguage> &notes, const QString &what, const QString &field) {
                Card card = m_card;
                setNotesByLanguage(card, notes);
                change(card, what, field);
            });
    connect(m_picture->assets(), &CardAssets::edited, this,
            [this](const QList<CardAsset> &assets, const QString &what) {
                Card card = m_card;
                card.assets = assets;
                change(card, what);
            });
    connect(new QShortcut(QKeySequence::Close, this), &QShortcut::activated, this, &QWidget::close);
    for (int page = 0; page < m_list->count(); ++page)
        connect(new QShortcut(QKeySequence(Qt::CTRL | Qt::Key(Qt::Key_1 + page)), this),
                &QShortcut::activated, this, [this, page] { openPage(Page(page)); });
}

void CardEditor::addPage(const QString &title, QWidget *page)
{
    m_list->addItem(title);
    m_pages->addWidget(page);
}

void CardEditor::setTheme(const Theme &theme)
{
    m_theme = theme;
    m_head->setTheme(theme);
    m_findings->setTheme(theme);
    const QList<MacroTextEdit *> texts = findChildren<MacroTextEdit *>();
    for (MacroTextEdit *text : texts)
        text->setTheme(theme);
    m_status->setTheme(theme);
}

void CardEditor::setMacros(const QList<MacroWord> &macros)
{
    const QList<MacroTextEdit *> texts = findChildren<MacroTextEdit *>();
    for (MacroTextEdit *text : texts)
        text->setMacros(macros);
}

void CardEditor::showMacroValue(const QString &macro, const QString &value)
{
    const QList<MacroTextEdit *> texts = findChildren<MacroTextEdit *>();
    for (MacroTextEdit *text : texts)
        text->showMacroValue(macro, value);
}

void CardEditor::setCard(const QString &file, const Card &card)
{
    m_file = file;
    m_card = card;
    //: %1 is a character's name
    setWindowTitle(tr("%1[*] – Character").arg(card.name.isEmpty() ? file : card.name));
    showCard();
}

void CardEditor::showCard()
{
    for (CardFieldsPage *page : std::as_const(m_fields))
        page->setCard(m_card);
    m_greetings->setCard(m_card);
    m_book->setCard(m_card);
    m_picture->setCard(m_card);
    m_scripts->setCard(m_card);
    m_notes->setNotes(m_card.creatorNotes);
    m_otherNotes->setNotes(notesByLanguage(m_card));
    showDates();
}

void CardEditor::showDates()
{
    const auto words = [](const QDateTime &time) {
        return QLocale().toString(time.toLocalTime(), QLocale::ShortFormat);
    };
    QStringList dates;
    if (const auto made = creationDateOf(m_card))
        //: %1 is a time
        dates.append(tr("Made %1").arg(words(*made)));
    if (const auto changed = modificationDateOf(m_card))
        //: %1 is a time
        dates.append(tr("Changed %1").arg(words(*changed)));
    m_dates->setText(dates.join(u" · "_s));
    m_dates->setVisible(!dates.isEmpty());
}

void CardEditor::change(const Card &card, const QString &label, const QString &field)
{
    if (card == m_card)
        return;
    m_card = card;
    showCard();
    Q_EMIT edited(card, label, field);
}

void CardEditor::setState(const DocumentState &state)
{
    setWindowModified(state.isEdited);
    m_head->setState(state);
}

void CardEditor::setUsable(bool usable)
{
    m_pages->setEnabled(usable);
}

void CardEditor::setTokens(const QHash<int, QString> &fields, const QString &greeting, const QString &all)
{
    for (auto field = fields.cbegin(); field != fields.cend(); ++field) {
        if (CardFieldsPage *page = pageOf(CardField(field.key())))
            page->setTokens(CardField(field.key()), *field);
    }
    m_greetings->setTokens(greeting);
    m_head->setFacts(all);
}

CardFieldsPage *CardEditor::pageOf(CardField field) const
{
    for (CardFieldsPage *page : m_fields) {
        if (page->fieldEdit(field))
            return page;
    }
    return nullptr;
}

void CardEditor::openPage(Page page)
{
    m_list->setCurrentRow(int(page));
}

void CardEditor::openField(CardField field)
{
    CardFieldsPage *page = pageOf(field);
    m_list->setCurrentRow(m_pages->indexOf(page));
    page->fieldEdit(field)->control()->setFocus(Qt::OtherFocusReason);
    page->ensureWidgetVisible(page->fieldEdit(field)->control());
}

void CardEditor::showChangeSince(const Card &before)
{
    for (int i = 0; i < cardFieldCount; ++i) {
        const auto field = CardField(i);
        if (pageOf(field) && cardFieldValue(before, field) != cardFieldValue(m_card, field))
            return openField(field);
    }
    if (before.firstMessage != m_card.firstMessage ||
        before.alternateGreetings != m_card.alternateGreetings ||
        before.groupOnlyGreetings != m_card.groupOnlyGreetings)
        openPage(Page::Greetings);
    else if (before.book != m_card.book || before.linkedLorebook != m_card.linkedLorebook)
        openPage(Page::Book);
    else if (before.regexScripts != m_card.regexScripts)
        openPage(Page::Scripts);
}

} // namespace snug
