#include "widgets/inspector/memorypane.h"

#include "widgets/inspector/promptlist.h"
#include "widgets/inspector/promptpane.h"
#include "widgets/inspector/wirepane.h"
#include "widgets/theme/plainlabel.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTabWidget>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

PlainLabel *wrapped(QWidget *parent)
{
    auto *label = new PlainLabel(parent);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

QPlainTextEdit *textField(const QString &name)
{
    auto *field = new QPlainTextEdit;
    field->setAccessibleName(name);
    field->setTabChangesFocus(true);
    return field;
}

// One keyword a line or between commas.
QStringList keywordsIn(const QString &text)
{
    QStringList words;
    for (const QString &line : text.split(u'\n')) {
        for (const QString &word : line.split(u',')) {
            if (const QString trimmed = word.trimmed(); !trimmed.isEmpty())
                words.append(trimmed);
        }
    }
    return words;
}

} // namespace

MemoryPane::MemoryPane(Kind kind, QWidget *parent)
    : QWidget(parent)
    , m_kind(kind)
    , m_headline(wrapped(this))
    , m_note(wrapped(this))
    , m_warning(wrapped(this))
    , m_choices(makeChoices())
    , m_tabs(new QTabWidget(this))
    , m_prompt(new PromptPane)
    , m_wire(new WirePane)
    , m_answer(textField(tr("Answer")))
    , m_form(makeForm())
    , m_blank(new QWidget(this))
{
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(m_prompt, tr("Request"));
    m_tabs->addTab(m_wire, tr("Wire"));
    m_tabs->addTab(m_answer, tr("Answer"));
    m_tabs->addTab(m_form, kind == Kind::Memory ? tr("Memory") : tr("Side Prompt"));
    m_prompt->hideMode();
    auto *head = new QVBoxLayout;
    head->setContentsMargins(12, 10, 12, 6);
    head->setSpacing(5);
    for (QWidget *widget : std::initializer_list<QWidget *>{m_headline, m_note, m_warning, m_choices})
        head->addWidget(widget);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(head);
    column->addWidget(m_tabs, 1);
    column->addWidget(m_blank, 1);
    column->addWidget(makeButtons());
    connect(m_prompt, &PromptPane::sourceRequested, this, &MemoryPane::sourceRequested);
    connect(m_prompt, &PromptPane::copied, this, &MemoryPane::copied);
    connect(m_wire, &WirePane::copied, this, &MemoryPane::copied);
    setTheme(Theme::light());
    showNothing();
}

QWidget *MemoryPane::makeChoices()
{
    auto *choices = new QWidget(this);
    m_profile = new QComboBox(choices);
    m_profile->setAccessibleName(tr("Memory profile"));
    m_profile->setToolTip(tr("Connection, instructions and entry settings"));
    m_previous = new QSpinBox(choices);
    m_previous->setRange(0, 7);
    m_previous->setAccessibleName(tr("Previous memories"));
    m_previous->setToolTip(tr("How many earlier memories are sent along, not to be summarised again"));
    auto *row = new QHBoxLayout(choices);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(6);
    row->addWidget(m_profile, 1);
    row->addWidget(new PlainLabel(tr("Previous memories")));
    row->addWidget(m_previous);
    connect(m_profile, &QComboBox::activated, this, &MemoryPane::profileChosen);
    connect(m_previous, &QSpinBox::valueChanged, this, &MemoryPane::previousMemoriesChosen);
    return choices;
}

QWidget *MemoryPane::makeForm()
{
    auto *form = new QWidget;
    m_title = new QLineEdit;
    m_title->setObjectName(u"title"_s);
    m_title->setAccessibleName(tr("Title"));
    m_content = textField(tr("Content"));
    m_content->setObjectName(u"content"_s);
    m_keywords = textField(tr("Keywords"));
    m_keywords->setMaximumHeight(96);
    m_keywords->setPlaceholderText(tr("Separated by commas"));
    auto *layout = new QFormLayout(form);
    layout->setRowWrapPolicy(QFormLayout::WrapAllRows);
    layout->setContentsMargins(12, 8, 12, 8);
    layout->addRow(tr("Title"), m_title);
    layout->addRow(tr("Content"), m_content);
    layout->addRow(tr("Keywords"), m_keywords);
    for (QWidget *field : std::initializer_list<QWidget *>{m_title, m_keywords})
        layout->setRowVisible(field, m_kind == Kind::Memory);
    return form;
}

QWidget *MemoryPane::makeButtons()
{
    auto *bar = new QWidget(this);
    auto *row = new QHBoxLayout(bar);
    row->setContentsMargins(12, 6, 12, 8);
    row->setSpacing(6);
    const auto add = [&](const QString &text, auto act) {
        auto *button = new QPushButton(text, bar);
        connect(button, &QPushButton::clicked, this, act);
        return button;
    };
    m_discard = add(tr("Discard"), [this] { Q_EMIT discardRequested(); });
    m_again = add(tr("Ask Again"), [this] { Q_EMIT againRequested(); });
    m_byHand = add(tr("Write by Hand"), [this] { Q_EMIT byHandRequested(); });
    m_repair = add(tr("Use Repaired"), [this] { Q_EMIT repairRequested(answer()); });
    m_repair->setToolTip(tr("Show what the answer was probably meant to be"));
    m_read = add(tr("Read Again"), [this] { Q_EMIT readRequested(answer()); });
    m_read->setToolTip(tr("Read the answer once more, with your corrections"));
    m_stop = add(tr("Stop"), [this] { Q_EMIT stopRequested(); });
    m_keep = add(m_kind == Kind::Memory ? tr("Keep Memory") : tr("Keep"),
                 [this] { Q_EMIT keepRequested(draft()); });
    m_send = add(tr("Send"), [this] { Q_EMIT sendRequested(); });
    row->addWidget(m_discard);
    row->addStretch();
    for (QPushButton *button : {m_byHand, m_again, m_repair, m_read, m_stop, m_keep, m_send})
        row->addWidget(button);
    return bar;
}

void MemoryPane::setTheme(const Theme &theme)
{
    m_theme = theme;
    setAutoFillBackground(true);
    QFont bold = theme.interfaceFont();
    bold.setWeight(QFont::DemiBold);
    m_headline->setFont(bold);
    m_note->setFont(theme.smallFont());
    m_warning->setFont(theme.smallFont());
    QPalette warning = theme.palette();
    warning.setColor(QPalette::WindowText, theme.readable(theme.warning, theme.pane));
    m_warning->setPalette(warning);
    setNote(m_note->text(),
            m_state == State::Failure ? theme.readable(theme.error, theme.pane) : theme.textDim);
    m_answer->setFont(theme.codeFont());
    for (QPlainTextEdit *field : {m_answer, m_content, m_keywords})
        field->setPalette(theme.palette());
    m_prompt->setTheme(theme);
    m_wire->setTheme(theme);
}

void MemoryPane::setNote(const QString &text, const QColor &colour)
{
    QPalette palette = m_theme.palette();
    palette.setColor(QPalette::WindowText, colour);
    m_note->setPalette(palette);
    m_note->setText(text);
    m_note->setVisible(!text.isEmpty());
}

bool MemoryPane::isForUser() const
{
    return m_state == State::Request || m_state == State::Memory || m_state == State::Failure;
}

QString MemoryPane::headline() const
{
    return m_headline->text();
}

void MemoryPane::setState(State state)
{
    m_state = state;
    using enum State;
    const bool isMemory = m_kind == Kind::Memory;
    const bool hasRequest = state != Nothing && state != Preparing;
    m_choices->setVisible(state == Request);
    m_tabs->setVisible(hasRequest);
    m_blank->setVisible(!hasRequest);
    m_tabs->setTabVisible(m_tabs->indexOf(m_answer),
                          state == Running || ((state == Memory || state == Failure) && isMemory));
    m_tabs->setTabVisible(m_tabs->indexOf(m_form), state == Memory);
    m_answer->setReadOnly(state != Failure);
    m_send->setVisible(state == Request);
    m_stop->setVisible(state == Running);
    m_keep->setVisible(state == Memory);
    m_read->setVisible(state == Failure && isMemory);
    m_repair->setVisible(state == Failure && isMemory);
    m_byHand->setVisible(state == Request);
    m_again->setVisible(state == Failure || state == Memory);
    m_discard->setVisible(state != Nothing);
    if (state != Request)
        m_warning->hide();
    Q_EMIT stateChanged();
}

void MemoryPane::showNothing()
{
    m_headline->setText(tr("Memories"));
    setNote(tr("Mark where a scene starts and ends with Ctrl+[ and Ctrl+] or a message's menu, then make a "
               "memory of "
               "it. Its request is shown here before it is sent."),
            m_theme.textDim);
    setState(State::Nothing);
}

void MemoryPane::showPreparing(const QString &headline)
{
    m_headline->setText(headline);
    setNote(tr("Preparing…"), m_theme.textDim);
    setState(State::Preparing);
}

void MemoryPane::fill(const MemoryRequestShown &shown)
{
    m_headline->setText(shown.headline);
    setNote(shown.note, m_theme.textDim);
    {
        const QSignalBlocker quietProfile(m_profile);
        const QSignalBlocker quietPrevious(m_previous);
        m_profile->clear();
        m_profile->addItems(shown.profiles);
        m_profile->setCurrentIndex(shown.profile);
        m_previous->setValue(shown.previousMemories);
    }
    m_prompt->setPrompt(shown.prompt, PromptMode::Auto);
    if (m_prompt->list()->model()->rowCount() == 1 && m_prompt->list()->isFolded(0))
        m_prompt->list()->toggleFold(0);
    m_wire->setRequest(shown.request);
}

void MemoryPane::showRequest(const MemoryRequestShown &shown)
{
    fill(shown);
    setState(State::Request);
    m_warning->setText(shown.warning);
    m_warning->setVisible(!shown.warning.isEmpty());
    m_send->setText(shown.warning.isEmpty() ? tr("Send") : tr("Send Anyway"));
    m_send->setEnabled(shown.canSend);
    m_tabs->setCurrentWidget(m_prompt);
}

void MemoryPane::showSent(const MemoryRequestShown &shown)
{
    fill(shown);
    m_answer->clear();
    setState(State::Running);
    m_tabs->setCurrentWidget(m_answer);
}

void MemoryPane::showRunning(const QString &answer, const QString &note)
{
    setNote(note, m_theme.textDim);
    if (m_state != State::Running) {
        m_answer->clear();
        setState(State::Running);
        m_tabs->setCurrentWidget(m_answer);
    }
    m_answer->setPlainText(answer);
    m_answer->moveCursor(QTextCursor::End);
}

void MemoryPane::showMemory(const MemoryDraft &draft, const QString &note)
{
    setNote(note, m_theme.textDim);
    m_title->setText(draft.title);
    m_content->setPlainText(draft.content);
    m_keywords->setPlainText(draft.keywords.join(u", "_s));
    setState(State::Memory);
    m_tabs->setCurrentWidget(m_form);
    if (const QWidget *focus = window()->focusWidget(); focus && isAncestorOf(focus))
        m_content->setFocus(); // never from where the user is writing
}

void MemoryPane::showFailure(const MemoryFailureShown &failure)
{
    setNote(failure.code.isEmpty() ? failure.text : QString(failure.text + u" ("_s + failure.code + u')'),
            m_theme.readable(m_theme.error, m_theme.pane));
    m_note->setToolTip(failure.details);
    m_answer->setPlainText(failure.answer);
    setState(State::Failure);
    m_read->setEnabled(!failure.answer.isEmpty());
    m_repair->setVisible(failure.canRepair);
    m_tabs->setCurrentWidget(m_kind == Kind::Memory ? static_cast<QWidget *>(m_answer) : m_prompt);
}

MemoryDraft MemoryPane::draft() const
{
    return {m_title->text().trimmed(), m_content->toPlainText().trimmed(),
            keywordsIn(m_keywords->toPlainText())};
}

QString MemoryPane::answer() const
{
    return m_answer->toPlainText();
}

} // namespace snug
