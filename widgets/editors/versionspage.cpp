#include "widgets/editors/versionspage.h"

#include "core/editing/placewords.h"
#include "widgets/editors/text/wordmarks.h"
#include "widgets/theme/plainlabel.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QListWidget>
#include <QLocale>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QShortcut>
#include <QSplitter>
#include <QTreeWidget>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr qsizetype LongestShown = 200; // characters of a value in the list
constexpr qsizetype ShownBefore = 24;   // and of what is the same in front of a difference

// How much of two texts is the same at their beginning and need not be read in the list.
qsizetype sameBeginning(const QString &a, const QString &b)
{
    qsizetype same = 0;
    while (same < std::min(a.size(), b.size()) && a[same] == b[same])
        ++same;
    return same > 2 * ShownBefore ? same - ShownBefore : 0;
}

QString shortened(QString text, qsizetype from)
{
    if (from > 0)
        text = u'…' + text.sliced(from);
    text.replace(u'\n', u'↵');
    return text.size() > LongestShown ? QString(text.first(LongestShown) + u'…') : text;
}

QPlainTextEdit *reader(const QString &name)
{
    auto *edit = new QPlainTextEdit;
    edit->setReadOnly(true);
    edit->setAccessibleName(name);
    edit->setPlaceholderText(name);
    return edit;
}

} // namespace

VersionsPage::VersionsPage(const QString &name, QWidget *parent)
    : QWidget(parent)
    , m_versions(new QListWidget)
    , m_state(new PlainLabel)
    , m_list(new QTreeWidget)
    , m_before(reader(tr("Then")))
    , m_now(reader(tr("Now")))
    , m_putBack(new QPushButton(tr("&Restore")))
    , m_putPlaceBack(new QPushButton(tr("Restore &This Place")))
    , m_picture(new QPushButton(tr("Restore the P&icture")))
{
    setObjectName(u"versionsPage"_s);
    //: %1 is a document
    setWindowTitle(tr("Versions of %1").arg(name));
    setFocusProxy(m_versions);
    m_versions->setObjectName(u"versions"_s);
    m_versions->setAccessibleName(tr("Versions, the newest first"));
    m_state->setWordWrap(true);
    m_state->setForegroundRole(QPalette::PlaceholderText);
    m_list->setAccessibleName(tr("What is different"));
    m_list->header()->setAccessibleName(tr("Columns of the differences"));
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setHeaderLabels({tr("Where"), tr("Then"), tr("Now")});
    m_list->setColumnWidth(0, 240);
    m_list->setColumnWidth(1, 220);
    m_picture->hide();
    auto *buttons = new QHBoxLayout;
    buttons->addStretch(1);
    for (QPushButton *button : {m_picture, m_putPlaceBack, m_putBack})
        buttons->addWidget(button);
    m_putPlaceBack->setObjectName(u"putPlaceBack"_s);
    m_putPlaceBack->setToolTip(tr("Restore what is chosen above, and leave the rest as it is now"));
    m_putBack->setToolTip(tr("Restore the whole version"));
    auto *texts = new QSplitter;
    texts->addWidget(m_before);
    texts->addWidget(m_now);
    auto *right = new QWidget;
    auto *rightColumn = new QVBoxLayout(right);
    rightColumn->setContentsMargins(0, 0, 0, 0);
    rightColumn->addWidget(m_state);
    auto *rows = new QSplitter(Qt::Vertical);
    rows->addWidget(m_list);
    rows->addWidget(texts);
    rows->setStretchFactor(0, 3);
    rows->setStretchFactor(1, 2);
    rightColumn->addWidget(rows, 1);
    auto *halves = new QSplitter;
    halves->addWidget(m_versions);
    halves->addWidget(right);
    halves->setStretchFactor(1, 1);
    halves->setSizes({220, 760});
    auto *column = new QVBoxLayout(this);
    column->addWidget(halves, 1);
    column->addLayout(buttons);

    connect(m_versions, &QListWidget::currentRowChanged, this, [this](int row) {
        m_putBack->setEnabled(row >= 0);
        m_picture->setEnabled(row >= 0);
        if (row >= 0)
            Q_EMIT chosen(m_kept[row]);
    });
    connect(m_list, &QTreeWidget::currentItemChanged, this, &VersionsPage::showChange);
    connect(m_putBack, &QPushButton::clicked, this, [this] {
        Q_EMIT putBackRequested(m_kept.value(m_versions->currentRow()));
        close();
    });
    connect(m_putPlaceBack, &QPushButton::clicked, this, [this] {
        Q_EMIT placeRequested(m_kept.value(m_versions->currentRow()), m_shown.at(currentChange()));
    });
    connect(m_picture, &QPushButton::clicked, this, [this] {
        Q_EMIT pictureRequested(m_kept.value(m_versions->currentRow()));
        close();
    });
    connect(new QShortcut(QKeySequence::Close, this), &QShortcut::activated, this, &QWidget::close);
    setVersions({});
}

void VersionsPage::setVersions(const QList<KeptVersion> &versions)
{
    m_kept = versions;
    m_versions->clear();
    for (const KeptVersion &version : versions) {
        //: %1 is a time, %2 a size
        m_versions->addItem(
            tr("%1 (%2)").arg(QLocale().toString(version.saved.toLocalTime(), QLocale::ShortFormat),
                              QLocale().formattedDataSize(version.size)));
    }
    m_state->setText(versions.isEmpty() ? tr("No earlier versions yet.") : QString());
    m_putBack->setEnabled(false);
    m_picture->setEnabled(false);
    if (!versions.isEmpty())
        m_versions->setCurrentRow(0);
}

// After one place was put back the next stands where it was.
void VersionsPage::setChanges(const QList<JsonChange> &changes)
{
    const int before = std::max(0, currentChange());
    m_shown = changes;
    m_list->clear();
    const PlaceWords words;
    for (const JsonChange &change : changes) {
        const qsizetype from = sameBeginning(change.before, change.now);
        auto *item = new QTreeWidgetItem({words.of(change.place),
                                          change.isAdded ? tr("not there") : shortened(change.before, from),
                                          change.isRemoved ? tr("not there") : shortened(change.now, from)});
        for (const int column : {1, 2}) {
            if (column == 1 ? change.isAdded : change.isRemoved)
                item->setForeground(column, palette().placeholderText());
        }
        item->setToolTip(0, item->text(0));
        m_list->addTopLevelItem(item);
    }
    m_state->setText(changes.isEmpty() ? tr("Nothing is different.")
                                       : tr("Places that differ: %1").arg(changes.size()));
    if (!changes.isEmpty())
        m_list->setCurrentItem(m_list->topLevelItem(int(std::min<qsizetype>(before, changes.size() - 1))));
    showChange();
}

void VersionsPage::showProblem(const QString &text)
{
    setChanges({});
    m_state->setText(text);
}

void VersionsPage::setHasPicture(bool hasPicture)
{
    m_picture->setVisible(hasPicture);
}

std::optional<KeptVersion> VersionsPage::current() const
{
    const int row = m_versions->currentRow();
    return row >= 0 ? std::optional(m_kept.at(row)) : std::nullopt;
}

int VersionsPage::currentChange() const
{
    return m_list->currentItem() ? m_list->indexOfTopLevelItem(m_list->currentItem()) : -1;
}

void VersionsPage::showChange()
{
    const int row = currentChange();
    const JsonChange change = m_shown.value(row);
    m_before->setPlainText(change.before);
    m_now->setPlainText(change.now);
    markDifferences(m_before, m_now);
    m_putPlaceBack->setEnabled(row >= 0);
}

// The marks are in the palette's colours.
void VersionsPage::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        markDifferences(m_before, m_now);
}

} // namespace snug
