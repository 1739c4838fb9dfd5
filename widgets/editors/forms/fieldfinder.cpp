#include "widgets/editors/forms/fieldfinder.h"

#include "widgets/editors/forms/foldingsection.h"

#include <QAbstractSpinBox>
#include <QCheckBox>
#include <QComboBox>
#include <QHash>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QStackedWidget>
#include <QTabWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr qsizetype MostRows = 6;

const QHash<QString, QStringList> &wordsByName()
{
    static const QHash<QString, QStringList> words{
        {u"openai_max_context"_s, {u"Context Size (tokens)"_s}},
        {u"openai_max_tokens"_s, {u"Max Response Length (tokens)"_s}},
        {u"stream_openai"_s, {u"Streaming"_s}},
        {u"squash_system_messages"_s, {u"Squash system messages"_s}},
        {u"blockPlace"_s, {u"In-Chat"_s, u"Relative"_s}},
        {u"blockTriggers"_s, {u"Triggers"_s}},
        {u"new_chat_prompt"_s, {u"New Chat"_s}},
        {u"group_nudge_prompt"_s, {u"Group Nudge Prompt Template"_s}},
        {u"new_example_chat_prompt"_s, {u"New Example Chat"_s}},
        {u"impersonation_prompt"_s, {u"Impersonation prompt"_s}},
        {u"send_if_empty"_s, {u"Replace empty message"_s}},
        {u"wi_format"_s, {u"World Info format template"_s}},
        {u"scenario_format"_s, {u"Scenario format template"_s}},
        {u"personality_format"_s, {u"Personality format template"_s}},
        {u"assistant_prefill"_s, {u"Assistant Prefill"_s, u"Claude prefill"_s}},
        {u"assistant_impersonation"_s, {u"Assistant Impersonation Prefill"_s}},
        {u"scriptName"_s, {u"Script Name"_s}},
        {u"scriptFind"_s, {u"Find Regex"_s}},
        {u"scriptReplacement"_s, {u"Replace With"_s}},
        {u"scriptTrim"_s, {u"Trim Out"_s}},
        {u"scriptWhere"_s, {u"Ephemerality"_s, u"Alter Chat Display"_s, u"Alter Outgoing Prompt"_s}},
        {u"scriptPlace1"_s, {u"Affects: User Input"_s}},
        {u"scriptPlace2"_s, {u"Affects: AI Output"_s}},
        {u"scriptPlace3"_s, {u"Affects: Slash Commands"_s}},
        {u"scriptPlace5"_s, {u"Affects: World Info"_s}},
        {u"scriptPlace6"_s, {u"Affects: Reasoning"_s}},
        {u"scriptMacros"_s, {u"Macros in Find Regex"_s}},
        {u"scriptMinDepth"_s, {u"Min Depth"_s}},
        {u"scriptMaxDepth"_s, {u"Max Depth"_s}},
        {u"scriptOnEdit"_s, {u"Run On Edit"_s}}};
    return words;
}

} // namespace

QStringList fieldsWithOtherWords()
{
    return wordsByName().keys();
}

namespace {

bool isField(const QWidget *widget)
{
    if (qobject_cast<const QLineEdit *>(widget))
        return !qobject_cast<const QAbstractSpinBox *>(widget->parentWidget()) &&
               !qobject_cast<const QComboBox *>(widget->parentWidget());
    const bool isMenu =
        qobject_cast<const QToolButton *>(widget) && wordsByName().contains(widget->objectName());
    return isMenu || qobject_cast<const QPlainTextEdit *>(widget) ||
           qobject_cast<const QAbstractSpinBox *>(widget) || qobject_cast<const QComboBox *>(widget) ||
           qobject_cast<const QCheckBox *>(widget);
}

QString nameOf(const QWidget *field)
{
    const auto *box = qobject_cast<const QCheckBox *>(field);
    const QString name = field->accessibleName().isEmpty() && box ? box->text() : field->accessibleName();
    return QString(name).remove(u'&');
}

QStringList wordsOf(const QWidget *field)
{
    return field->property("otherWords").toStringList() + wordsByName().value(field->objectName());
}

} // namespace

FieldFinder::FieldFinder(QWidget *parent)
    : QFrame(parent)
    , m_line(new QLineEdit)
    , m_list(new QListWidget)
{
    setObjectName(u"fieldFinder"_s);
    m_line->setObjectName(u"fieldWords"_s);
    m_line->setPlaceholderText(tr("Find a field by its name here or in SillyTavern"));
    m_line->setAccessibleName(m_line->placeholderText());
    m_list->setObjectName(u"fieldsFound"_s);
    m_list->setAccessibleName(tr("Fields found"));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 4, 0, 0);
    column->setSpacing(2);
    column->addWidget(m_line);
    column->addWidget(m_list);
    connect(m_line, &QLineEdit::textChanged, this, &FieldFinder::look);
    connect(m_line, &QLineEdit::returnPressed, this, [this] { choose(std::max(0, m_list->currentRow())); });
    connect(m_list, &QListWidget::itemClicked, this,
            [this](QListWidgetItem *item) { choose(m_list->row(item)); });
    for (QWidget *widget : {static_cast<QWidget *>(m_line), static_cast<QWidget *>(m_list)})
        widget->installEventFilter(this);
    m_line->hide();
    hide();
}

void FieldFinder::follow(QLineEdit *line)
{
    m_followed = line;
    line->installEventFilter(this);
    connect(line, &QLineEdit::textChanged, this, &FieldFinder::look);
}

void FieldFinder::open()
{
    m_line->show();
    m_line->clear();
    m_list->hide();
    show();
    m_line->setFocus(Qt::ShortcutFocusReason);
}

void FieldFinder::close()
{
    m_found.clear();
    m_list->hide();
    m_line->hide();
    hide();
}

// Its name first, then others' words for it, then what it means.
QList<FieldFinder::Field> FieldFinder::matching(const QString &text) const
{
    QList<Field> found;
    const QString wanted = text.simplified();
    if (wanted.size() < 2)
        return found;
    const QStringList parts = wanted.split(u' ');
    for (const QWidget *form : m_forms) {
        const auto widgets = form->findChildren<QWidget *>();
        for (QWidget *widget : widgets) {
            if (!isField(widget) || nameOf(widget).isEmpty())
                continue;
            Field field{widget, nameOf(widget)};
            const QStringList words = wordsOf(widget);
            const auto word = std::ranges::find_if(
                words, [&](const QString &each) { return each.contains(wanted, Qt::CaseInsensitive); });
            const QString all = field.name + u' ' + words.join(u' ') + u' ' + widget->accessibleDescription();
            const bool hasAll = std::ranges::all_of(
                parts, [&](const QString &part) { return all.contains(part, Qt::CaseInsensitive); });
            if (field.name.contains(wanted, Qt::CaseInsensitive))
                field.rank = 0;
            else if (word != words.cend())
                field.rank = 1;
            else if (hasAll)
                field.rank = 2;
            else
                continue;
            if (field.rank == 1)
                field.word = *word;
            found.append(field);
        }
    }
    std::ranges::stable_sort(found, {}, &Field::rank);
    return found.first(std::min(found.size(), MostRows));
}

void FieldFinder::look(const QString &text)
{
    m_found = matching(text);
    m_list->clear();
    for (const Field &field : std::as_const(m_found)) {
        //: %1 is a field of the form, %2 what SillyTavern calls it
        QString row = field.word.isEmpty() ? field.name : tr("%1 (%2)").arg(field.name, field.word);
        // A page that was never shown leaves its fields hidden, too.
        const bool isHidden =
            field.control->isHidden() && field.control->testAttribute(Qt::WA_WState_ExplicitShowHide);
        const bool isUsed = !isHidden && field.control->isEnabledTo(nullptr);
        if (!isUsed)
            //: %1 is a field of the form
            row = tr("%1 – not used as it is set").arg(row);
        auto *item = new QListWidgetItem(tr("Field: %1").arg(row), m_list);
        if (!isUsed)
            item->setFlags(Qt::NoItemFlags);
    }
    m_list->setFixedHeight(int(m_found.size()) * std::max(1, m_list->sizeHintForRow(0)) + 4);
    m_list->setVisible(!m_found.isEmpty());
    setVisible(m_line->isVisibleTo(this) || !m_found.isEmpty());
}

void FieldFinder::choose(int row)
{
    if (row < 0 || row >= m_found.size() || m_list->item(row)->flags() == Qt::NoItemFlags)
        return;
    const QPointer<QWidget> field = m_found.at(row).control;
    close();
    if (!field)
        return;
    Q_EMIT aboutToShow(field);
    revealField(field);
}

// From the line down into the list, back up again, and out.
bool FieldFinder::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() != QEvent::KeyPress)
        return QFrame::eventFilter(watched, event);
    const int key = static_cast<QKeyEvent *>(event)->key();
    const bool isInList = watched == m_list;
    if (isInList && (key == Qt::Key_Return || key == Qt::Key_Enter)) {
        choose(m_list->currentRow());
        return true;
    }
    if (!isInList && key == Qt::Key_Down && m_list->isVisible()) {
        m_list->setCurrentRow(0);
        m_list->setFocus(Qt::OtherFocusReason);
        return true;
    }
    if (isInList && key == Qt::Key_Up && m_list->currentRow() <= 0) {
        (m_line->isVisible() ? m_line : m_followed)->setFocus(Qt::OtherFocusReason);
        return true;
    }
    if (key == Qt::Key_Escape && isVisible() && watched != m_followed) {
        close();
        if (m_followed)
            m_followed->setFocus(Qt::OtherFocusReason);
        return true;
    }
    return QFrame::eventFilter(watched, event);
}

void revealField(QWidget *field)
{
    QWidget *below = field;
    for (QWidget *above = field->parentWidget(); above; above = above->parentWidget()) {
        if (auto *tabs = qobject_cast<QTabWidget *>(above)) {
            for (int page = 0; page < tabs->count(); ++page) {
                if (tabs->widget(page) == field || tabs->widget(page)->isAncestorOf(field))
                    tabs->setCurrentIndex(page);
            }
        } else if (auto *stack = qobject_cast<QStackedWidget *>(above); stack && stack->indexOf(below) >= 0) {
            stack->setCurrentWidget(below);
        } else if (auto *section = qobject_cast<FoldingSection *>(above)) {
            section->setOpen(true);
        }
        below = above;
    }
    for (QWidget *above = field->parentWidget(); above; above = above->parentWidget()) {
        if (auto *scroll = qobject_cast<QScrollArea *>(above))
            scroll->ensureWidgetVisible(field);
    }
    field->setFocus(Qt::ShortcutFocusReason);
}

} // namespace snug
