#include "widgets/editors/lore/loretrialpane.h"

#include "widgets/editors/lore/loretrialmodel.h"
#include "widgets/theme/plainlabel.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QHeaderView>
#include <QLocale>
#include <QPlainTextEdit>
#include <QSplitter>
#include <QTreeView>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace snug {

LoreTrialPane::LoreTrialPane(QWidget *parent)
    : QWidget(parent)
    , m_what(new QComboBox)
    , m_books(new QComboBox)
    , m_text(new QPlainTextEdit)
    , m_summary(new PlainLabel)
    , m_view(new QTreeView)
    , m_model(new LoreTrialModel(this))
{
    m_view->setObjectName(u"trialResult"_s);
    m_view->setModel(m_model);
    m_view->setAccessibleName(tr("What fires and what does not"));
    m_view->header()->setAccessibleName(tr("Columns of the trial"));
    m_view->setUniformRowHeights(true);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_view->header()->setStretchLastSection(false);
    m_view->header()->setSectionResizeMode(LoreTrialModel::ReasonColumn, QHeaderView::Stretch);
    m_view->header()->resizeSection(LoreTrialModel::EntryColumn, fontMetrics().averageCharWidth() * 34);
    m_view->header()->resizeSection(LoreTrialModel::RoundColumn, fontMetrics().averageCharWidth() * 10);
    m_summary->setForegroundRole(QPalette::PlaceholderText);
    m_summary->setContentsMargins(8, 4, 8, 4);
    m_summary->setWordWrap(true);
    m_summary->setObjectName(u"trialSummary"_s);

    auto *answer = new QWidget;
    auto *column = new QVBoxLayout(answer);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_summary);
    column->addWidget(m_view, 1);
    auto *halves = new QSplitter;
    halves->setChildrenCollapsible(false);
    halves->addWidget(makeQuestion());
    halves->addWidget(answer);
    halves->setStretchFactor(0, 2);
    halves->setStretchFactor(1, 5);
    auto *whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(halves);

    connect(m_what, &QComboBox::currentIndexChanged, this, &LoreTrialPane::tell);
    connect(m_books, &QComboBox::currentIndexChanged, this, &LoreTrialPane::tell);
    connect(m_text, &QPlainTextEdit::textChanged, this, [this] {
        if (m_text->isReadOnly())
            return;
        m_typed = m_text->toPlainText();
        tell();
    });
    connect(m_view, &QTreeView::activated, this, [this](const QModelIndex &index) {
        const int uid = index.data(LoreTrialModel::UidRole).toInt();
        if (uid >= 0)
            Q_EMIT entryChosen(index.data(LoreTrialModel::BookRole).toString(), uid);
    });
    connect(m_view, &QTreeView::clicked, m_view, &QTreeView::activated);
    setMessages({});
    setResult({}, {});
}

QWidget *LoreTrialPane::makeQuestion()
{
    auto *question = new QWidget;
    m_what->setObjectName(u"trialWhat"_s);
    m_what->setAccessibleName(tr("Try with"));
    m_what->view()->setAccessibleName(m_what->accessibleName());
    m_what->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_books->setObjectName(u"trialBooks"_s);
    m_books->setAccessibleName(tr("Lorebooks to try"));
    m_books->view()->setAccessibleName(m_books->accessibleName());
    m_books->addItem(tr("This lorebook alone"), false);
    m_books->addItem(tr("With all that are in effect"), true);
    m_text->setObjectName(u"trialText"_s);
    m_text->setAccessibleName(tr("Text to try"));
    m_text->setPlaceholderText(tr("Type a message: entries that it makes fire appear at the right."));
    m_text->setTabChangesFocus(true);
    auto *heading = new PlainLabel(tr("&Try it"));
    QFont bold = heading->font();
    bold.setBold(true);
    heading->setFont(bold);
    heading->setBuddy(m_text);
    auto *row = new QHBoxLayout;
    row->addWidget(heading);
    row->addWidget(m_what, 1);
    auto *column = new QVBoxLayout(question);
    column->setContentsMargins(12, 6, 6, 8);
    column->setSpacing(6);
    column->addLayout(row);
    column->addWidget(m_text, 1);
    column->addWidget(m_books);
    return question;
}

void LoreTrialPane::setMessages(const QList<TrialMessage> &messages)
{
    if (m_messages == messages && m_what->count() > 0)
        return;
    const std::optional<int> before = m_what->count() > 0 ? wish().message : std::nullopt;
    const QSignalBlocker quiet(m_what);
    m_messages = messages;
    m_what->clear();
    m_what->addItem(tr("A text that I type"), -1);
    for (const TrialMessage &message : messages) {
        //: %1 is a message's number, %2 its speaker, %3 how it begins
        m_what->addItem(
            tr("Message %1, %2: %3").arg(message.index).arg(message.name, message.text.simplified().left(60)),
            message.index);
    }
    m_what->setEnabled(!messages.isEmpty());
    m_what->setCurrentIndex(before ? std::max(0, m_what->findData(*before)) : 0);
}

LoreTrialWish LoreTrialPane::wish() const
{
    LoreTrialWish wish;
    const int message = m_what->currentData().toInt();
    if (message >= 0)
        wish.message = message;
    else
        wish.text = m_typed;
    wish.withOtherBooks = m_books->currentData().toBool();
    return wish;
}

// The text of a message is shown, not written.
void LoreTrialPane::tell()
{
    const LoreTrialWish now = wish();
    const QSignalBlocker quiet(m_text);
    m_text->setReadOnly(now.message.has_value());
    QString shown = m_typed;
    if (now.message) {
        const auto picked = std::ranges::find(m_messages, *now.message, &TrialMessage::index);
        shown = picked == m_messages.cend() ? QString() : picked->text;
    }
    if (m_text->toPlainText() != shown)
        m_text->setPlainText(shown);
    Q_EMIT wished(now);
}

void LoreTrialPane::setResult(const LoreTrialResult &result, const QString &ownBook)
{
    m_model->setResult(result, ownBook);
    m_view->expandAll();
    for (int row = 0; row < m_model->rowCount(); ++row)
        m_view->setFirstColumnSpanned(row, {}, true);
    m_summary->setText(result.rows.isEmpty() ? tr("Nothing is tried yet.")
                                             //: Lore entries that fired, of all that were tried
                                             : tr("%1 of %2 fire.")
                                                   .arg(QLocale().toString(m_model->firedCount()),
                                                        QLocale().toString(result.rows.size())));
    if (!result.warnings.isEmpty())
        m_summary->setText(m_summary->text() + u' ' + result.warnings.join(u' '));
}

void LoreTrialPane::focusText()
{
    m_text->setFocus(Qt::ShortcutFocusReason);
}

} // namespace snug
