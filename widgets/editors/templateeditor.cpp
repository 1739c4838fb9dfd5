#include "widgets/editors/templateeditor.h"

#include "core/model/editedtext.h"
#include "widgets/editors/editorstatus.h"
#include "widgets/editors/templatepreview.h"
#include "widgets/editors/text/textinplace.h"
#include "widgets/editors/windowundo.h"
#include "widgets/theme/plainlabel.h"
#include "widgets/theme/wrappingrow.h"

#include <QAbstractItemView>
#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QInputDialog>
#include <QLineEdit>
#include <QMenu>
#include <QShortcut>
#include <QSplitter>
#include <QTabWidget>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace snug {

TemplateEditor::TemplateEditor(KSyntaxHighlighting::Repository *repository, QWidget *parent)
    : QWidget(parent, Qt::Window)
    , m_theme(Theme::light())
    , m_head(new DocumentHead(this))
    , m_status(new EditorStatus)
    , m_names(new QComboBox)
    , m_newMenu(new QMenu(this))
    , m_useMenu(new QMenu(this))
    , m_rename(m_head->addMore(tr("&Rename…"), QKeySequence(Qt::Key_F2)))
    , m_delete(m_head->addMore(tr("&Delete")))
    , m_tabs(new QTabWidget)
    , m_text(new TemplateTextEdit(repository))
    , m_systemPrompt(new TemplateTextEdit(repository))
    , m_strict(new QCheckBox(tr("St&rict: printing what is missing is an error")))
    , m_history(new QLineEdit)
    , m_preview(new TemplatePreview)
    , m_result(new PlainLabel)
{
    setObjectName(u"templateEditor"_s);
    resize(1180, 760);
    m_text->setAccessibleName(tr("Template"));
    m_systemPrompt->setAccessibleName(tr("System prompt"));
    m_tabs->addTab(m_text, tr("&Template"));
    m_tabs->addTab(m_systemPrompt, tr("System &Prompt"));
    m_tabs->setDocumentMode(true);
    m_result->setWordWrap(true);
    m_result->setContentsMargins(12, 6, 12, 8);

    auto *left = new QWidget;
    auto *column = new QVBoxLayout(left);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_tabs, 1);
    column->addWidget(makeOptions());
    auto *halves = new QSplitter;
    halves->addWidget(left);
    halves->addWidget(m_preview);
    halves->setStretchFactor(0, 3);
    halves->setStretchFactor(1, 2);
    halves->setChildrenCollapsible(false);
    halves->setSizes({680, 500});
    makeHead();
    auto *whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->setSpacing(0);
    whole->addWidget(m_head);
    whole->addWidget(m_status);
    whole->addWidget(halves, 1);
    whole->addWidget(m_result);
    connectFields();
    new WindowUndo(this);
    setState({}, {}, false);
}

// The texts say that they change while they go.
TemplateEditor::~TemplateEditor()
{
    m_text->disconnect(this);
    m_systemPrompt->disconnect(this);
}

void TemplateEditor::makeHead()
{
    m_names->setObjectName(u"templates"_s);
    m_names->setAccessibleName(tr("Template to edit"));
    m_names->view()->setAccessibleName(m_names->accessibleName());
    auto *use = new QToolButton;
    use->setText(tr("&Use"));
    use->setToolTip(tr("Where this template is in effect"));
    use->setFocusPolicy(Qt::StrongFocus);
    use->setPopupMode(QToolButton::InstantPopup);
    use->setMenu(m_useMenu);
    m_head->setName(m_names);
    m_head->trailing()->addWidget(use);
    m_head->newAction()->setText(tr("&New Template"));
    m_head->setNewMenu(m_newMenu);
    m_head->duplicateAction()->setText(tr("D&uplicate Template"));
    connect(m_names, &QComboBox::activated, this,
            [this](int row) { Q_EMIT templateChosen(m_names->itemData(row).toString(), false, 0); });
    connect(m_useMenu, &QMenu::aboutToShow, this, &TemplateEditor::fillUses);
    connect(m_rename, &QAction::triggered, this, &TemplateEditor::askForName);
    connect(m_delete, &QAction::triggered, this, [this] { Q_EMIT deleteRequested(m_current.name); });
    connect(new QShortcut(QKeySequence::Close, this), &QShortcut::activated, this, &QWidget::close);
}

void TemplateEditor::connectFields()
{
    connect(m_text, &QPlainTextEdit::textChanged, this,
            [this] { onEdited(tr("Change Template", "what was done"), u"text"_s); });
    connect(m_systemPrompt, &QPlainTextEdit::textChanged, this,
            [this] { onEdited(tr("Change System Prompt", "what was done"), u"systemPrompt"_s); });
    connect(m_strict, &QCheckBox::toggled, this,
            [this] { onEdited(tr("Change Strictness", "what was done"), {}); });
    connect(m_history, &QLineEdit::textChanged, this,
            [this] { onEdited(tr("Change History", "what was done"), u"history"_s); });
    connect(m_preview, &TemplatePreview::sourceChosen, this,
            [this](const Source &source, qsizetype position) {
                goTo(source);
                Q_EMIT sourceChosen(source, position);
            });
}

QWidget *TemplateEditor::makeOptions()
{
    auto *options = new QWidget;
    auto *label = new PlainLabel(tr("&History while"));
    label->setBuddy(m_history);
    m_history->setPlaceholderText(u"chars < 4000 || count < 20"_s);
    m_history->setToolTip(
        tr("How much of the chat the template is given, tested from the newest message back: "
           "chars, count, age_h, age_m"));
    auto *row = new WrappingRow(8, options);
    row->setContentsMargins(12, 6, 12, 6);
    row->addWidget(label);
    row->addWidget(m_history);
    row->addWidget(m_strict);
    return options;
}

void TemplateEditor::setTheme(const Theme &theme)
{
    m_theme = theme;
    m_head->setTheme(theme);
    m_status->setTheme(theme);
    m_text->setTheme(theme);
    m_systemPrompt->setTheme(theme);
    m_preview->setTheme(theme);
    m_result->setFont(theme.smallFont());
    applyResultColour();
}

void TemplateEditor::setVariables(const QList<TemplateWord> &variables)
{
    m_text->setVariables(variables);
    m_systemPrompt->setVariables(variables);
}

void TemplateEditor::setBeginnings(const QList<Beginning> &beginnings)
{
    m_newMenu->clear();
    m_newMenu->setToolTipsVisible(true);
    for (const Beginning &each : beginnings) {
        PromptTemplate value = each.value;
        value.name = each.name;
        QAction *action =
            m_newMenu->addAction(each.name, this, [this, value] { Q_EMIT newRequested(value); });
        action->setToolTip(each.purpose);
    }
}

void TemplateEditor::setNames(const QStringList &names, const QSet<QString> &edited)
{
    m_names->clear();
    for (const QString &name : names) {
        //: %1 is a template's name; the dot says that it is not saved
        m_names->addItem(edited.contains(name) ? tr("%1 •").arg(name) : name, name);
    }
    m_names->setCurrentIndex(m_names->findData(m_current.name));
}

void TemplateEditor::setState(const PromptTemplate &value, const DocumentState &state, bool isStored)
{
    m_isFilling = true;
    const bool isOther = m_current.name != value.name;
    m_current = value;
    m_isStored = isStored;
    for (const auto &[edit, text] :
         {std::pair(m_text, value.text), std::pair(m_systemPrompt, value.systemPrompt)}) {
        if (isOther && edit->toPlainText() != shownText(text))
            edit->setPlainText(text); // from its beginning
        else
            setTextInPlace(edit, text);
    }
    m_strict->setChecked(value.isStrict);
    if (m_history->text().trimmed() != value.historyRule)
        m_history->setText(value.historyRule);
    m_isFilling = false;
    m_head->setState(state);
    for (QAction *action : {m_rename, m_delete})
        action->setEnabled(!value.name.isEmpty());
    setWindowTitle(value.name.isEmpty() ? tr("Prompt Templates[*]")
                                        : tr("%1[*] – Prompt Template").arg(value.name));
    setWindowModified(state.isEdited);
    if (!isOther)
        return;
    m_names->setCurrentIndex(m_names->findData(value.name));
    for (TemplateTextEdit *text : {m_text, m_systemPrompt})
        text->setErrorLine(0);
}

void TemplateEditor::setEffect(const Effect &effect)
{
    m_effect = effect;
}

void TemplateEditor::showPlace(bool systemPrompt, int line)
{
    m_tabs->setCurrentIndex(systemPrompt ? 1 : 0);
    if (line > 0)
        (systemPrompt ? m_systemPrompt : m_text)->goToLine(line);
}

// What stands in the fields.
void TemplateEditor::onEdited(const QString &label, const QString &field)
{
    if (m_isFilling)
        return;
    const PromptTemplate before = m_current;
    m_current.text = editedText(m_current.text, m_text->toPlainText());
    m_current.systemPrompt = editedText(m_current.systemPrompt, m_systemPrompt->toPlainText());
    m_current.isStrict = m_strict->isChecked();
    m_current.historyRule = m_history->text().trimmed();
    if (m_current != before)
        Q_EMIT edited(m_current, label, field);
}

void TemplateEditor::fillUses()
{
    m_useMenu->clear();
    const QString name = m_current.name;
    const auto add = [&](const QString &text, Use use, const QString &chosen, bool isPossible) {
        QAction *action = m_useMenu->addAction(text);
        action->setCheckable(true);
        action->setChecked(!name.isEmpty() && chosen == name);
        action->setEnabled(isPossible && m_isStored);
        connect(action, &QAction::triggered, this,
                [this, use, name](bool on) { Q_EMIT useRequested(use, on ? name : QString()); });
    };
    add(tr("For the Whole &Library"), Use::Library, m_effect.library, true);
    add(m_effect.characterName.isEmpty() ? tr("For the &Character")
                                         : tr("For %1").arg(m_effect.characterName),
        Use::Character, m_effect.character, !m_effect.characterName.isEmpty());
    add(tr("For This C&hat"), Use::Chat, m_effect.chat, m_effect.hasChat);
    if (!m_isStored)
        m_useMenu->addAction(tr("Save it first"))->setEnabled(false);
}

void TemplateEditor::askForName()
{
    auto *dialog = new QInputDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Rename “%1”").arg(m_current.name));
    dialog->setLabelText(tr("Name:"));
    dialog->setTextValue(m_current.name);
    connect(dialog, &QInputDialog::textValueSelected, this,
            [this, name = m_current.name](const QString &text) {
                const QString to = text.simplified();
                if (!to.isEmpty() && to != name)
                    Q_EMIT renameRequested(name, to);
            });
    dialog->open();
}

void TemplateEditor::tellResult(const QString &text, bool isProblem)
{
    m_isProblem = isProblem;
    m_result->setText(text);
    applyResultColour();
}

void TemplateEditor::applyResultColour()
{
    QPalette palette = m_theme.palette();
    palette.setColor(QPalette::WindowText, m_isProblem ? m_theme.error : m_theme.textDim);
    m_result->setPalette(palette);
}

void TemplateEditor::setPreview(const AssembledPrompt &prompt)
{
    for (TemplateTextEdit *text : {m_text, m_systemPrompt})
        text->setErrorLine(0);
    if (prompt.failure) {
        const PromptFailure &failure = *prompt.failure;
        const QString words = failure.error.line();
        if (failure.templateName == m_current.name)
            (failure.isSystemPrompt ? m_systemPrompt : m_text)->setErrorLine(failure.line, words);
        m_preview->clearMessages(tr("No messages: the template fails."));
        tellResult(words, true);
        return;
    }
    m_preview->setMessages(prompt.messages, prompt.budget);
    const QString sign = prompt.budget.kind == CountKind::Exact ? QString() : u"~"_s;
    //: %1 is a number of tokens with the unit
    tellResult(tr("%n message(s), %1", nullptr, int(prompt.messages.size()))
                   .arg(sign + tr("%n token(s)", nullptr, prompt.budget.used)),
               false);
}

// The line of the template that wrote it, if that is the one here.
void TemplateEditor::goTo(const Source &source)
{
    for (Source link = source; link.kind() != SourceKind::Unknown; link = link.parent()) {
        if (link.family() != SourceFamily::Template)
            continue;
        const qsizetype colon = link.id().lastIndexOf(u':');
        const QString name = link.id().first(std::max<qsizetype>(0, colon));
        const int line = QStringView(link.id()).sliced(colon + 1).toInt();
        const bool isSystemPrompt = link.kind() == SourceKind::TemplateSystem;
        if (line > 0 && name == m_current.name)
            showPlace(isSystemPrompt, line);
        else if (line > 0)
            Q_EMIT templateChosen(name, isSystemPrompt, line);
        return;
    }
}

} // namespace snug
