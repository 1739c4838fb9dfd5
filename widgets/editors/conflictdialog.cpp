#include "widgets/editors/conflictdialog.h"

#include "core/formats/jsontext.h"
#include "widgets/theme/plainlabel.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr qsizetype ShownLength = 400;

QString shown(const Json &value)
{
    if (value.isUndefined())
        return ConflictDialog::tr("(removed)");
    const QString text = value.isString() ? value.toText() : QString::fromUtf8(writeJsonLine(value));
    return text.size() <= ShownLength ? text : text.first(ShownLength) + u'…';
}

} // namespace

ConflictDialog::ConflictDialog(const QString &name, QWidget *parent)
    : QDialog(parent)
    , m_list(new QTreeWidget)
{
    setObjectName(u"conflictDialog"_s);
    setWindowTitle(tr("%1 was changed elsewhere").arg(name));
    resize(860, 440);
    auto *words =
        new PlainLabel(tr("Another program has changed the same places of the file. Tick those where its "
                          "version is to be taken; the rest stays as you have it. Whatever you choose can be "
                          "undone."));
    words->setWordWrap(true);
    m_list->setHeaderLabels({tr("Take theirs"), tr("Yours"), tr("Theirs")});
    m_list->setAccessibleName(tr("Places that both changed"));
    m_list->setRootIsDecorated(false);
    m_list->setWordWrap(true);
    m_list->setUniformRowHeights(false);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    QPushButton *keep = buttons->addButton(tr("&Merge"), QDialogButtonBox::AcceptRole);
    QPushButton *mine = buttons->addButton(tr("All &Yours"), QDialogButtonBox::ActionRole);
    QPushButton *others = buttons->addButton(tr("All &Theirs"), QDialogButtonBox::ActionRole);
    keep->setDefault(true);
    keep->setObjectName(u"mergeConflicts"_s);
    auto *column = new QVBoxLayout(this);
    column->addWidget(words);
    column->addWidget(m_list, 1);
    column->addWidget(buttons);
    connect(mine, &QPushButton::clicked, this, [this] { chooseAll(false); });
    connect(others, &QPushButton::clicked, this, [this] { chooseAll(true); });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, [this] {
        Q_EMIT resolved(theirs());
        accept();
    });
}

void ConflictDialog::setConflicts(const QList<MergeConflict> &conflicts)
{
    m_list->clear();
    for (const MergeConflict &conflict : conflicts) {
        auto *row =
            new QTreeWidgetItem(m_list, {conflict.path.isEmpty() ? tr("The whole file") : conflict.path,
                                         shown(conflict.ours), shown(conflict.theirs)});
        row->setData(0, Qt::UserRole, conflict.path);
        row->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
        row->setCheckState(0, Qt::Unchecked);
        row->setTextAlignment(0, Qt::AlignLeft | Qt::AlignTop);
        row->setTextAlignment(1, Qt::AlignLeft | Qt::AlignTop);
        row->setTextAlignment(2, Qt::AlignLeft | Qt::AlignTop);
    }
    m_list->header()->resizeSection(0, 230);
    m_list->header()->resizeSection(1, 290);
    m_list->setCurrentItem(m_list->topLevelItem(0));
}

QSet<QString> ConflictDialog::theirs() const
{
    QSet<QString> paths;
    for (int row = 0; row < m_list->topLevelItemCount(); ++row) {
        const QTreeWidgetItem *item = m_list->topLevelItem(row);
        if (item->checkState(0) == Qt::Checked)
            paths.insert(item->data(0, Qt::UserRole).toString());
    }
    return paths;
}

void ConflictDialog::chooseAll(bool areTheirs)
{
    for (int row = 0; row < m_list->topLevelItemCount(); ++row)
        m_list->topLevelItem(row)->setCheckState(0, areTheirs ? Qt::Checked : Qt::Unchecked);
}

} // namespace snug
