#include "widgets/editors/card/greetingspage.h"

#include "core/model/editedtext.h"
#include "widgets/editors/text/macrotextedit.h"
#include "widgets/editors/text/textinplace.h"
#include "widgets/theme/plainkey.h"
#include "widgets/theme/plainlabel.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QSplitter>
#include <QToolButton>

#include <utility>

using namespace Qt::StringLiterals;

namespace snug {

GreetingsPage::GreetingsPage(KSyntaxHighlighting::Repository *repository, QWidget *parent)
    : QWidget(parent)
    , m_list(new QListWidget)
    , m_text(new MacroTextEdit(repository))
    , m_tokens(new PlainLabel)
{
    m_list->setObjectName(u"greetings"_s);
    m_list->setAccessibleName(tr("Greetings"));
    m_list->setUniformItemSizes(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // long ones are elided
    m_list->installEventFilter(this);
    m_text->setObjectName(u"greetingText"_s);
    m_text->setAccessibleName(tr("Text of the greeting"));
    m_text->setProse(true);
    m_text->installEventFilter(this);
    m_tokens->setForegroundRole(QPalette::PlaceholderText);

    auto *buttons = new QHBoxLayout;
    buttons->addWidget(makeButton(tr("&Alternate"), tr("Another greeting: a swipe of the first message"),
                                  &GreetingsPage::addAlternate));
    buttons->addWidget(makeButton(tr("For &Groups"), tr("A greeting that is used in groups only"),
                                  &GreetingsPage::addForGroups));
    buttons->addWidget(makeButton(tr("&Delete"), tr("Delete"), &GreetingsPage::remove));
    buttons->addStretch(1);
    auto *left = new QWidget;
    auto *column = new QVBoxLayout(left);
    column->setContentsMargins(12, 8, 6, 12);
    column->addWidget(m_list, 1);
    column->addLayout(buttons);
    auto *right = new QWidget;
    auto *texts = new QVBoxLayout(right);
    texts->setContentsMargins(6, 8, 12, 12);
    texts->addWidget(m_text, 1);
    texts->addWidget(m_tokens);
    auto *halves = new QSplitter;
    halves->setChildrenCollapsible(false);
    halves->addWidget(left);
    halves->addWidget(right);
    halves->setStretchFactor(0, 2);
    halves->setStretchFactor(1, 3);
    auto *whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(halves);

    connect(m_list, &QListWidget::currentRowChanged, this, &GreetingsPage::show);
    connect(m_text, &QPlainTextEdit::textChanged, this, &GreetingsPage::onEdited);
}

QToolButton *GreetingsPage::makeButton(const QString &text, const QString &tip, void (GreetingsPage::*act)())
{
    auto *button = new QToolButton;
    button->setText(text);
    button->setToolTip(tip);
    button->setFocusPolicy(Qt::StrongFocus);
    connect(button, &QToolButton::clicked, this, act);
    return button;
}

void GreetingsPage::setCard(const Card &card)
{
    const QStringList all =
        QStringList{card.firstMessage} + card.alternateGreetings + card.groupOnlyGreetings;
    if (all == m_all && m_alternates == card.alternateGreetings.size() && m_list->count() > 0)
        return;
    m_all = all;
    m_alternates = card.alternateGreetings.size();
    fillList(std::max(0, m_list->currentRow()));
}

void GreetingsPage::fillList(int row)
{
    m_isSetting = true;
    while (m_list->count() > m_all.size())
        delete m_list->takeItem(m_list->count() - 1);
    for (int i = 0; i < m_all.size(); ++i) {
        const QString begin = m_all[i].simplified().left(80);
        const QString text = i == 0           ? tr("First message: %1").arg(begin)
                             : isForGroups(i) ? tr("For groups %1: %2").arg(i - m_alternates).arg(begin)
                                              : tr("Alternate %1: %2").arg(i).arg(begin);
        if (i < m_list->count())
            m_list->item(i)->setText(text);
        else
            m_list->addItem(text);
    }
    row = std::min(row, m_list->count() - 1);
    m_list->setCurrentRow(row);
    setTextInPlace(m_text, m_all.value(row));
    m_isSetting = false;
    Q_EMIT chosen();
}

int GreetingsPage::rowOf(const LintFinding &finding) const
{
    const QString list = finding.where.section(u'.', 0, 0);
    const int at = finding.where.section(u'.', 1, 1).toInt();
    const int row = list == u"first_mes"              ? 0
                    : list == u"alternate_greetings"  ? 1 + at
                    : list == u"group_only_greetings" ? int(m_alternates) + 1 + at
                                                      : -1;
    return row < m_all.size() ? row : -1;
}

void GreetingsPage::setFindings(const QList<LintFinding> &findings)
{
    m_findings = findings;
    showFindings();
}

void GreetingsPage::showFindings()
{
    QList<LintFinding> here;
    for (const LintFinding &finding : std::as_const(m_findings)) {
        if (rowOf(finding) == m_list->currentRow())
            here.append(finding);
    }
    m_text->setFindings(here);
}

void GreetingsPage::choose(int row)
{
    m_list->setCurrentRow(row);
}

QString GreetingsPage::currentText() const
{
    return m_all.value(m_list->currentRow());
}

void GreetingsPage::setTokens(const QString &text)
{
    m_tokens->setText(text);
}

void GreetingsPage::show(int row)
{
    if (m_isSetting || row < 0)
        return;
    m_isSetting = true;
    m_text->setPlainText(m_all.value(row));
    m_isSetting = false;
    showFindings();
    Q_EMIT chosen();
}

void GreetingsPage::onEdited()
{
    const int row = m_list->currentRow();
    const QString text = editedText(m_all.value(row), m_text->toPlainText());
    if (m_isSetting || row < 0 || m_all.at(row) == text) // new colours are a change to the document too
        return;
    m_all[row] = text;
    fillList(row);
    tell(tr("Change Greeting"), u"greeting.%1"_s.arg(row));
}

void GreetingsPage::tell(const QString &what, const QString &field)
{
    Q_EMIT edited(m_all, m_alternates, what, field);
}

void GreetingsPage::addAlternate()
{
    m_all.insert(m_alternates + 1, QString());
    ++m_alternates;
    fillList(int(m_alternates));
    tell(tr("New Greeting"));
    m_text->setFocus(Qt::OtherFocusReason);
}

void GreetingsPage::addForGroups()
{
    m_all.append(QString());
    fillList(int(m_all.size()) - 1);
    tell(tr("New Greeting"));
    m_text->setFocus(Qt::OtherFocusReason);
}

void GreetingsPage::duplicate()
{
    const int row = m_list->currentRow();
    if (row < 0)
        return;
    m_all.insert(row + 1, m_all[row]);
    m_alternates += isForGroups(row) ? 0 : 1;
    fillList(row + 1);
    tell(tr("Duplicate Greeting"));
}

// The first message stays: without a text it is none.
void GreetingsPage::remove()
{
    const int row = m_list->currentRow();
    if (row < 0)
        return;
    if (row == 0 && m_alternates == 0) {
        m_all[0].clear();
    } else {
        m_alternates -= isForGroups(row) ? 0 : 1;
        m_all.removeAt(row);
    }
    fillList(row);
    tell(tr("Delete Greeting"));
}

void GreetingsPage::move(int by)
{
    const int row = m_list->currentRow();
    const int to = row + by;
    if (row < 0 || to < 0 || to >= m_all.size() || isForGroups(row) != isForGroups(to))
        return;
    m_all.swapItemsAt(row, to);
    fillList(to);
    tell(tr("Move Greeting"));
}

void GreetingsPage::moveUp()
{
    move(-1);
}

void GreetingsPage::moveDown()
{
    move(1);
}

bool GreetingsPage::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride && watched == m_text) {
        const auto *key = static_cast<QKeyEvent *>(event);
        if (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo)) {
            event->ignore(); // the document's, not the field's
            return true;
        }
    }
    if (event->type() == QEvent::KeyPress && watched == m_list) {
        const auto *key = static_cast<QKeyEvent *>(event);
        void (GreetingsPage::*act)() = nullptr;
        if (key->key() == Qt::Key_D && key->modifiers() == Qt::ControlModifier)
            act = &GreetingsPage::duplicate;
        else if (key->key() == Qt::Key_Insert && isPlain(*key))
            act = &GreetingsPage::addAlternate;
        else if (key->key() == Qt::Key_Delete && isPlain(*key))
            act = &GreetingsPage::remove;
        else if (key->key() == Qt::Key_Up && key->modifiers() == Qt::AltModifier)
            act = &GreetingsPage::moveUp;
        else if (key->key() == Qt::Key_Down && key->modifiers() == Qt::AltModifier)
            act = &GreetingsPage::moveDown;
        if (act) {
            (this->*act)();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace snug
