#include "widgets/inspector/historypane.h"

#include "core/ledger/countcheck.h"
#include "core/model/searchtext.h"
#include "widgets/inspector/factdelegate.h"
#include "widgets/inspector/factmodel.h"
#include "widgets/inspector/historytexts.h"
#include "widgets/theme/plainlabel.h"

#include <QAction>
#include <QActionGroup>
#include <QComboBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr qint64 megabyte = 1024 * 1024;

SourceGroup groupOf(LedgerKind kind)
{
    switch (kind) {
    case LedgerKind::Memory:
    case LedgerKind::SidePrompt:
        return SourceGroup::Memory;
    case LedgerKind::Impersonate:
        return SourceGroup::ChatUser;
    case LedgerKind::Again:
    case LedgerKind::Compared:
        return SourceGroup::Preset;
    default:
        return SourceGroup::ChatCharacter;
    }
}

} // namespace

HistoryPane::HistoryPane(QWidget *parent)
    : QWidget(parent)
    , m_scope(new QComboBox)
    , m_filter(new QLineEdit)
    , m_size(new QToolButton)
    , m_limits(new QActionGroup(this))
    , m_undo(new QToolButton)
    , m_empty(new PlainLabel)
    , m_view(new QListView)
    , m_model(new FactModel(this))
    , m_delegate(new FactDelegate(this))
    , m_list(new QWidget)
    , m_rows(new QStackedLayout)
    , m_pages(new QStackedLayout(this))
{
    m_scope->addItem(tr("This chat"));
    m_scope->addItem(tr("All chats"));
    //: Requests that are none for replies: counting, model lists …
    m_scope->addItem(tr("Outside chats"));
    m_scope->setAccessibleName(tr("Requests of"));
    m_scope->view()->setAccessibleName(m_scope->accessibleName());
    m_filter->setPlaceholderText(tr("Filter requests"));
    m_filter->setAccessibleName(tr("Filter requests"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setObjectName(u"historyFilter"_s);
    m_size->setPopupMode(QToolButton::InstantPopup);
    m_size->setToolButtonStyle(Qt::ToolButtonTextOnly);
    m_size->setAutoRaise(true);
    m_size->setFocusPolicy(Qt::TabFocus);
    m_size->setAccessibleName(tr("Room for the history"));
    m_size->setMenu(new QMenu(m_size));
    fillSizeMenu();
    m_undo->setText(tr("Undo Delete"));
    m_undo->setObjectName(u"historyUndo"_s);
    m_undo->setToolTip(tr("Restore the request that was deleted last (Ctrl+Z)"));
    m_undo->setAutoRaise(true);
    m_undo->setFocusPolicy(Qt::TabFocus);
    m_undo->hide();
    connect(m_undo, &QToolButton::clicked, this, &HistoryPane::undoRequested);
    m_view->installEventFilter(this);
    m_view->setContextMenuPolicy(Qt::ActionsContextMenu);
    auto *remove = new QAction(tr("Delete Request"), m_view);
    remove->setShortcut(QKeySequence::Delete);
    remove->setShortcutContext(Qt::WidgetShortcut);
    connect(remove, &QAction::triggered, this, [this] {
        const int number =
            m_view->currentIndex().isValid() ? m_model->fact(m_view->currentIndex().row()).number : -1;
        if (number >= 0 && number < m_heads.size())
            Q_EMIT removeRequested(m_heads.at(number).id);
    });
    m_view->addAction(remove);
    m_empty->setWordWrap(true);
    m_empty->setAlignment(Qt::AlignHCenter | Qt::AlignTop);
    m_empty->setContentsMargins(24, 32, 24, 24);
    m_view->setModel(m_model);
    m_view->setItemDelegate(m_delegate);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_view->setMouseTracking(true);
    m_view->setUniformItemSizes(true);
    m_view->setAccessibleName(tr("Requests"));
    m_view->setObjectName(u"historyList"_s);

    auto *head = new QHBoxLayout;
    head->setContentsMargins(12, 10, 12, 8);
    head->setSpacing(8);
    head->addWidget(m_filter, 1);
    head->addWidget(m_scope);
    auto *foot = new QHBoxLayout;
    foot->setContentsMargins(8, 2, 8, 2);
    foot->addWidget(m_size);
    foot->addStretch(1);
    foot->addWidget(m_undo);
    m_rows->addWidget(m_empty);
    m_rows->addWidget(m_view);
    auto *column = new QVBoxLayout(m_list);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(head);
    column->addLayout(m_rows, 1);
    column->addLayout(foot);
    m_pages->setContentsMargins(0, 0, 0, 0);
    m_pages->addWidget(m_list);

    connect(m_filter, &QLineEdit::textChanged, this, &HistoryPane::showRows);
    connect(m_scope, &QComboBox::currentIndexChanged, this, &HistoryPane::showRows);
    const auto want = [this](const QModelIndex &index) {
        const int number = m_model->fact(index.row()).number;
        if (number >= 0 && number < m_heads.size())
            Q_EMIT requestRequested(m_heads.at(number).id);
    };
    connect(m_view, &QListView::activated, this, want);
    connect(m_view, &QListView::clicked, this, want);
}

void HistoryPane::makePast()
{
    m_past = new PastRequestView;
    m_past->setTheme(m_theme);
    m_pages->addWidget(m_past);
    connect(m_past, &PastRequestView::backRequested, this, &HistoryPane::showList);
    connect(m_past, &PastRequestView::exportRequested, this, &HistoryPane::exportRequested);
    connect(m_past, &PastRequestView::againRequested, this, &HistoryPane::againRequested);
    connect(m_past, &PastRequestView::compareRequested, this, &HistoryPane::compareRequested);
    connect(m_past, &PastRequestView::sourceRequested, this, &HistoryPane::sourceRequested);
    connect(m_past, &PastRequestView::copied, this, &HistoryPane::copied);
}

void HistoryPane::setTheme(const Theme &theme)
{
    m_theme = theme;
    m_delegate->setTheme(theme);
    m_view->doItemsLayout();
    m_model->setTheme(theme);
    QPalette dim = theme.palette();
    dim.setColor(QPalette::WindowText, theme.textDim);
    m_empty->setPalette(dim);
    m_size->setFont(theme.smallFont());
    m_undo->setFont(theme.smallFont());
    if (m_past)
        m_past->setTheme(theme);
}

void HistoryPane::setHeads(const QList<LedgerHead> &heads, const QString &owner, const QString &chat)
{
    m_heads = heads;
    m_owner = owner;
    m_chat = chat;
    m_isPending = true;
    if (isVisible())
        showRows();
    if (!isShowingRequest())
        return;
    for (const LedgerHead &head : heads) {
        if (head.id == m_past->id())
            m_past->setHead(head);
    }
}

void HistoryPane::setSize(qint64 bytes, qint64 limit)
{
    //: Of the kept requests on the disk, and how much it may be
    m_size->setText(tr("%1 of %2 kept").arg(sizeText(bytes), sizeText(limit)));
    for (QAction *choice : m_limits->actions())
        choice->setChecked(choice->data().toLongLong() == limit);
}

void HistoryPane::fillSizeMenu()
{
    QMenu *menu = m_size->menu();
    for (const qint64 size : {64, 256, 1024, 4096}) {
        QAction *choice = menu->addAction(tr("Keep up to %1").arg(sizeText(size * megabyte)));
        choice->setCheckable(true);
        choice->setData(size * megabyte);
        m_limits->addAction(choice);
        connect(choice, &QAction::triggered, this, [this, size] { Q_EMIT limitChosen(size * megabyte); });
    }
    menu->addSeparator();
    menu->addAction(tr("Delete the History…"), this, &HistoryPane::clearRequested);
}

void HistoryPane::setCanUndo(bool canUndo)
{
    m_undo->setVisible(canUndo);
}

bool HistoryPane::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_view && event->type() == QEvent::ShortcutOverride &&
        static_cast<QKeyEvent *>(event)->matches(QKeySequence::Undo) && m_undo->isVisible()) {
        event->accept(); // here, not the chat's
        return true;
    }
    if (watched == m_view && event->type() == QEvent::KeyPress &&
        static_cast<QKeyEvent *>(event)->matches(QKeySequence::Undo) && m_undo->isVisible()) {
        Q_EMIT undoRequested();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void HistoryPane::showRequest(const PastRequest &past)
{
    if (!m_past)
        makePast();
    m_past->setRequest(past);
    m_pages->setCurrentWidget(m_past);
    m_past->setFocus(Qt::OtherFocusReason);
}

void HistoryPane::showProblem(const QString &text)
{
    showList();
    m_empty->setText(text);
    m_rows->setCurrentWidget(m_empty);
}

void HistoryPane::showList()
{
    m_pages->setCurrentWidget(m_list);
    showRows();
    m_view->setFocus(Qt::OtherFocusReason);
}

bool HistoryPane::isShowingRequest() const
{
    return m_past && m_pages->currentWidget() == m_past;
}

bool HistoryPane::isOfChat(const LedgerHead &head) const
{
    return head.owner == m_owner && head.chat == m_chat;
}

bool HistoryPane::matches(const LedgerHead &head) const
{
    const QString wanted = m_filter->text();
    if (wanted.isEmpty())
        return true;
    const QStringList texts{historyTitle(head), head.model,          head.chat,
                            head.owner,         head.connectionName, historyResult(head)};
    return WordSearch(wanted).isIn(texts.join(u'\n'));
}

void HistoryPane::showRows()
{
    m_isPending = false;
    const bool isAll = m_scope->currentIndex() == 1;
    const bool isBeside = m_scope->currentIndex() == 2;
    const QDate today = QDate::currentDate();
    QList<Fact> facts;
    QHash<QString, CountCheck> checks;                    // by connection, model and tokenizer
    for (qsizetype i = m_heads.size() - 1; i >= 0; --i) { // the newest first
        const LedgerHead &head = m_heads.at(i);
        if (isBesideReplies(head.kind) != isBeside || (!isAll && !isBeside && !isOfChat(head)) ||
            !matches(head))
            continue;
        Fact fact;
        fact.title = historyTitle(head);
        fact.note = historyTime(head, today);
        fact.detail = historyResult(head);
        if (isAll && !head.chat.isEmpty())
            fact.detail = head.chat + u" · "_s + fact.detail;
        fact.tokens = head.tokens;
        fact.kind = head.count;
        fact.group = int(groupOf(head.kind));
        fact.failed = head.result == LedgerResult::Failed;
        const QString kind = head.connection + u'\n' + head.model + u'\n' + head.counter;
        if (head.usage && !checks.contains(kind))
            checks.insert(kind, countCheck(m_heads, head));
        if (const auto cut = silentCut(head, checks.value(kind))) {
            fact.detail = silentCutText(*cut);
            fact.failed = true;
        }
        fact.number = int(i);
        facts.append(fact);
    }
    m_empty->setText(!m_filter->text().isEmpty() ? tr("No request contains “%1”.").arg(m_filter->text())
                     : isBeside ? tr("Nothing has been sent outside the chats: no text was counted or "
                                     "measured at a server, no list of models asked for.")
                                : tr("Nothing has been sent yet. Every request is kept here: its bytes, its "
                                     "sources, its answer."));
    m_model->setFacts(facts);
    m_rows->setCurrentWidget(facts.isEmpty() ? static_cast<QWidget *>(m_empty) : m_view);
}

void HistoryPane::focusFilter()
{
    showList();
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
}

void HistoryPane::focusList()
{
    if (isShowingRequest())
        m_past->setFocus(Qt::ShortcutFocusReason);
    else
        m_view->setFocus(Qt::ShortcutFocusReason);
}

void HistoryPane::showEvent(QShowEvent *event)
{
    if (m_isPending)
        showRows();
    QWidget::showEvent(event);
}

} // namespace snug
