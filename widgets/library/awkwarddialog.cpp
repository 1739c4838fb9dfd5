#include "widgets/library/awkwarddialog.h"

#include "widgets/theme/plainlabel.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace snug {

namespace {

enum AwkwardColumn : quint8 { ItemColumn, WhyColumn, PlaceColumn };

} // namespace

QList<AwkwardAct> awkwardActs(AwkwardItem::Kind kind)
{
    switch (kind) {
    case AwkwardItem::Kind::Unreadable:
    case AwkwardItem::Kind::DeadLink:
        return {AwkwardAct::ShowInFolder, AwkwardAct::Delete};
    case AwkwardItem::Kind::Refused:
        return {AwkwardAct::ShowInFolder};
    case AwkwardItem::Kind::OrphanChats:
        return {AwkwardAct::MakeCharacter, AwkwardAct::GiveToCharacter, AwkwardAct::Archive,
                AwkwardAct::ShowInFolder, AwkwardAct::Delete};
    case AwkwardItem::Kind::OrphanGroupChat:
        return {AwkwardAct::GiveToGroup, AwkwardAct::Archive, AwkwardAct::ShowInFolder, AwkwardAct::Delete};
    case AwkwardItem::Kind::MissingMember:
        return {AwkwardAct::ReplaceMember, AwkwardAct::RemoveFromGroup, AwkwardAct::ShowInFolder};
    case AwkwardItem::Kind::MissingChat:
        return {AwkwardAct::RemoveFromGroup, AwkwardAct::ShowInFolder};
    }
    return {};
}

AwkwardDialog::AwkwardDialog(QWidget *parent)
    : QDialog(parent)
    , m_summary(new PlainLabel)
    , m_list(new QTreeWidget)
    , m_nothing(new PlainLabel(tr("Everything in this folder can be used.")))
{
    setObjectName(QStringLiteral("awkwardItems"));
    setWindowTitle(tr("What Cannot Be Used"));
    setModal(false);
    resize(820, 460);
    m_summary->setWordWrap(true);
    m_nothing->setAlignment(Qt::AlignCenter);
    m_list->setAccessibleName(tr("What cannot be used"));
    m_list->setHeaderLabels({tr("What"), tr("Why"), tr("Where")});
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setAllColumnsShowFocus(true);
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(WhyColumn, QHeaderView::Stretch);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    for (const auto &[act, text] : {std::pair(AwkwardAct::MakeCharacter, tr("&Make a Character for Them")),
                                    std::pair(AwkwardAct::GiveToCharacter, tr("&Give to a Character…")),
                                    std::pair(AwkwardAct::GiveToGroup, tr("&Give to a Group…")),
                                    std::pair(AwkwardAct::Archive, tr("&Archive")),
                                    std::pair(AwkwardAct::ReplaceMember, tr("Re&place…")),
                                    std::pair(AwkwardAct::RemoveFromGroup, tr("&Remove from the Group")),
                                    std::pair(AwkwardAct::ShowInFolder, tr("&Show in Folder")),
                                    std::pair(AwkwardAct::Delete, tr("&Delete"))}) {
        QPushButton *button = buttons->addButton(text, QDialogButtonBox::ActionRole);
        button->setAutoDefault(false);
        connect(button, &QPushButton::clicked, this, [this, act] { actOnCurrent(act); });
        m_buttons.append({act, button});
    }
    auto *column = new QVBoxLayout(this);
    column->addWidget(m_summary);
    column->addWidget(m_list, 1);
    column->addWidget(m_nothing, 1);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    connect(m_list, &QTreeWidget::currentItemChanged, this, &AwkwardDialog::showActs);
    setItems({}, {});
}

void AwkwardDialog::setItems(const QString &summary, const QList<AwkwardItem> &items)
{
    m_summary->setText(summary);
    const int row = std::max(0, m_list->indexOfTopLevelItem(m_list->currentItem()));
    if (items != m_items || items.isEmpty()) {
        m_items = items;
        m_list->clear();
        for (const AwkwardItem &item : items) {
            auto *line = new QTreeWidgetItem(m_list, {item.name, item.reason, item.path});
            line->setToolTip(WhyColumn, item.reason);
            line->setToolTip(PlaceColumn, item.path);
        }
        m_list->resizeColumnToContents(ItemColumn);
        m_list->setColumnWidth(ItemColumn, std::min(m_list->columnWidth(ItemColumn), 220));
        m_list->setColumnWidth(PlaceColumn, 220);
        m_list->setCurrentItem(m_list->topLevelItem(std::min(row, int(items.size()) - 1)));
    }
    m_list->setVisible(!items.isEmpty());
    m_nothing->setVisible(items.isEmpty());
    showActs();
}

void AwkwardDialog::showActs()
{
    const int row = m_list->indexOfTopLevelItem(m_list->currentItem());
    const QList<AwkwardAct> acts =
        row >= 0 && row < m_items.size() ? awkwardActs(m_items[row].kind) : QList<AwkwardAct>();
    for (const auto &[act, button] : std::as_const(m_buttons))
        button->setVisible(acts.contains(act));
}

void AwkwardDialog::actOnCurrent(AwkwardAct act)
{
    const int row = m_list->indexOfTopLevelItem(m_list->currentItem());
    if (row >= 0 && row < m_items.size())
        Q_EMIT actRequested(act, AwkwardItem(m_items[row]));
}

} // namespace snug
