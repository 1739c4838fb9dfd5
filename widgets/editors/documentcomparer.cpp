#include "widgets/editors/documentcomparer.h"

#include "core/editing/placewords.h"
#include "core/formats/jsontext.h"
#include "widgets/editors/text/wordmarks.h"
#include "widgets/theme/closingkeys.h"
#include "widgets/theme/plainlabel.h"

#include <QComboBox>
#include <QHeaderView>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSplitter>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr qsizetype longestInRow = 160;

bool saysNothing(const Json &value)
{
    return value.isUndefined() || value.isNull() || value.asBool() == false ||
           (value.isString() && value.toText().isEmpty()) ||
           ((value.isArray() || value.isObject()) && value.size() == 0);
}

// Of a whole entry, what it says in words: its settings a line each, then its text.
QString wholeThing(const Json &object, const PlaceWords &words)
{
    QStringList lines;
    QString text;
    for (const Json::Member &member : object.members()) {
        if (saysNothing(member.value))
            continue;
        if (member.key == "content"_L1) {
            text = member.value.toText();
            continue;
        }
        const QString value =
            member.value.isString() ? member.value.toText() : QString::fromUtf8(writeJsonLine(member.value));
        const QString word = words.of(member.key);
        lines.append(u"%1: %2"_s.arg(word.isEmpty() ? member.key : word, value));
    }
    if (!text.isEmpty())
        lines.append(u'\n' + text);
    return lines.join(u'\n');
}

// Tags, keys, greetings: a line each; what has lines itself is set apart.
QString listed(const Json &list)
{
    QStringList lines;
    for (const Json &item : list.items())
        lines.append(item.toText());
    const bool isLong = std::ranges::any_of(lines, [](const QString &line) { return line.contains(u'\n'); });
    return lines.join(isLong ? u"\n———\n"_s : u"\n"_s);
}

// Lists of texts, and what is only in one of them and may be a whole entry: nobody reads that as JSON.
QString readable(const QString &text, const JsonChange &change, const PlaceWords &words)
{
    if (text.startsWith(u'[')) {
        const Result<Json> list = parseJson(text.toUtf8());
        if (list && list->isArray() && std::ranges::all_of(list->items(), &Json::isString))
            return listed(*list);
    }
    if ((!change.isAdded && !change.isRemoved) || !text.startsWith(u'{'))
        return text;
    const Result<Json> value = parseJson(text.toUtf8());
    return value && value->isObject() ? wholeThing(*value, words) : text;
}

QString inRow(const QString &text)
{
    const QString line = text.left(4 * longestInRow).simplified();
    return line.size() > longestInRow ? QString(line.first(longestInRow) + u'…') : line;
}

QPlainTextEdit *sideText(const QString &name)
{
    auto *edit = new QPlainTextEdit;
    edit->setReadOnly(true);
    edit->setFrameShape(QFrame::NoFrame);
    edit->setAccessibleName(name);
    return edit;
}

} // namespace

DocumentComparer::DocumentComparer(QWidget *parent)
    : QWidget(parent)
    , m_leftTitle(new PlainLabel)
    , m_others(new QComboBox)
    , m_swap(new QPushButton(tr("S&wap Sides")))
    , m_state(new PlainLabel)
    , m_list(new QTreeWidget)
    , m_leftText(sideText(tr("At the left")))
    , m_rightText(sideText(tr("At the right")))
    , m_take(new QPushButton(tr("◂ Copy to the &Left")))
{
    setObjectName(u"documentComparer"_s);
    setWindowTitle(tr("Compare"));
    setFocusProxy(m_list);
    m_others->setAccessibleName(tr("What it is compared with"));
    m_others->setMinimumContentsLength(22);
    m_swap->setToolTip(tr("Edit the right one, and compare it with the left one as it is saved"));
    m_state->setContentsMargins(12, 0, 12, 6);
    m_list->setHeaderLabels({tr("Where"), tr("Left"), tr("Right")});
    m_list->setAccessibleName(tr("What is different"));
    m_list->header()->setAccessibleName(tr("Columns of the differences"));
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setColumnWidth(0, 320);
    m_list->setColumnWidth(1, 320);
    m_take->setObjectName(u"takeOver"_s);
    m_take->setToolTip(tr("Copy what is selected from the right to the left; Ctrl+Z undoes it"));
    auto *head = new QHBoxLayout;
    head->setContentsMargins(12, 10, 12, 6);
    head->setSpacing(8);
    head->addWidget(m_leftTitle, 1);
    head->addWidget(m_swap);
    head->addWidget(m_others, 1);
    auto *texts = new QSplitter;
    texts->addWidget(m_leftText);
    texts->addWidget(m_rightText);
    texts->setChildrenCollapsible(false);
    auto *halves = new QSplitter(Qt::Vertical);
    halves->addWidget(m_list);
    halves->addWidget(texts);
    halves->setChildrenCollapsible(false);
    auto *buttons = new QHBoxLayout;
    buttons->setContentsMargins(12, 8, 12, 10);
    buttons->addStretch(1);
    buttons->addWidget(m_take);
    buttons->addStretch(1);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(head);
    column->addWidget(m_state);
    column->addWidget(halves, 1);
    column->addLayout(buttons);
    connect(m_others, &QComboBox::activated, this, [this] { Q_EMIT rightChosen(right()); });
    connect(m_swap, &QPushButton::clicked, this, &DocumentComparer::swapRequested);
    connect(m_list, &QTreeWidget::currentItemChanged, this, &DocumentComparer::showChange);
    connect(m_list, &QTreeWidget::itemActivated, this, &DocumentComparer::take);
    connect(m_take, &QPushButton::clicked, this, &DocumentComparer::take);
    closeByKeys(this);
    showChange();
}

void DocumentComparer::setTheme(const Theme &theme)
{
    m_theme = theme;
    QPalette dim = theme.palette();
    dim.setColor(QPalette::WindowText, theme.textDim);
    m_state->setPalette(dim);
    m_state->setFont(theme.smallFont());
    for (QPlainTextEdit *text : {m_leftText, m_rightText})
        text->setFont(theme.textFont());
    setChanges(QList<JsonChange>(m_shown));
}

void DocumentComparer::setDocuments(const QString &left, const QList<std::pair<QString, QString>> &others,
                                    const QString &chosen)
{
    m_leftTitle->setText(left);
    m_others->clear();
    for (const auto &[id, title] : others)
        m_others->addItem(title, id);
    m_others->setCurrentIndex(std::max(0, m_others->findData(chosen)));
    m_others->setEnabled(!others.isEmpty());
    m_swap->setEnabled(!others.isEmpty());
}

QString DocumentComparer::right() const
{
    return m_others->currentData().toString();
}

// After one was taken over the next stands where it was.
void DocumentComparer::setChanges(const QList<JsonChange> &changes)
{
    const int before = std::max(0, currentChange());
    m_shown = changes;
    m_list->clear();
    const PlaceWords words;
    for (const JsonChange &change : changes) {
        auto *row = new QTreeWidgetItem(
            {words.of(change.place),
             change.isRemoved ? tr("not there") : inRow(readable(change.now, change, words)),
             change.isAdded ? tr("not there") : inRow(readable(change.before, change, words))});
        row->setToolTip(0, row->text(0));
        if (change.isRemoved)
            row->setForeground(1, m_theme.textDim);
        if (change.isAdded)
            row->setForeground(2, m_theme.textDim);
        m_list->addTopLevelItem(row);
    }
    m_state->setText(changes.isEmpty() ? tr("Nothing is different.")
                                       : tr("%n place(s) differ.", nullptr, int(changes.size())));
    if (!changes.isEmpty())
        m_list->setCurrentItem(m_list->topLevelItem(int(std::min<qsizetype>(before, changes.size() - 1))));
    showChange();
}

void DocumentComparer::showProblem(const QString &text)
{
    setChanges({});
    m_state->setText(text);
}

int DocumentComparer::currentChange() const
{
    return m_list->currentItem() ? m_list->indexOfTopLevelItem(m_list->currentItem()) : -1;
}

void DocumentComparer::showChange()
{
    const int row = currentChange();
    const JsonChange change = m_shown.value(row);
    const PlaceWords words;
    m_leftText->setPlainText(readable(change.now, change, words));
    m_rightText->setPlainText(readable(change.before, change, words));
    markDifferences(m_leftText, m_rightText, m_theme);
    m_take->setEnabled(row >= 0);
}

void DocumentComparer::take()
{
    if (const int row = currentChange(); row >= 0)
        Q_EMIT takeRequested(m_shown.at(row));
}

} // namespace snug
