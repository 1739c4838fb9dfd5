#include "widgets/editors/conflictdialog.h"

#include "core/editing/placewords.h"
#include "core/formats/jsontext.h"
#include "core/model/editedtext.h"
#include "widgets/editors/text/wordmarks.h"
#include "widgets/theme/plainlabel.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QShortcut>
#include <QSplitter>
#include <QTreeWidget>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr qsizetype LineLength = 120;

bool isText(const MergeConflict &conflict)
{
    return conflict.ours.isString() && conflict.theirs.isString();
}

QString textOf(const Json &value)
{
    if (value.isUndefined())
        return ConflictDialog::tr("(removed)");
    if (value.isArray()) { // an order, keys
        QStringList lines;
        for (const Json &item : value.items())
            lines.append(item.isString() ? item.toText() : QString::fromUtf8(writeJsonLine(item)));
        return lines.join(u'\n');
    }
    return value.isString() ? value.toText() : QString::fromUtf8(writeJsonLine(value));
}

QString lineOf(const QString &text)
{
    const QString line = text.simplified();
    return line.size() <= LineLength ? line : line.first(LineLength) + u'…';
}

QString placeOf(const MergeConflict &conflict, const PlaceWords &words)
{
    if (conflict.place.isEmpty())
        return conflict.path.isEmpty() ? ConflictDialog::tr("The whole file") : conflict.path;
    return words.of(conflict.place);
}

QWidget *titled(const QString &title, QPlainTextEdit *edit)
{
    auto *part = new QWidget;
    auto *label = new PlainLabel(title);
    label->setBuddy(edit);
    edit->setAccessibleName(title);
    auto *column = new QVBoxLayout(part);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(3);
    column->addWidget(label);
    column->addWidget(edit, 1);
    return part;
}

} // namespace

ConflictDialog::ConflictDialog(const QString &name, QWidget *parent)
    : QDialog(parent)
    , m_list(new QTreeWidget)
    , m_yours(new QPlainTextEdit)
    , m_result(new QPlainTextEdit)
    , m_theirs(new QPlainTextEdit)
{
    setObjectName(u"conflictDialog"_s);
    setWindowTitle(tr("%1 was changed elsewhere").arg(name));
    resize(980, 600);
    auto *words = new PlainLabel(
        tr("Another program changed the same parts of this file. Tick the changes to take from it, "
           "or write your own text in the middle; everything else stays as you have it. What you "
           "choose can be undone, and what the file held is kept among its versions."));
    words->setWordWrap(true);
    m_list->setHeaderLabels({tr("Take theirs"), tr("Yours"), tr("Theirs")});
    m_list->setAccessibleName(tr("Places that both changed"));
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    for (QPlainTextEdit *edit : {m_yours, m_theirs})
        edit->setReadOnly(true);
    m_result->setObjectName(u"conflictResult"_s);
    auto *texts = new QSplitter;
    texts->setChildrenCollapsible(false);
    texts->addWidget(titled(tr("Yours"), m_yours));
    texts->addWidget(titled(tr("Result"), m_result));
    texts->addWidget(titled(tr("Theirs"), m_theirs));
    auto *halves = new QSplitter(Qt::Vertical);
    halves->setChildrenCollapsible(false);
    halves->addWidget(m_list);
    halves->addWidget(texts);
    halves->setStretchFactor(1, 2);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    QPushButton *merge = buttons->addButton(tr("&Merge"), QDialogButtonBox::ActionRole);
    QPushButton *mine = buttons->addButton(tr("Take &Yours Everywhere"), QDialogButtonBox::ActionRole);
    QPushButton *others = buttons->addButton(tr("Take &Theirs Everywhere"), QDialogButtonBox::ActionRole);
    merge->setObjectName(u"mergeConflicts"_s);
    mine->setObjectName(u"allYours"_s);
    others->setObjectName(u"allTheirs"_s);
    // No key that is typed decides; the first button that accepts would be made the default.
    for (QAbstractButton *button : buttons->buttons()) {
        static_cast<QPushButton *>(button)->setAutoDefault(false);
        static_cast<QPushButton *>(button)->setDefault(false);
    }
    auto *column = new QVBoxLayout(this);
    column->addWidget(words);
    column->addWidget(halves, 1);
    column->addWidget(buttons);
    connect(mine, &QPushButton::clicked, this, [this] { takeEverywhere(false); });
    connect(others, &QPushButton::clicked, this, [this] { takeEverywhere(true); });
    connect(m_list, &QTreeWidget::currentItemChanged, this, &ConflictDialog::showRow);
    connect(m_list, &QTreeWidget::itemChanged, this, [this](QTreeWidgetItem *item, int changed) {
        if (!m_isShowing && changed == 0)
            take(m_list->indexOfTopLevelItem(item), item->checkState(0) == Qt::Checked);
    });
    connect(m_result, &QPlainTextEdit::textChanged, this, &ConflictDialog::onEdited);
    connect(new QShortcut(QKeySequence::Close, this), &QShortcut::activated, this, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(merge, &QPushButton::clicked, this, [this] {
        Q_EMIT resolved(answers());
        accept();
    });
}

void ConflictDialog::setConflicts(const QList<MergeConflict> &conflicts)
{
    m_isShowing = true;
    m_conflicts = conflicts;
    m_results.clear();
    m_list->clear();
    const PlaceWords words;
    for (const MergeConflict &conflict : conflicts) {
        m_results.append(textOf(conflict.ours));
        const QString place = placeOf(conflict, words);
        auto *row = new QTreeWidgetItem(
            m_list, {place, lineOf(textOf(conflict.ours)), lineOf(textOf(conflict.theirs))});
        row->setToolTip(0, place);
        row->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
        row->setCheckState(0, Qt::Unchecked);
    }
    m_list->header()->resizeSection(0, 300);
    m_list->header()->resizeSection(1, 300);
    m_isShowing = false;
    m_list->setCurrentItem(m_list->topLevelItem(0));
    showRow();
}

int ConflictDialog::current() const
{
    return m_list->indexOfTopLevelItem(m_list->currentItem());
}

void ConflictDialog::take(int row, bool isTheirs)
{
    const MergeConflict &conflict = m_conflicts.at(row);
    m_results[row] = textOf(isTheirs ? conflict.theirs : conflict.ours);
    if (row == current())
        showRow();
}

void ConflictDialog::takeEverywhere(bool areTheirs)
{
    for (int row = 0; row < m_list->topLevelItemCount(); ++row) {
        m_list->topLevelItem(row)->setCheckState(0, areTheirs ? Qt::Checked : Qt::Unchecked);
        take(row, areTheirs); // a text that was written goes, too
    }
}

void ConflictDialog::showRow()
{
    const int row = current();
    if (row < 0)
        return;
    m_isShowing = true;
    const MergeConflict &conflict = m_conflicts.at(row);
    m_yours->setPlainText(textOf(conflict.ours));
    m_theirs->setPlainText(textOf(conflict.theirs));
    if (m_result->toPlainText() != shownText(m_results.at(row)))
        m_result->setPlainText(m_results.at(row));
    m_result->setReadOnly(!isText(conflict));
    m_isShowing = false;
    markWords();
}

void ConflictDialog::onEdited()
{
    const int row = current();
    if (m_isShowing || row < 0)
        return;
    m_results[row] = editedText(m_results.at(row), m_result->toPlainText());
    m_isShowing = true;
    const bool isTheirs = m_results.at(row) == textOf(m_conflicts.at(row).theirs);
    const bool isOurs = m_results.at(row) == textOf(m_conflicts.at(row).ours);
    m_list->topLevelItem(row)->setCheckState(0, isTheirs ? Qt::Checked
                                                : isOurs ? Qt::Unchecked
                                                         : Qt::PartiallyChecked);
    m_isShowing = false;
}

// The words that each side has for itself.
void ConflictDialog::markWords()
{
    markDifferences(m_yours, m_theirs);
}

// The marks are in the palette's colours.
void ConflictDialog::changeEvent(QEvent *event)
{
    QDialog::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        markWords();
}

MergeAnswers ConflictDialog::answers() const
{
    MergeAnswers answers;
    for (qsizetype row = 0; row < m_conflicts.size(); ++row) {
        const MergeConflict &conflict = m_conflicts.at(row);
        if (m_list->topLevelItem(int(row))->checkState(0) == Qt::Checked)
            answers.theirsAt.insert(conflict.path);
        else if (isText(conflict) && m_results.at(row) != textOf(conflict.ours))
            answers.texts.insert(conflict.path, m_results.at(row));
    }
    return answers;
}

} // namespace snug
