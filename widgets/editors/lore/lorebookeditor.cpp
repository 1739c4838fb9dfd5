#include "widgets/editors/lore/lorebookeditor.h"

#include "core/editing/changedrow.h"
#include "core/guarded.h"
#include "core/library/loreentriesmodel.h"
#include "core/lint/loreentrylint.h"
#include "core/lint/lorekeylint.h"
#include "core/lint/macrolint.h"
#include "widgets/editors/editorstatus.h"
#include "widgets/editors/findings/findingsbar.h"
#include "widgets/editors/forms/fieldedit.h"
#include "widgets/editors/forms/fieldfinder.h"
#include "widgets/editors/lore/lorebookeditorhead.h"
#include "widgets/editors/lore/lorebooktraitsform.h"
#include "widgets/editors/lore/lorebulkform.h"
#include "widgets/editors/lore/loreentryform.h"
#include "widgets/editors/lore/lorerows.h"
#include "widgets/editors/lore/loretable.h"
#include "widgets/editors/text/macrotextedit.h"

#include <QCloseEvent>
#include <QLocale>
#include <QMenu>
#include <QShortcut>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <QtConcurrentRun>

#include <chrono>
#include <utility>

using namespace Qt::StringLiterals;

using namespace std::chrono_literals;

namespace snug {

namespace {

constexpr qsizetype ManyEntries = 1500;
constexpr auto TypedPause = 250ms;

} // namespace

LorebookEditor::LorebookEditor(KSyntaxHighlighting::Repository *repository, QWidget *parent)
    : QWidget(parent, Qt::Window)
    , m_theme(Theme::light())
    , m_entries(new LoreEntriesModel(this))
    , m_rows(new LoreRows(m_entries, this))
    , m_head(new LorebookEditorHead(this))
    , m_table(new LoreTable(m_rows))
    , m_side(new QStackedWidget)
    , m_form(new LoreEntryForm(repository))
    , m_bulk(new LoreBulkForm)
    , m_traits(new LorebookTraitsForm)
    , m_trial(new LoreTrialPane)
    , m_status(new EditorStatus)
    , m_bar(new FindingsBar([this](const LintFinding &finding) { return placeOf(finding); }, this))
{
    setObjectName(u"lorebookEditor"_s);
    resize(1280, 800);
    m_side->addWidget(m_traits);
    m_side->addWidget(m_form);
    m_side->addWidget(m_bulk);
    m_side->setMinimumWidth(360);
    auto *upper = new QSplitter;
    upper->setChildrenCollapsible(false);
    upper->addWidget(m_table);
    upper->addWidget(m_side);
    upper->setStretchFactor(0, 3);
    upper->setStretchFactor(1, 2);
    upper->setSizes({760, 520});
    auto *halves = new QSplitter(Qt::Vertical);
    halves->setChildrenCollapsible(false);
    halves->addWidget(upper);
    halves->addWidget(m_trial);
    halves->setStretchFactor(0, 3);
    halves->setStretchFactor(1, 1);
    halves->setSizes({520, 190});
    auto *whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->setSpacing(0);
    whole->addWidget(m_head);
    whole->addWidget(m_status);
    whole->addWidget(halves, 1);
    whole->addWidget(m_bar);
    connect(m_bar, &FindingsBar::chosen, this, &LorebookEditor::go);
    MacroTextEdit *content = m_form->fieldEdit(LoreField::Content)->text();
    content->setProse(true);
    connect(content, &MacroTextEdit::macroValueRequested, this, &LorebookEditor::macroValueRequested);

    connectTable();
    connectForms();
    addShortcuts();
}

LorebookEditor::~LorebookEditor()
{
    m_searchStop.request_stop();
    m_table->selectionModel()->disconnect(this);
}

void LorebookEditor::connectTable()
{
    connect(m_table, &LoreTable::actionRequested, this, &LorebookEditor::act);
    connect(m_table, &LoreTable::chosenChanged, this, &LorebookEditor::showChosen);
    connect(m_table, &LoreTable::detailRequested, this, [this] { m_form->focusField(LoreField::Content); });
    connect(m_table, &LoreTable::searchRequested, m_head, &LorebookEditorHead::search);
    connect(m_head, &LorebookEditorHead::leftDownwards, this, [this] {
        m_table->setFocus(Qt::OtherFocusReason);
        if (m_table->chosen().isEmpty() && m_rows->rowCount() > 0)
            m_table->choose({m_rows->uidAt(0)});
    });
    connect(m_head, &LorebookEditorHead::filterChanged, this, &LorebookEditor::findShown);
    connect(&m_search, &QFutureWatcherBase::finished, this, &LorebookEditor::onShown);
    // What was done in the table's own cells, or by dragging.
    connect(m_entries, &LoreEntriesModel::edited, this, [this](const Lorebook &book) {
        if (m_isChanging)
            return;
        tellTyped();
        if (m_rows->isInOwnOrder()) // otherwise the row stays where it is looked at
            m_table->refreshOrder();
        showChosen();
        Q_EMIT edited(book, tr("Change Entries"), {});
    });
}

void LorebookEditor::connectForms()
{
    m_head->findFieldsIn({m_form, m_traits}, m_head->searchLine());
    // A field of an entry is one of the entry that is chosen.
    connect(m_head->fieldFinder(), &FieldFinder::aboutToShow, this, [this](const QWidget *field) {
        m_head->clearFilter();
        if (m_traits->isAncestorOf(field))
            m_table->choose({});
        else if (m_table->chosen().size() != 1 && m_rows->rowCount() > 0)
            m_table->choose({m_table->chosen().value(0, m_rows->uidAt(0))});
    });
    connect(m_form, &LoreEntryForm::edited, this, &LorebookEditor::onTyped);
    m_typedPause.setSingleShot(true);
    m_typedPause.setInterval(TypedPause);
    connect(&m_typedPause, &QTimer::timeout, this, &LorebookEditor::tellTyped);
    // Before anybody else reacts to these.
    for (const auto signal :
         {&DocumentHead::saveRequested, &DocumentHead::undoRequested, &DocumentHead::redoRequested,
          &DocumentHead::newRequested, &DocumentHead::duplicateRequested})
        connect(m_head, signal, this, &LorebookEditor::tellTyped);
    connect(m_head, &LorebookEditorHead::simulationRequested, this, &LorebookEditor::tellTyped);
    connect(m_head, &LorebookEditorHead::bookChosen, this, &LorebookEditor::tellTyped);
    connect(m_head->versionsMenu(), &QMenu::aboutToShow, this, &LorebookEditor::tellTyped);
    connect(m_bulk, &LoreBulkForm::fieldChosen, this,
            [this](LoreField field, const QVariant &value, LoreChange how) {
                change(withField(lorebook(), m_table->chosen(), field, value, how),
                       tr("Change %1 of Several").arg(loreFieldInfo(field).label));
            });
    connect(m_bulk, &LoreBulkForm::ordersChosen, this, [this](double first, double step) {
        change(withOrders(lorebook(), m_table->chosen(), first, step), tr("Number Orders"));
    });
    connect(m_traits, &LorebookTraitsForm::edited, this, [this](const LorebookTraits &traits) {
        change(withTraits(lorebook(), traits), tr("Change Lorebook"), u"traits"_s);
    });
    connect(m_trial, &LoreTrialPane::entryChosen, this, [this](const QString &book, int uid) {
        if (book == lorebook().name)
            openEntry(uid);
    });
}

void LorebookEditor::addShortcuts()
{
    const auto add = [this](auto keys, auto then) { // all that a standard key has
        connect(new QShortcut(keys, this), &QShortcut::activated, this, then);
    };
    add(QKeySequence::Find, [this] { m_head->search(m_head->filter().text); });
    add(Qt::CTRL | Qt::Key_T, [this] { m_trial->focusText(); });
    add(Qt::CTRL | Qt::Key_L, [this] { m_table->setFocus(Qt::ShortcutFocusReason); });
    add(QKeySequence::Close, [this] { close(); });
}

void LorebookEditor::setTheme(const Theme &theme)
{
    m_theme = theme;
    m_head->setTheme(theme);
    m_bar->setTheme(theme);
    m_form->fieldEdit(LoreField::Content)->text()->setTheme(theme);
    m_status->setTheme(theme);
}

const Lorebook &LorebookEditor::lorebook() const
{
    return m_entries->lorebook();
}

void LorebookEditor::setLoreSettings(const LoreSettings &settings)
{
    m_settings = settings;
}

void LorebookEditor::setLorebook(const Lorebook &book)
{
    const bool isOther = book.name != lorebook().name;
    if (const std::optional<Typed> typed = std::exchange(m_typed, std::nullopt); typed && !isOther) {
        // Typed, but not told yet: it belongs on top of what others have made of the book.
        m_typedPause.stop();
        const Lorebook both = withField(book, {typed->uid}, typed->field, typed->value);
        setLorebook(both);
        m_typed = typed;
        return tellTyped();
    }
    if (!isOther && book == lorebook())
        return;
    const QList<int> chosen = isOther ? QList<int>() : m_table->chosen();
    if (isOther) {
        m_findings.clear();
        m_doubtful.clear();
        m_tokens.clear();
        m_entries->setFindings({});
        m_head->clearFilter();
        m_rows->setShown(std::nullopt);
        m_trial->setResult({}, book.name);
    }
    const bool isAsLong = book.entries.size() == lorebook().entries.size();
    m_entries->setLorebook(book);
    if (isOther || !isAsLong || m_rows->isInOwnOrder())
        m_table->refreshOrder();
    m_head->setGroups(loreGroups(book));
    m_head->setCounts(m_rows->rowCount(), book.entries.size());
    //: %1 is a lorebook's name
    setWindowTitle(book.name.isEmpty() ? tr("Lorebooks") : tr("%1[*] – Lorebook").arg(book.name));
    if (m_table->chosen() != chosen)
        m_table->choose(chosen);
    showChosen();
    if (!isOther)
        findShown();
}

// What is said about a book costs the more, the larger it is: history, draft, prompt.
void LorebookEditor::onTyped(const LoreEntry &entry, LoreField field)
{
    if (m_typed && (m_typed->uid != entry.uid || m_typed->field != field))
        tellTyped();
    m_isChanging = true;
    m_entries->updateEntry(entry);
    m_isChanging = false;
    showEntry(entry.uid);
    m_typed = Typed{entry.uid, field, loreFieldValue(entry, field)};
    if (lorebook().entries.size() <= ManyEntries)
        tellTyped();
    else if (!m_typedPause.isActive())
        m_typedPause.start();
}

void LorebookEditor::tellTyped()
{
    m_typedPause.stop();
    if (const std::optional<Typed> typed = std::exchange(m_typed, std::nullopt))
        //: A step that can be taken back; %1 is a field of a lorebook entry
        Q_EMIT edited(lorebook(), tr("Change %1").arg(loreFieldInfo(typed->field).label),
                      u"%1.%2"_s.arg(typed->uid).arg(int(typed->field)));
}

// What the user did to the book as a whole.
void LorebookEditor::change(const Lorebook &book, const QString &label, const QString &field)
{
    tellTyped(); // `book` was made of it
    if (book == lorebook())
        return;
    setLorebook(book);
    Q_EMIT edited(book, label, field);
}

void LorebookEditor::act(LoreTableAction action)
{
    const QList<int> chosen = m_table->chosen();
    const auto take = [&](const LorebookEdit &edit, const QString &label) {
        m_rows->alsoShow(edit.uids);
        change(edit.book, label);
        m_table->choose(edit.uids);
    };
    switch (action) {
    case LoreTableAction::Insert:
        take(insertedEntry(lorebook(), m_table->current()), tr("New Entry"));
        m_form->focusField(LoreField::Title);
        return;
    case LoreTableAction::Duplicate:
        if (!chosen.isEmpty())
            take(duplicatedEntries(lorebook(), chosen), tr("Duplicate"));
        return;
    case LoreTableAction::Delete: {
        const QList<int> listed = m_table->listed();
        change(withoutEntries(lorebook(), chosen), tr("Delete"));
        // On with what came behind them.
        const qsizetype last = chosen.isEmpty() ? -1 : listed.indexOf(chosen.last());
        const int next =
            last + 1 < listed.size() ? listed.value(last + 1, -1) : m_rows->uidAt(m_rows->rowCount() - 1);
        if (!chosen.isEmpty() && next >= 0)
            m_table->choose({next});
        return;
    }
    case LoreTableAction::MoveUp:
    case LoreTableAction::MoveDown:
        change(movedEntries(lorebook(), chosen, action == LoreTableAction::MoveUp ? -1 : 1), tr("Move"));
        return;
    case LoreTableAction::SwitchOn:
    case LoreTableAction::SwitchOff:
        change(withField(lorebook(), chosen, LoreField::Enabled, action == LoreTableAction::SwitchOn),
               action == LoreTableAction::SwitchOn ? tr("Switch On") : tr("Switch Off"));
        return;
    case LoreTableAction::TakeOrderShown:
        change(listedAs(lorebook(), m_table->listed()), tr("Keep This Order"));
        m_table->sortByColumn(LoreEntriesModel::PlaceColumn, Qt::AscendingOrder);
        return;
    }
}

void LorebookEditor::showChosen()
{
    const QList<int> chosen = m_table->chosen();
    if (chosen.size() > 1) {
        m_bulk->setCount(int(chosen.size()));
        m_side->setCurrentWidget(m_bulk);
        return;
    }
    if (chosen.size() == 1) {
        showEntry(chosen.first());
        m_side->setCurrentWidget(m_form);
        return;
    }
    m_traits->setTraits(lorebook().name, lorebookTraits(lorebook()), lorebook().entries.size());
    m_side->setCurrentWidget(m_traits);
}

// With what can be said at once; the rest comes by setFindings().
void LorebookEditor::showEntry(int uid)
{
    const LoreEntry entry = m_entries->entryAt(m_entries->indexOf(uid));
    if (m_form->entry() != entry)
        m_form->setEntry(entry);
    QList<LintFinding> findings = entryFindings(entry, m_settings);
    if (!entry.disabled)
        findings += keyFindings(entry, m_settings) + entryMacroFindings(entry);
    for (const LintFinding &finding : std::as_const(m_findings)) {
        const auto isSame = [&](const LintFinding &other) {
            return other.rule == finding.rule && other.where == finding.where;
        };
        const bool isOfBook = finding.rule == u"lore.uid-twice" || finding.rule == u"lore.content-twice" ||
                              finding.rule == u"lore.broken-expression" ||
                              finding.rule == u"lore.recursion-loop";
        if (finding.entry == uid && isOfBook && std::ranges::none_of(findings, isSame))
            findings.append(finding);
    }
    m_form->setFindings(findings);
    showTokens();
}

void LorebookEditor::setTokens(const QHash<int, int> &tokens, CountKind kind)
{
    m_tokens = tokens;
    m_countKind = kind;
    m_entries->setTokens(tokens, kind);
    showTokens();
}

void LorebookEditor::showTokens()
{
    const auto tokens = m_tokens.constFind(m_form->entry().uid);
    if (tokens == m_tokens.cend())
        return m_form->setTokens({});
    const QString text = tr("%n token(s)", nullptr, *tokens);
    m_form->setTokens(m_countKind == CountKind::Exact ? text : QString(u'~' + text));
}

void LorebookEditor::setState(const DocumentState &state)
{
    setWindowModified(state.isEdited);
    m_head->setState(state);
}

void LorebookEditor::setUsable(bool usable)
{
    m_table->setEnabled(usable);
    m_side->setEnabled(usable);
}

void LorebookEditor::setEffect(const QString &text)
{
    m_traits->setEffect(text);
}

// On a thread of the pool: all contents are looked through.
void LorebookEditor::findShown()
{
    m_searchStop.request_stop();
    const LoreFilter filter = m_head->filter();
    if (filter.isEmpty()) {
        m_search.setFuture({});
        m_rows->setShown(std::nullopt);
        m_head->setCounts(m_rows->rowCount(), lorebook().entries.size());
        return;
    }
    m_searchStop = {};
    m_search.setFuture(QtConcurrent::run(
        guarded([book = lorebook(), filter, doubtful = m_doubtful,
                 stop = m_searchStop.get_token()] { return matchingEntries(book, filter, doubtful, stop); },
                [](const Error &) { return QSet<int>(); })));
}

void LorebookEditor::onShown()
{
    if (m_searchStop.stop_requested() || m_search.future().resultCount() == 0)
        return;
    const QList<int> chosen = m_table->chosen();
    QSet<int> shown = m_search.result();
    // What is being edited does not vanish because it stopped to match.
    if (m_form->isAncestorOf(focusWidget()))
        shown.insert(m_form->entry().uid);
    m_rows->setShown(shown);
    m_head->setCounts(m_rows->rowCount(), lorebook().entries.size());
    if (m_table->chosen() != chosen)
        showChosen();
}

void LorebookEditor::showChangeSince(const Lorebook &before)
{
    const QList<LoreEntry> &entries = lorebook().entries;
    const QList<int> chosen = m_table->chosen();
    const auto current = std::ranges::find(entries, chosen.value(0, -1), &LoreEntry::uid);
    const qsizetype row = changedRow(before.entries, entries, &LoreEntry::uid,
                                     current == entries.cend() ? -1 : current - entries.cbegin());
    if (row < 0)
        return;
    const int uid = entries.at(row).uid;
    if (chosen.contains(uid)) // of several that are chosen and changed together
        return m_table->scrollTo(m_rows->indexOf(uid));
    openEntry(uid);
}

void LorebookEditor::openEntry(int uid)
{
    if (uid < 0)
        return m_table->choose({});
    if (!m_rows->indexOf(uid).isValid())
        m_head->clearFilter();
    if (m_rows->indexOf(uid).isValid())
        m_table->choose({uid});
}

void LorebookEditor::closeEvent(QCloseEvent *event)
{
    tellTyped();
    QWidget::closeEvent(event);
}

} // namespace snug
