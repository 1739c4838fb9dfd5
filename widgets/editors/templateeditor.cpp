#include "widgets/editors/templateeditor.h"

#include "widgets/editors/templatepreview.h"
#include "widgets/theme/plainlabel.h"
#include "widgets/theme/plainmessagebox.h"

#include <QCheckBox>
#include <QCloseEvent>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QLocale>
#include <QMenu>
#include <QPushButton>
#include <QShortcut>
#include <QSplitter>
#include <QTabWidget>

using namespace Qt::StringLiterals;

namespace snug {

TemplateEditor::TemplateEditor(KSyntaxHighlighting::Repository *repository, QWidget *parent)
    : QWidget(parent, Qt::Window)
    , m_theme(Theme::light())
    , m_names(new QComboBox)
    , m_newMenu(new QMenu(this))
    , m_useMenu(new QMenu(this))
    , m_moreMenu(new QMenu(this))
    , m_save(new QPushButton(tr("&Save")))
    , m_tabs(new QTabWidget)
    , m_text(new TemplateTextEdit(repository))
    , m_systemPrompt(new TemplateTextEdit(repository))
    , m_strict(new QCheckBox(tr("St&rict: printing what is missing is an error")))
    , m_history(new QLineEdit)
    , m_preview(new TemplatePreview)
    , m_status(new PlainLabel)
    , m_offerBar(makeOfferBar())
{
    setObjectName(u"templateEditor"_s);
    resize(1180, 760);
    m_text->setAccessibleName(tr("Template"));
    m_systemPrompt->setAccessibleName(tr("System prompt"));
    m_tabs->addTab(m_text, tr("&Template"));
    m_tabs->addTab(m_systemPrompt, tr("System &Prompt"));
    m_tabs->setDocumentMode(true);
    m_status->setWordWrap(true);
    m_status->setContentsMargins(12, 6, 12, 8);

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
    auto *whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->setSpacing(0);
    whole->addWidget(makeHead());
    whole->addWidget(halves, 1);
    whole->addWidget(m_offerBar);
    whole->addWidget(m_status);

    for (TemplateTextEdit *text : {m_text, m_systemPrompt})
        connect(text, &QPlainTextEdit::textChanged, this, &TemplateEditor::take);
    connect(m_strict, &QCheckBox::toggled, this, &TemplateEditor::take);
    connect(m_history, &QLineEdit::textChanged, this, &TemplateEditor::take);
    connect(m_names, &QComboBox::activated, this,
            [this](int row) { open(m_names->itemData(row).toString()); });
    connect(m_save, &QPushButton::clicked, this, &TemplateEditor::save);
    connect(new QShortcut(QKeySequence::Save, this), &QShortcut::activated, this, &TemplateEditor::save);
    connect(m_preview, &TemplatePreview::sourceChosen, this,
            [this](const Source &source, qsizetype position) {
                goTo(source);
                Q_EMIT sourceChosen(source, position);
            });
    connect(m_useMenu, &QMenu::aboutToShow, this, &TemplateEditor::fillUses);
    connect(m_moreMenu, &QMenu::aboutToShow, this, &TemplateEditor::fillMore);
    fillMore();
    fill(PromptTemplate());
}

// The texts say that they change while they go.
TemplateEditor::~TemplateEditor()
{
    m_text->disconnect(this);
    m_systemPrompt->disconnect(this);
}

QWidget *TemplateEditor::makeHead()
{
    auto *head = new QWidget;
    m_names->setMinimumContentsLength(24);
    m_names->setAccessibleName(tr("Template to edit"));
    auto *fresh = new QPushButton(tr("&New"));
    fresh->setMenu(m_newMenu);
    auto *use = new QPushButton(tr("&Use"));
    use->setToolTip(tr("Where this template is in effect"));
    use->setMenu(m_useMenu);
    auto *row = new QHBoxLayout(head);
    row->setContentsMargins(12, 10, 12, 8);
    row->addWidget(m_names);
    row->addWidget(fresh);
    row->addWidget(m_save);
    row->addWidget(use);
    auto *more = new QPushButton(tr("&More"));
    more->setMenu(m_moreMenu);
    row->addWidget(more);
    row->addStretch(1);
    return head;
}

QWidget *TemplateEditor::makeOptions()
{
    auto *options = new QWidget;
    auto *label = new PlainLabel(tr("&History while"));
    label->setBuddy(m_history);
    m_history->setPlaceholderText(u"chars < 4000 || count < 20"_s);
    m_history->setToolTip(
        tr("How much of the chat the template is given, asked from the newest message back: "
           "chars, count, age_h, age_m"));
    auto *row = new QHBoxLayout(options);
    row->setContentsMargins(12, 6, 12, 6);
    row->addWidget(label);
    row->addWidget(m_history, 1);
    row->addSpacing(12);
    row->addWidget(m_strict);
    return options;
}

void TemplateEditor::setTheme(const Theme &theme)
{
    m_theme = theme;
    m_text->setTheme(theme);
    m_systemPrompt->setTheme(theme);
    m_preview->setTheme(theme);
    m_status->setFont(theme.smallFont());
    m_offerText->setFont(theme.smallFont());
    dressStatus();
}

void TemplateEditor::setVariables(const QList<TemplateWord> &variables)
{
    m_text->setVariables(variables);
    m_systemPrompt->setVariables(variables);
}

void TemplateEditor::setBeginnings(const QList<Beginning> &beginnings)
{
    m_beginnings = beginnings;
    m_newMenu->clear();
    m_newMenu->setToolTipsVisible(true);
    for (const Beginning &each : beginnings) {
        QAction *action = m_newMenu->addAction(each.name, this, [this, each] { begin(each); });
        action->setToolTip(each.purpose);
    }
}

void TemplateEditor::begin(const Beginning &beginning)
{
    PromptTemplate value = beginning.value;
    value.name = beginning.name;
    for (int number = 2; stored(value.name) || m_edited.contains(value.name); ++number)
        value.name = u"%1 %2"_s.arg(beginning.name).arg(number);
    m_edited.insert(value.name, value);
    fill(value);
}

const PromptTemplate *TemplateEditor::stored(const QString &name) const
{
    const auto found = std::ranges::find(m_templates, name, &PromptTemplate::name);
    return found == m_templates.end() ? nullptr : &*found;
}

bool TemplateEditor::isEdited(const QString &name) const
{
    return m_edited.contains(name);
}

QStringList TemplateEditor::unsaved() const
{
    QStringList names = m_edited.keys();
    names.sort();
    return names;
}

void TemplateEditor::setTemplates(const QList<PromptTemplate> &templates)
{
    const QList<PromptTemplate> before = std::exchange(m_templates, templates);
    for (const QString &name : unsaved()) {
        const auto was = std::ranges::find(before, name, &PromptTemplate::name);
        const PromptTemplate *is = stored(name);
        if (is && was != before.end() && *was != *is && *is != m_edited.value(name))
            offerTheirs(name);
    }
    if (!isEdited(m_current.name)) {
        if (const PromptTemplate *same = stored(m_current.name); same && *same != m_current)
            fill(*same);
        else if (!same && !m_templates.isEmpty())
            fill(m_templates.first());
    }
    renewNames();
}

void TemplateEditor::open(const QString &name, bool systemPrompt, int line)
{
    if (name != m_current.name) {
        if (const auto edited = m_edited.constFind(name); edited != m_edited.cend())
            fill(*edited);
        else if (const PromptTemplate *known = stored(name))
            fill(*known);
        else
            return renewNames();
    }
    m_tabs->setCurrentIndex(systemPrompt ? 1 : 0);
    if (line > 0)
        (systemPrompt ? m_systemPrompt : m_text)->goToLine(line);
}

void TemplateEditor::fill(const PromptTemplate &value)
{
    m_isFilling = true;
    m_current = value;
    if (m_text->toPlainText() != value.text)
        m_text->setPlainText(value.text);
    if (m_systemPrompt->toPlainText() != value.systemPrompt)
        m_systemPrompt->setPlainText(value.systemPrompt);
    m_strict->setChecked(value.isStrict);
    m_history->setText(value.historyRule);
    m_isFilling = false;
    for (TemplateTextEdit *text : {m_text, m_systemPrompt})
        text->setErrorLine(0);
    renewNames();
    Q_EMIT edited(m_current);
}

// What stands in the fields.
void TemplateEditor::take()
{
    if (m_isFilling)
        return;
    const PromptTemplate before = m_current;
    m_current.text = m_text->toPlainText();
    m_current.systemPrompt = m_systemPrompt->toPlainText();
    m_current.isStrict = m_strict->isChecked();
    m_current.historyRule = m_history->text().trimmed();
    if (m_current == before)
        return;
    if (m_current.name.isEmpty())
        m_current.name = tr("Untitled");
    const PromptTemplate *same = stored(m_current.name);
    const bool wasEdited = isEdited(m_current.name);
    if (same && *same == m_current)
        m_edited.remove(m_current.name);
    else
        m_edited.insert(m_current.name, m_current);
    if (wasEdited != isEdited(m_current.name) || before.name != m_current.name)
        renewNames();
    Q_EMIT edited(m_current);
}

void TemplateEditor::renewNames()
{
    m_names->clear();
    QStringList names;
    for (const PromptTemplate &each : std::as_const(m_templates))
        names.append(each.name);
    for (const QString &name : unsaved()) {
        if (!names.contains(name))
            names.append(name);
    }
    for (const QString &name : std::as_const(names)) {
        //: %1 is a template's name; the dot says that it is not saved
        m_names->addItem(isEdited(name) ? tr("%1 •").arg(name) : name, name);
        if (name == m_current.name)
            m_names->setCurrentIndex(m_names->count() - 1);
    }
    setWindowTitle(m_current.name.isEmpty() ? tr("Templates") : tr("%1[*] – Template").arg(m_current.name));
    setWindowModified(isEdited(m_current.name));
    m_save->setEnabled(isEdited(m_current.name));
}

void TemplateEditor::save()
{
    if (!isEdited(m_current.name))
        return;
    if (stored(m_current.name))
        Q_EMIT saveRequested(m_current);
    else
        Q_EMIT createRequested(m_current);
}

void TemplateEditor::setSaved(const QString &name, const PromptTemplate &value)
{
    const bool isCurrent = m_current.name == name;
    const PromptTemplate now = isCurrent ? m_current : m_edited.value(name, value);
    PromptTemplate asSaved = now;
    asSaved.name = value.name;
    m_edited.remove(name);
    if (m_offerFor == name)
        withdrawOffer();
    if (asSaved.text != value.text || asSaved.systemPrompt != value.systemPrompt ||
        asSaved.isStrict != value.isStrict || asSaved.historyRule != value.historyRule)
        m_edited.insert(value.name, asSaved); // written on meanwhile
    if (stored(value.name))
        *std::ranges::find(m_templates, value.name, &PromptTemplate::name) = value;
    else
        m_templates.append(value);
    if (isCurrent)
        m_current = asSaved;
    renewNames();
    showProblem({});
}

void TemplateEditor::setEffect(const Effect &effect)
{
    m_effect = effect;
}

void TemplateEditor::fillUses()
{
    m_useMenu->clear();
    const QString name = m_current.name;
    const bool isStored = stored(name) != nullptr;
    const auto add = [&](const QString &text, Use use, const QString &chosen, bool isPossible) {
        QAction *action = m_useMenu->addAction(text);
        action->setCheckable(true);
        action->setChecked(!name.isEmpty() && chosen == name);
        action->setEnabled(isPossible && isStored);
        connect(action, &QAction::triggered, this,
                [this, use, name](bool on) { Q_EMIT useRequested(use, on ? name : QString()); });
    };
    add(tr("For the Whole &Library"), Use::Library, m_effect.library, true);
    add(m_effect.characterName.isEmpty() ? tr("For the &Character")
                                         : tr("For %1").arg(m_effect.characterName),
        Use::Character, m_effect.character, !m_effect.characterName.isEmpty());
    add(tr("For This C&hat"), Use::Chat, m_effect.chat, m_effect.hasChat);
    if (!isStored)
        m_useMenu->addAction(tr("Save it first"))->setEnabled(false);
}

void TemplateEditor::showProblem(const QString &text)
{
    m_isProblem = !text.isEmpty();
    m_status->setText(text);
    dressStatus();
}

void TemplateEditor::dressStatus()
{
    QPalette palette = m_theme.palette();
    palette.setColor(QPalette::WindowText, m_isProblem ? m_theme.error : m_theme.textDim);
    m_status->setPalette(palette);
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
        showProblem(words);
        return;
    }
    m_preview->setMessages(prompt.messages);
    showProblem({});
    const QLocale locale;
    //: %1 is a number of tokens with the unit
    m_status->setText(tr("%n message(s), %1", nullptr, int(prompt.messages.size()))
                          .arg(tr("%n token(s)", nullptr, prompt.budget.used)));
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
        if (line > 0)
            open(name, link.kind() == SourceKind::TemplateSystem, line);
        return;
    }
}

void TemplateEditor::closeEvent(QCloseEvent *event)
{
    if (m_edited.isEmpty())
        return event->accept();
    event->ignore();
    askBeforeClosing();
}

void TemplateEditor::askBeforeClosing()
{
    QMessageBox *box = newPlainMessageBox(QMessageBox::Question, tr("Templates"),
                                          tr("Not saved: %1").arg(unsaved().join(u", "_s)),
                                          QMessageBox::Discard | QMessageBox::Cancel, this);
    QAbstractButton *keep = box->addButton(tr("&Save All"), QMessageBox::AcceptRole);
    connect(box, &QMessageBox::buttonClicked, this, [this, box, keep](QAbstractButton *button) {
        if (button == keep) {
            for (const PromptTemplate &value : std::as_const(m_edited)) {
                if (stored(value.name))
                    Q_EMIT saveRequested(value);
                else
                    Q_EMIT createRequested(value);
            }
        } else if (box->standardButton(button) == QMessageBox::Discard) {
            m_edited.clear();
            if (const PromptTemplate *same = stored(m_current.name))
                fill(*same);
            close();
        }
    });
    box->open();
}

} // namespace snug
