#include "widgets/inspector/changespane.h"

#include "widgets/inspector/changetext.h"
#include "widgets/inspector/factdelegate.h"
#include "widgets/inspector/factmodel.h"
#include "widgets/theme/plainlabel.h"

#include <QComboBox>
#include <QListView>
#include <QLocale>
#include <QSplitter>
#include <QStackedLayout>
#include <QTextEdit>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

QString excerpt(const PromptChange &change)
{
    const QString text = change.after ? change.after->text : change.before ? change.before->text : QString();
    return text.left(200).simplified();
}

} // namespace

ChangesPane::ChangesPane(QWidget *parent)
    : QWidget(parent)
    , m_against(new PlainLabel)
    , m_earlier(new QComboBox)
    , m_summary(new PlainLabel)
    , m_empty(new PlainLabel)
    , m_view(new QListView)
    , m_model(new FactModel(this))
    , m_delegate(new FactDelegate(this))
    , m_text(new QTextEdit)
    , m_stack(new QStackedLayout)
{
    m_earlier->setAccessibleName(tr("Compared with"));
    m_earlier->view()->setAccessibleName(m_earlier->accessibleName());
    m_earlier->setToolTip(tr("The prompt now is compared with this request"));
    m_earlier->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_earlier->setObjectName(u"earlierRequest"_s);
    m_empty->setWordWrap(true);
    m_empty->setAlignment(Qt::AlignHCenter | Qt::AlignTop);
    m_empty->setContentsMargins(24, 32, 24, 24);
    m_empty->setObjectName(u"noChanges"_s);
    m_view->setModel(m_model);
    m_view->setItemDelegate(m_delegate);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_view->setUniformItemSizes(true);
    m_view->setAccessibleName(tr("What is different"));
    m_view->setObjectName(u"changes"_s);
    m_text->setReadOnly(true);
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_text->setAccessibleName(tr("Text of the change"));
    m_text->document()->setDocumentMargin(12);
    m_text->setObjectName(u"changeText"_s);

    m_against->setText(tr("Now, against"));
    m_against->setBuddy(m_earlier);
    auto *head = new QHBoxLayout;
    head->setContentsMargins(12, 10, 12, 4);
    head->setSpacing(8);
    head->addWidget(m_against);
    head->addWidget(m_earlier, 1);
    auto *line = new QHBoxLayout;
    line->setContentsMargins(12, 0, 12, 6);
    line->addWidget(m_summary);
    auto *both = new QSplitter(Qt::Vertical);
    both->setChildrenCollapsible(false);
    both->addWidget(m_view);
    both->addWidget(m_text);
    both->setStretchFactor(0, 1);
    both->setStretchFactor(1, 1);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(both);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(head);
    column->addLayout(line);
    column->addLayout(m_stack, 1);

    setChoices({});
    connect(m_earlier, &QComboBox::activated, this, &ChangesPane::wantedChanged);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this, &ChangesPane::showText);
    connect(m_view, &QListView::activated, this, [this](const QModelIndex &index) {
        Q_EMIT sourceRequested(m_changes.at(index.row()).source, -1);
    });
}

void ChangesPane::setTheme(const Theme &theme)
{
    m_theme = theme;
    m_delegate->setTheme(theme);
    m_view->doItemsLayout();
    m_model->setTheme(theme);
    QPalette dim = theme.palette();
    dim.setColor(QPalette::WindowText, theme.textDim);
    m_empty->setPalette(dim);
    m_summary->setPalette(dim);
    m_summary->setFont(theme.smallFont());
    m_text->setFont(theme.interfaceFont());
    showText();
}

void ChangesPane::setChoices(const QList<std::pair<QString, QString>> &choices)
{
    const QString id = wanted();
    const QString text = m_earlier->currentText();
    m_earlier->clear();
    m_earlier->addItem(tr("the last request of this chat"), QString());
    for (const auto &[each, words] : choices)
        m_earlier->addItem(words, each);
    setWanted(id, text);
}

void ChangesPane::setWanted(const QString &id, const QString &text)
{
    int index = m_earlier->findData(id);
    if (index < 0) {
        index = m_earlier->count();
        m_earlier->addItem(text, id);
    }
    m_earlier->setCurrentIndex(index);
}

void ChangesPane::hideChoice()
{
    m_against->hide();
    m_earlier->hide();
}

QString ChangesPane::wanted() const
{
    return m_earlier->currentData().toString();
}

void ChangesPane::setNothing(const QString &why)
{
    m_changes.clear();
    m_model->setFacts({});
    m_summary->clear();
    m_empty->setText(why);
    m_stack->setCurrentIndex(0);
}

void ChangesPane::setChanges(const QList<PromptChange> &changes, CountKind kind)
{
    if (changes.isEmpty()) {
        setNothing(tr("Nothing is different."));
        return;
    }
    const bool isSame = m_changes == changes && m_kind == kind;
    m_changes = changes;
    m_kind = kind;
    m_stack->setCurrentIndex(1);
    if (!isSame)
        showRows();
}

void ChangesPane::showRows()
{
    const int current = m_view->currentIndex().row();
    QList<Fact> facts;
    int tokens = 0;
    for (const PromptChange &change : std::as_const(m_changes)) {
        Fact fact;
        fact.title = changeText(change, m_kind);
        fact.title[0] = fact.title.at(0).toUpper();
        fact.detail = excerpt(change);
        const bool isAboutText = change.before || change.after;
        fact.group = isAboutText ? int(change.source.group()) : -1;
        if (change.kind != PromptChange::Kind::Limit)
            tokens += change.tokens;
        facts.append(fact);
    }
    m_model->setFacts(facts);
    //: %1: tokens with their sign
    m_summary->setText(
        tr("%n change(s), %1 tokens", nullptr, int(m_changes.size())).arg(differenceText(tokens, m_kind)));
    const int row = std::clamp(current, 0, int(m_changes.size()) - 1);
    m_view->setCurrentIndex(m_model->index(row, 0));
    showText();
}

void ChangesPane::showText()
{
    const int row = m_view->currentIndex().row();
    if (row >= 0 && row < m_changes.size())
        showChange(*m_text->document(), m_changes.at(row), m_theme);
    else
        m_text->clear();
    m_text->moveCursor(QTextCursor::Start);
}

void ChangesPane::focusList()
{
    if (m_changes.isEmpty())
        m_earlier->setFocus(Qt::ShortcutFocusReason);
    else
        m_view->setFocus(Qt::ShortcutFocusReason);
}

} // namespace snug
