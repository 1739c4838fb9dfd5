#include "widgets/library/casthead.h"

#include "widgets/library/castfiltermenu.h"
#include "widgets/library/castfolders.h"
#include "widgets/library/panelist.h"
#include "widgets/theme/elidedlabel.h"

#include <QActionGroup>
#include <QHBoxLayout>
#include <QLocale>
#include <QMap>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

static constexpr qsizetype mostTags = 40; // in the menu
static constexpr int widestTag = 150;     // pixels

CastHead::CastHead(CastModel *cast, CastOrder *order, QWidget *parent)
    : QWidget(parent)
    , m_cast(cast)
    , m_order(order)
    , m_button(new QToolButton)
    , m_counts(new ElidedLabel)
    , m_chips(new QWidget)
{
    m_button->setObjectName(u"castOrder"_s);
    m_button->setAutoRaise(true);
    m_button->setPopupMode(QToolButton::InstantPopup);
    m_button->setToolTip(tr("The order of the list, and which tags it shows"));
    m_button->setMenu(makeMenu());
    m_counts->setObjectName(u"castCounts"_s);
    m_counts->setForegroundRole(QPalette::PlaceholderText);
    m_counts->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_chips->setObjectName(u"castTags"_s);
    auto *chips = new QVBoxLayout(m_chips);
    chips->setContentsMargins(0, 0, 0, 0);
    chips->setSpacing(0);
    auto *row = new QHBoxLayout;
    row->setContentsMargins(2, 0, 8, 0);
    row->addWidget(m_button);
    row->addWidget(m_counts, 1);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 2);
    column->setSpacing(0);
    column->addLayout(row);
    column->addWidget(m_chips);
    showOrder();
    showTags();
}

QMenu *CastHead::makeMenu()
{
    auto *menu = new QMenu(m_button);
    auto *group = new QActionGroup(menu);
    for (const QString &text : {tr("By &Name"), tr("By Last &Chat"), tr("&Newest First", "of characters"),
                                tr("&Longest First", "of characters")}) {
        QAction *action = menu->addAction(text, this, &CastHead::order);
        action->setCheckable(true);
        group->addAction(action);
        m_sorts.append(action);
    }
    menu->addSeparator();
    m_favourites = menu->addAction(tr("&Favourites First"), this, &CastHead::order);
    m_favourites->setCheckable(true);
    menu->addSeparator();
    m_tagMenu = menu->addMenu(tr("With &Tag"));
    connect(m_tagMenu, &QMenu::aboutToShow, this, &CastHead::fillTags);
    m_folderMenu = menu->addMenu(tr("F&older", "what a tag is in the list of characters"));
    m_editMenu = menu->addMenu(tr("&Edit Tag"));
    connect(menu, &QMenu::aboutToShow, this, &CastHead::fillFolders);
    m_filters = new CastFilterMenu(m_button);
    menu->addMenu(m_filters);
    menu->addSeparator();
    m_gallery = menu->addAction(tr("&Gallery"), this, &CastHead::orderChanged);
    m_gallery->setCheckable(true);
    return menu;
}

void CastHead::setGallery(bool gallery)
{
    m_gallery->setChecked(gallery);
}

bool CastHead::isGallery() const
{
    return m_gallery->isChecked();
}

void addFolderChoices(QMenu *menu, TagFolder now, const std::function<void(TagFolder)> &tell)
{
    auto *group = new QActionGroup(menu);
    for (const auto &[folder, text, tip] :
         {std::tuple(TagFolder::None, CastHead::tr("&No Folder", "of a tag"), QString()),
          std::tuple(TagFolder::Open, CastHead::tr("&Open Folder", "of a tag"),
                     CastHead::tr("Its characters are listed outside it too")),
          std::tuple(TagFolder::Closed, CastHead::tr("&Closed Folder", "of a tag"),
                     CastHead::tr("Its characters are listed only in it"))}) {
        QAction *action = menu->addAction(text, menu, [tell, folder] { tell(folder); });
        action->setCheckable(true);
        action->setChecked(folder == now);
        action->setToolTip(tip);
        group->addAction(action);
    }
    menu->setToolTipsVisible(true);
}

// Of the tag that is filtered by.
void CastHead::fillFolders()
{
    for (QMenu *menu : {m_folderMenu, m_editMenu}) {
        menu->clear();
        menu->setEnabled(!m_tags.isEmpty());
    }
    if (m_tags.isEmpty())
        return;
    const QString tag = m_tags.last();
    addFolderChoices(m_folderMenu, folderOf(tag),
                     [this, tag](TagFolder folder) { Q_EMIT folderRequested(tag, folder); });
    addTagActs(m_editMenu, [this, tag](TagAct act) { Q_EMIT tagActRequested(tag, act); });
}

TagFolder CastHead::folderOf(const QString &tag) const
{
    TagFolder now = TagFolder::None;
    for (const CastEntry &entry : m_cast->values()) {
        for (const CardTag &each : entry.tags) {
            if (each.name.compare(tag, Qt::CaseInsensitive) == 0 && each.folder != TagFolder::None)
                now = each.folder;
        }
    }
    return now;
}

void CastHead::showTagMenu(QWidget *chip, const QString &tag)
{
    auto *menu = new QMenu(this);
    menu->setObjectName(u"tagMenu"_s);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    addFolderChoices(menu->addMenu(tr("F&older", "what a tag is in the list of characters")), folderOf(tag),
                     [this, tag](TagFolder folder) { Q_EMIT folderRequested(tag, folder); });
    addTagActs(menu, [this, tag](TagAct act) { Q_EMIT tagActRequested(tag, act); });
    menu->popup(chip->mapToGlobal(chip->rect().bottomLeft()));
}

void CastHead::order()
{
    const auto chosen = std::ranges::find_if(m_sorts, &QAction::isChecked);
    m_order->setSort(CastSort(chosen - m_sorts.begin()), m_favourites->isChecked());
    showOrder();
    Q_EMIT orderChanged();
}

void CastHead::setOrder(CastSort sort, bool favouritesFirst)
{
    m_order->setSort(sort, favouritesFirst);
    showOrder();
}

void CastHead::showOrder()
{
    QAction *chosen = m_sorts.at(int(m_order->sortedBy()));
    chosen->setChecked(true);
    m_favourites->setChecked(m_order->favouritesFirst());
    m_button->setText(QString(chosen->text()).remove(u'&'));
}

// The most frequent ones.
void CastHead::fillTags()
{
    m_tagMenu->clear();
    QMap<QString, int> counts;
    QHash<QString, QString> spelt;
    for (const CastEntry &entry : m_cast->values()) {
        if (entry.kind == CastEntry::Kind::Folder)
            continue;
        for (const CardTag &tag : entry.tags) {
            const QString key = tag.name.toCaseFolded();
            ++counts[key];
            spelt.insert(key, tag.name);
        }
    }
    QStringList keys = counts.keys();
    std::ranges::stable_sort(keys, std::greater(), [&](const QString &key) { return counts.value(key); });
    for (const QString &key : keys.first(std::min(keys.size(), mostTags))) {
        const QString name = spelt.value(key);
        QAction *action = m_tagMenu->addAction(
            //: %1 is a tag, %2 how many characters have it
            tr("%1 (%2)").arg(
                fontMetrics().elidedText(name, Qt::ElideRight, 2 * widestTag).replace(u'&', u"&&"_s),
                QLocale().toString(counts.value(key))));
        action->setCheckable(true);
        action->setChecked(m_tags.contains(name, Qt::CaseInsensitive));
        connect(action, &QAction::triggered, this, [this, name](bool isWanted) {
            if (isWanted)
                addTag(name);
            else
                removeTag(name);
        });
    }
    if (keys.isEmpty())
        m_tagMenu->addAction(tr("No Tags"))->setEnabled(false);
}

void CastHead::addTag(const QString &tag)
{
    if (m_tags.contains(tag, Qt::CaseInsensitive))
        return;
    m_tags.append(tag);
    showTags();
    Q_EMIT tagsChanged();
}

void CastHead::removeTag(const QString &tag)
{
    if (m_tags.removeIf([&](const QString &each) { return each.compare(tag, Qt::CaseInsensitive) == 0; }) ==
        0)
        return;
    showTags();
    Q_EMIT tagsChanged();
}

void CastHead::setTags(const QStringList &tags)
{
    if (m_tags == tags)
        return;
    m_tags = tags;
    showTags();
    Q_EMIT tagsChanged();
}

void CastHead::showTags()
{
    qDeleteAll(m_chips->findChildren<QToolButton *>());
    for (const QString &tag : std::as_const(m_tags)) {
        // As wide as the pane at the most: a stranger's tag may be as long as a book.
        QString text = fontMetrics().elidedText(tag, Qt::ElideRight, widestTag);
        QToolButton *chip = newPaneButton(text.replace(u'&', u"&&"_s), IconName::Close);
        chip->setToolTip(tr("Show those without this tag too"));
        chip->setContextMenuPolicy(Qt::CustomContextMenu);
        connect(chip, &QWidget::customContextMenuRequested, this,
                [this, chip, tag] { showTagMenu(chip, tag); });
        m_chips->layout()->addWidget(chip);
        // Not while its own click is handled.
        connect(chip, &QToolButton::clicked, this, [this, tag] { removeTag(tag); }, Qt::QueuedConnection);
    }
    m_chips->setVisible(!m_tags.isEmpty());
}

void CastHead::showCounts()
{
    const QList<CastEntry> &all = m_cast->values();
    const auto folders = std::ranges::count(all, CastEntry::Kind::Folder, &CastEntry::kind);
    qsizetype shown = m_order->rowCount();
    // Folders are the first rows, but for the model alone.
    for (int row = 0; folders > 0 && row < m_order->rowCount() && row <= folders; ++row) {
        if (m_order->index(row, 0).data(CastModel::KindRole).toInt() == int(CastEntry::Kind::Folder))
            --shown;
    }
    if (shown < all.size() - folders) {
        //: how many characters and groups are listed, and how many there are
        m_counts->setWhole(
            tr("%1 of %2").arg(QLocale().toString(shown), QLocale().toString(all.size() - folders)));
        return;
    }
    const auto groups = std::ranges::count(all, CastEntry::Kind::Group, &CastEntry::kind);
    const auto characters = std::ranges::count(all, CastEntry::Kind::Character, &CastEntry::kind);
    QStringList counts;
    if (characters > 0)
        counts << tr("%Ln character(s)", nullptr, int(characters));
    if (groups > 0)
        counts << tr("%Ln group(s)", nullptr, int(groups));
    m_counts->setWhole(counts.join(u", "_s), QLocale().toString(characters + groups));
}

} // namespace snug
