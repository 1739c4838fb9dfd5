#include "widgets/inspector/storywindow.h"

#include "widgets/inspector/factdelegate.h"
#include "widgets/inspector/factmodel.h"
#include "widgets/inspector/historytexts.h"
#include "widgets/inspector/storystrip.h"
#include "widgets/theme/plainlabel.h"

#include <QAction>
#include <QCheckBox>
#include <QDate>
#include <QDialogButtonBox>
#include <QKeyEvent>
#include <QListView>
#include <QLocale>
#include <QPushButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace snug {

StoryWindow::StoryWindow(QWidget *parent)
    : QDialog(parent)
    , m_sum(new PlainLabel)
    , m_strip(new StoryStrip)
    , m_onlyIn(new QCheckBox)
    , m_view(new QListView)
    , m_model(new FactModel(this))
    , m_delegate(new FactDelegate(this))
    , m_said(new PlainLabel)
{
    setModal(false);
    setObjectName(u"story"_s);
    resize(640, 560);
    m_sum->setWordWrap(true);
    m_sum->setObjectName(u"storySum"_s);
    m_strip->setObjectName(u"storyStrip"_s);
    m_onlyIn->setObjectName(u"storyOnlyIn"_s);
    m_view->setModel(m_model);
    m_view->setItemDelegate(m_delegate);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_view->setAccessibleName(tr("Requests, newest first"));
    m_view->installEventFilter(this);
    m_said->setWordWrap(true);
    m_said->setObjectName(u"storySaid"_s);
    m_said->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_said->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    m_open = buttons->addButton(tr("&Show the Request"), QDialogButtonBox::ActionRole);
    m_open->setToolTip(tr("Show the whole prompt and its answer as they were, in the inspector's History"));
    auto *column = new QVBoxLayout(this);
    column->setSpacing(8);
    column->addWidget(m_sum);
    column->addWidget(m_strip);
    column->addWidget(m_onlyIn);
    column->addWidget(m_view, 1);
    column->addWidget(m_said);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    connect(m_open, &QPushButton::clicked, this, &StoryWindow::openChosen);
    connect(m_view, &QListView::activated, this, &StoryWindow::openChosen);
    connect(m_onlyIn, &QCheckBox::toggled, this, &StoryWindow::showRows);
    connect(m_strip, &StoryStrip::chosenByUser, this, &StoryWindow::choose);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex &index) {
                if (const int number = index.isValid() ? m_model->fact(index.row()).number : -1;
                    number >= 0 && !m_isFilling)
                    choose(number);
            });
    auto *close = new QAction(this);
    close->setShortcut(QKeySequence::Close);
    connect(close, &QAction::triggered, this, &QDialog::close);
    addAction(close);
}

void StoryWindow::setTheme(const Theme &theme)
{
    m_theme = theme;
    m_strip->setTheme(theme);
    m_delegate->setTheme(theme);
    m_model->setTheme(theme);
    m_view->doItemsLayout();
    QPalette dim = theme.palette();
    dim.setColor(QPalette::WindowText, theme.textDim);
    m_said->setPalette(dim);
}

void StoryWindow::begin(const StoryThing &thing)
{
    m_thing = thing;
    m_chosen.clear();
    m_moments.clear();
    //: %1 is a lore entry, a block or another part of prompts
    setWindowTitle(thing.isVariable() ? tr("The Variable “%1” in This Chat's Requests").arg(thing.name())
                                      : tr("“%1” in This Chat's Requests").arg(thing.name()));
    m_onlyIn->setText(thing.isVariable() ? tr("Only where it has a value")
                                         : tr("Only where it is in the prompt"));
    setMoments({}, 0);
}

void StoryWindow::setMoments(const QList<StoryMoment> &moments, qsizetype waiting)
{
    m_moments = moments;
    QString sum = storySumText(m_thing, storySum(moments));
    if (waiting > 0)
        //: Requests that are still to be read from the disk
        sum = tr("%1 · reading %2 more…").arg(sum, QLocale().toString(waiting));
    m_sum->setText(moments.isEmpty() && waiting > 0 ? tr("Reading %1 requests…").arg(waiting) : sum);
    m_strip->setMoments(moments, m_thing.isVariable() ? SourceGroup::Injection : m_thing.source.group());
    showRows();
}

void StoryWindow::showRows()
{
    QList<Fact> facts;
    for (qsizetype i = m_moments.size() - 1; i >= 0; --i) {
        const StoryMoment &moment = m_moments.at(i);
        if (m_onlyIn->isChecked() && !moment.isIn)
            continue;
        //: %1 "Reply · Mira", %2 the number of the message that the answer became
        const QString title = moment.head.row >= 0
                                  ? tr("%1 · message %2").arg(historyTitle(moment.head)).arg(moment.head.row)
                                  : historyTitle(moment.head);
        const bool hasCount = moment.isIn && !m_thing.isVariable();
        facts.append(
            {title, historyTime(moment.head, QDate::currentDate()), storyLines(moment).join(u" · "_s),
             hasCount ? moment.tokens : -1, moment.kind,
             moment.isIn ? int(m_thing.isVariable() ? SourceGroup::Injection : m_thing.source.group()) : -1,
             false, int(i)});
    }
    m_isFilling = true;
    m_model->setFacts(facts);
    m_isFilling = false;
    showChosen();
}

void StoryWindow::choose(int number)
{
    m_chosen = m_moments.at(number).head.id;
    showChosen();
}

// In the strip, in the list and in full below it.
void StoryWindow::showChosen()
{
    int number = -1;
    for (int i = 0; i < m_moments.size() && !m_chosen.isEmpty(); ++i) {
        if (m_moments.at(i).head.id == m_chosen)
            number = i;
    }
    const bool isThere = number >= 0;
    m_strip->choose(number);
    m_open->setEnabled(isThere);
    m_said->setVisible(isThere);
    m_said->setText(isThere ? storyLines(m_moments.at(number)).join(u'\n') : QString());
    m_isFilling = true;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        if (isThere && m_model->fact(row).number == number && m_view->currentIndex().row() != row)
            m_view->setCurrentIndex(m_model->index(row, 0));
    }
    m_isFilling = false;
}

void StoryWindow::openChosen()
{
    if (!m_chosen.isEmpty())
        Q_EMIT requestRequested(m_chosen);
}

// Enter in the list opens the request; the dialog's button does not take it.
bool StoryWindow::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_view && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent *>(event)->key();
        if (key == Qt::Key_Return || key == Qt::Key_Enter) {
            openChosen();
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

void StoryWindow::resizeEvent(QResizeEvent *event)
{
    QDialog::resizeEvent(event);
    m_delegate->setWidth(m_view->viewport()->width());
    m_view->doItemsLayout();
}

} // namespace snug
