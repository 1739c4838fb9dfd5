#include "widgets/editors/card/cardassets.h"

#include "widgets/theme/plainlabel.h"
#include "widgets/theme/wrappingrow.h"

#include <QAction>
#include <QHeaderView>
#include <QLocale>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

enum Column : int { KindColumn, NameColumn, TypeColumn, PlaceColumn };

// Where the bytes are, in the user's words: data of megabytes are not for reading.
QString placeOf(const QString &uri)
{
    if (uri.startsWith(u"data:", Qt::CaseInsensitive)) {
        const qsizetype size = (uri.size() - uri.indexOf(u',') - 1) / 4 * 3;
        //: %1 is a size
        return CardAssets::tr("inside the card (%1)").arg(QLocale().formattedDataSize(size));
    }
    if (uri.startsWith(u"ccdefault:", Qt::CaseInsensitive))
        return CardAssets::tr("the card's picture");
    return uri;
}

} // namespace

CardAssets::CardAssets(QWidget *parent)
    : QWidget(parent)
    , m_list(new QTreeWidget)
    , m_none(new PlainLabel(tr("The card names no other assets.")))
    , m_rename(new QPushButton(tr("Re&name")))
    , m_export(new QPushButton(tr("E&xport…")))
    , m_remove(new QPushButton(tr("Re&move")))
{
    auto *add = new QPushButton(tr("&Add…"));
    add->setObjectName(u"addAsset"_s);
    m_rename->setObjectName(u"renameAsset"_s);
    m_export->setObjectName(u"exportAsset"_s);
    m_remove->setObjectName(u"removeAsset"_s);
    m_none->setForegroundRole(QPalette::PlaceholderText);
    m_list->setObjectName(u"cardAssets"_s);
    m_list->setAccessibleName(tr("Assets"));
    m_list->header()->setAccessibleName(tr("Columns of the assets"));
    m_list->setRootIsDecorated(false);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setHeaderLabels({tr("Kind"), tr("Name"), tr("Type"), tr("Where it is")});
    m_list->setColumnWidth(KindColumn, 110);
    m_list->setColumnWidth(NameColumn, 170);
    m_list->setColumnWidth(TypeColumn, 70);
    auto *buttons = new WrappingRow(8);
    for (QPushButton *button : {add, m_rename, m_export, m_remove})
        buttons->addWidget(button);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_none);
    column->addWidget(m_list, 1);
    column->addLayout(buttons);

    const auto rename = [this] {
        if (QTreeWidgetItem *item = m_list->currentItem())
            m_list->editItem(item, m_list->currentColumn() == KindColumn ? KindColumn : NameColumn);
    };
    const auto key = [this](const QKeySequence &keys, auto act) {
        auto *action = new QAction(this);
        action->setShortcut(keys);
        action->setShortcutContext(Qt::WidgetShortcut);
        m_list->addAction(action);
        connect(action, &QAction::triggered, this, act);
    };
    key(Qt::Key_F2, rename);
    key(Qt::Key_Delete, [this] { remove(); });
    key(Qt::Key_Insert, [this] { Q_EMIT addRequested(); });
    connect(add, &QPushButton::clicked, this, &CardAssets::addRequested);
    connect(m_rename, &QPushButton::clicked, this, rename);
    connect(m_export, &QPushButton::clicked, this, [this] { Q_EMIT exportRequested(current()); });
    connect(m_remove, &QPushButton::clicked, this, &CardAssets::remove);
    connect(m_list, &QTreeWidget::itemDoubleClicked, this, [this](QTreeWidgetItem *item, int at) {
        if (at <= NameColumn)
            m_list->editItem(item, at);
    });
    connect(m_list, &QTreeWidget::currentItemChanged, this, &CardAssets::enable);
    connect(m_list, &QTreeWidget::itemChanged, this, [this](QTreeWidgetItem *item, int at) {
        if (m_isSetting)
            return;
        // Later: the list is made anew, and the field one typed in is still closing.
        QMetaObject::invokeMethod(
            this,
            [this, row = m_list->indexOfTopLevelItem(item), at, text = item->text(at)] {
                onTextEdited(row, at, text);
            },
            Qt::QueuedConnection);
    });
    setAssets({});
}

int CardAssets::current() const
{
    return m_list->currentItem() ? m_list->indexOfTopLevelItem(m_list->currentItem()) : -1;
}

void CardAssets::setAssets(const QList<CardAsset> &assets)
{
    if (m_list->topLevelItemCount() > 0 && assets == m_assets)
        return;
    const int row = current();
    m_isSetting = true;
    m_assets = assets;
    m_list->clear();
    for (const CardAsset &asset : assets) {
        auto *item = new QTreeWidgetItem({asset.type, asset.name, asset.extension, placeOf(asset.uri)});
        item->setFlags(item->flags() | Qt::ItemIsEditable);
        m_list->addTopLevelItem(item);
    }
    if (row >= 0 && !assets.isEmpty())
        m_list->setCurrentItem(m_list->topLevelItem(std::min(row, int(assets.size()) - 1)));
    m_isSetting = false;
    m_list->setVisible(!assets.isEmpty());
    m_none->setVisible(assets.isEmpty());
    enable();
}

void CardAssets::onTextEdited(int row, int column, const QString &text)
{
    if (row < 0 || row >= m_assets.size() || column > NameColumn)
        return;
    QList<CardAsset> assets = m_assets;
    (column == KindColumn ? assets[row].type : assets[row].name) = text.trimmed();
    if (assets != m_assets)
        Q_EMIT edited(assets, column == KindColumn ? tr("Change Kind of Asset") : tr("Rename Asset"));
}

void CardAssets::remove()
{
    const int row = current();
    if (row < 0)
        return;
    QList<CardAsset> assets = m_assets;
    assets.removeAt(row);
    Q_EMIT edited(assets, tr("Remove Asset"));
}

void CardAssets::enable()
{
    for (QPushButton *button : {m_rename, m_export, m_remove})
        button->setEnabled(current() >= 0);
}

} // namespace snug
