#include "widgets/library/branchesdialog.h"

#include "core/library/chattitle.h"
#include "core/wire/serverwords.h"
#include "widgets/theme/plainlabel.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLocale>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

enum BranchColumn : quint8 { TitleColumn, LeavesColumn, MessagesColumn, SaidColumn };

constexpr int TreePlaceRole = Qt::UserRole; // in the list of chats
constexpr qsizetype TitleLength = 70;
constexpr qsizetype LeavesLength = 60;

QString leavesTextOf(const BranchedChat &chat)
{
    if (chat.leaves < 0)
        return {};
    //: where a branch leaves its parent: the number of the message, its first words
    return BranchesDialog::tr("%1  %2").arg(QLocale().toString(chat.leaves),
                                            shownWords(chat.leavesText, LeavesLength));
}

} // namespace

BranchesDialog::BranchesDialog(QWidget *parent)
    : QDialog(parent)
    , m_hint(new PlainLabel)
    , m_tree(new QTreeWidget)
{
    setObjectName(u"branches"_s);
    setWindowTitle(tr("Branches of This Chat"));
    setModal(false);
    resize(820, 440);
    m_hint->setWordWrap(true);
    m_tree->setAccessibleName(tr("Branches"));
    m_tree->setHeaderLabels({tr("Chat"), tr("Leaves after message"), tr("Messages"), tr("Last said")});
    m_tree->setUniformRowHeights(true);
    m_tree->setAllColumnsShowFocus(true);
    m_tree->setExpandsOnDoubleClick(false);
    m_tree->header()->setStretchLastSection(false);
    m_tree->header()->setSectionResizeMode(TitleColumn, QHeaderView::Stretch);
    m_tree->header()->setSectionResizeMode(LeavesColumn, QHeaderView::Interactive);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    m_openButton = buttons->addButton(tr("&Open"), QDialogButtonBox::ActionRole);
    m_leavesButton = buttons->addButton(tr("Show &Where It Leaves"), QDialogButtonBox::ActionRole);
    for (QAbstractButton *button : buttons->buttons())
        qobject_cast<QPushButton *>(button)->setAutoDefault(false);
    auto *column = new QVBoxLayout(this);
    column->addWidget(m_hint);
    column->addWidget(m_tree, 1);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    connect(m_openButton, &QPushButton::clicked, this, &BranchesDialog::openCurrent);
    connect(m_leavesButton, &QPushButton::clicked, this, [this] {
        if (const BranchedChat *chat = current(); chat && chat->leaves >= 0)
            Q_EMIT messageRequested(chat->parent, chat->leaves);
    });
    connect(m_tree, &QTreeWidget::itemActivated, this, &BranchesDialog::openCurrent);
    connect(m_tree, &QTreeWidget::currentItemChanged, this, &BranchesDialog::showActs);
    setTree({}, {});
}

void BranchesDialog::setTree(const QList<BranchedChat> &tree, const QString &open)
{
    if (tree == m_chats && open == m_open && !tree.isEmpty())
        return; // where one has scrolled to stays
    const BranchedChat *before = current();
    const QString chosen = before ? before->summary.name : open;
    m_chats = tree;
    m_open = open;
    m_tree->clear();
    QHash<QString, QTreeWidgetItem *> items;
    for (qsizetype i = 0; i < tree.size(); ++i) {
        const BranchedChat &chat = tree.at(i);
        QString title = shownWords(chatTitle(chat.summary), TitleLength);
        if (chat.isCheckpoint && !isMadeUpChatName(chat.summary.name)) // those that are say it themselves
            title = tr("%1 (checkpoint)").arg(title);
        if (chat.summary.name == open) //: a chat in a list, the one that is open
            title = tr("%1 (open)").arg(title);
        const QStringList texts{
            title, leavesTextOf(chat), QLocale().toString(chat.summary.messages),
            QLocale().toString(lastSaid(chat.summary).toLocalTime(), QLocale::ShortFormat)};
        QTreeWidgetItem *parent = items.value(chat.parent);
        auto *item = parent ? new QTreeWidgetItem(parent, texts) : new QTreeWidgetItem(m_tree, texts);
        item->setData(TitleColumn, TreePlaceRole, int(i));
        item->setTextAlignment(MessagesColumn, Qt::AlignRight | Qt::AlignVCenter);
        item->setToolTip(TitleColumn, chat.summary.name);
        item->setToolTip(LeavesColumn, chat.leavesText);
        if (chat.summary.name == open) {
            QFont bold = m_tree->font();
            bold.setWeight(QFont::DemiBold);
            item->setFont(TitleColumn, bold);
        }
        items.insert(chat.summary.name, item);
    }
    m_tree->expandAll();
    m_tree->setColumnWidth(LeavesColumn, 250);
    m_tree->resizeColumnToContents(MessagesColumn);
    m_tree->resizeColumnToContents(SaidColumn);
    QTreeWidgetItem *item = items.value(chosen, items.value(open));
    m_tree->setCurrentItem(item ? item : m_tree->topLevelItem(0));
    m_hint->setText(tree.size() > 1
                        ? tr("Each chat is below the one that it continues. Enter opens it.")
                        : tr("This chat has no branches yet. “Branch from here” in the menu of a message "
                             "makes one: a new chat that shares all up to that message."));
    showActs();
}

const BranchedChat *BranchesDialog::current() const
{
    const QTreeWidgetItem *item = m_tree->currentItem();
    const int place = item ? item->data(TitleColumn, TreePlaceRole).toInt() : -1;
    return place >= 0 && place < m_chats.size() ? &m_chats.at(place) : nullptr;
}

void BranchesDialog::openCurrent()
{
    if (const BranchedChat *chat = current(); chat && chat->summary.name != m_open)
        Q_EMIT openRequested(chat->summary.name);
}

void BranchesDialog::showActs()
{
    const BranchedChat *chat = current();
    m_openButton->setEnabled(chat && chat->summary.name != m_open);
    m_leavesButton->setEnabled(chat && chat->leaves >= 0);
}

} // namespace snug
