#include "widgets/inspector/comparisonpane.h"

#include "widgets/inspector/comparisondelegate.h"
#include "widgets/theme/plainlabel.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QListView>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace snug {

ComparisonPane::ComparisonPane(QWidget *parent)
    : QWidget(parent)
    , m_model(new ComparisonModel(this))
    , m_delegate(new ComparisonDelegate(m_model, this))
    , m_left(new PlainLabel)
    , m_other(new PlainLabel)
    , m_right(new QComboBox)
    , m_count(new PlainLabel)
    , m_list(new QListView)
{
    m_right->setAccessibleName(tr("Whose prompt is beside it"));
    m_right->view()->setAccessibleName(m_right->accessibleName());
    m_right->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_right->setMinimumContentsLength(8);
    m_count->setWordWrap(true);
    m_list->setAccessibleName(tr("Both prompts"));
    m_list->setModel(m_model);
    m_list->setItemDelegate(m_delegate);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn); // its coming must not change the lines
    m_list->setLayoutMode(QListView::Batched);
    m_list->setBatchSize(60);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    auto *names = new QHBoxLayout;
    names->setContentsMargins(12, 8, 12, 2);
    names->setSpacing(14);
    names->addWidget(m_left, 1);
    names->addWidget(m_right, 1);
    names->addWidget(m_other, 1);
    m_other->hide();
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addLayout(names);
    m_count->setContentsMargins(12, 0, 12, 4);
    column->addWidget(m_count);
    column->addWidget(m_list, 1);
    connect(m_right, &QComboBox::activated, this, &ComparisonPane::wantedChanged);
    connect(m_list, &QListView::activated, this,
            [this](const QModelIndex &index) { m_model->toggle(index.row()); });
    connect(m_list, &QListView::clicked, this, [this](const QModelIndex &index) {
        if (m_model->item(index.row()).folded > 0)
            m_model->toggle(index.row());
    });
    setTheme(m_theme);
}

void ComparisonPane::setTheme(const Theme &theme)
{
    m_theme = theme;
    m_delegate->setTheme(theme);
    QFont strong = theme.interfaceFont();
    strong.setWeight(QFont::DemiBold);
    m_left->setFont(strong);
    m_other->setFont(strong);
    QPalette dim = theme.palette();
    dim.setColor(QPalette::WindowText, theme.textDim);
    m_count->setPalette(dim);
    m_count->setFont(theme.smallFont());
    QPalette ground = theme.palette();
    ground.setColor(QPalette::Base, theme.pane);
    m_list->setPalette(ground);
    fit();
}

void ComparisonPane::setNames(const QString &shown, const QList<std::pair<QString, QString>> &others)
{
    m_left->setText(shown);
    const QString before = wanted();
    QStringList texts;
    for (const auto &[id, name] : others)
        texts.append(name);
    QStringList present;
    for (int i = 0; i < m_right->count(); ++i)
        present.append(m_right->itemText(i));
    if (present != texts) {
        const QSignalBlocker quiet(m_right);
        m_right->clear();
        for (const auto &[id, name] : others)
            m_right->addItem(name, id);
        m_right->setCurrentIndex(std::max(0, m_right->findData(before)));
    }
    m_model->setNames(shown, m_right->currentText());
    showCount();
}

void ComparisonPane::compareWays(const QString &left, const QString &right)
{
    m_areWays = true;
    m_delegate->setWays(true);
    setNames(left, {{right, right}});
    m_right->hide();
    m_other->setText(right);
    m_other->show();
}

QString ComparisonPane::wanted() const
{
    return m_right->currentData().toString();
}

void ComparisonPane::setPrompts(const AssembledPrompt &left, const AssembledPrompt &right)
{
    m_model->setNames(m_left->text(), m_right->currentText());
    m_model->setRows(comparedPrompts(left, right));
    showCount();
}

void ComparisonPane::showCount()
{
    const int count = m_model->differences();
    if (m_areWays && count > 0)
        m_count->setText(tr("%n difference(s). Marked: what only one of them has.", nullptr, count));
    else if (m_right->count() == 0)
        m_count->setText(tr("Nobody else is in this chat."));
    else if (count == 0)
        m_count->setText(tr("Both prompts say the same."));
    else
        m_count->setText(tr("%n difference(s). Marked: what only one of them knows.", nullptr, count));
}

void ComparisonPane::fit()
{
    m_delegate->setWidth(m_list->viewport()->width());
    m_list->doItemsLayout();
    m_list->viewport()->update();
}

void ComparisonPane::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    layout()->activate();
    fit();
}

void ComparisonPane::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    fit();
    Q_EMIT wantedChanged();
}

} // namespace snug
