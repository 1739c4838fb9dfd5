#include "widgets/editors/texttemplateeditor.h"

#include "widgets/editors/editorstatus.h"
#include "widgets/editors/findings/findingsbar.h"
#include "widgets/editors/findings/findingtext.h"
#include "widgets/editors/templatepreview.h"
#include "widgets/editors/windowundo.h"
#include "widgets/theme/icons.h"
#include "widgets/theme/plainlabel.h"

#include <QAbstractItemView>
#include <QAction>
#include <QCloseEvent>
#include <QComboBox>
#include <QHBoxLayout>
#include <QInputDialog>
#include <QMenu>
#include <QPushButton>
#include <QShortcut>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabBar>
#include <QToolButton>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

TextTemplateEditor::TextTemplateEditor(const std::array<QList<TextTemplateForm::Field>, KindCount> &fields,
                                       KSyntaxHighlighting::Repository *repository, QWidget *parent)
    : QWidget(parent, Qt::Window)
    , m_theme(Theme::light())
    , m_fields(fields)
    , m_kinds(new QTabBar)
    , m_names(new QComboBox)
    , m_versions(new QMenu(this))
    , m_more(new QMenu(this))
    , m_undo(new QToolButton)
    , m_redo(new QToolButton)
    , m_save(new QPushButton(tr("&Save")))
    , m_use(new QPushButton(tr("&Use It")))
    , m_forms(new QStackedWidget)
    , m_summary(new PlainLabel)
    , m_preview(new TemplatePreview)
    , m_status(new EditorStatus)
    , m_findings(new FindingsBar(
          [this](const LintFinding &finding) {
              const TextTemplateForm::Field *field = fieldOf(finding);
              return field ? field->info.label : QString();
          },
          this))
{
    setObjectName(u"textTemplateEditor"_s);
    resize(1120, 760);
    for (const QList<TextTemplateForm::Field> &each : fields) {
        auto *form = new TextTemplateForm(each, repository);
        m_forms->addWidget(form);
        connect(form, &TextTemplateForm::edited, this, &TextTemplateEditor::edited);
        connect(form, &TextTemplateForm::macroValueRequested, this, &TextTemplateEditor::macroValueRequested);
    }
    makeActions();
    m_preview->setAccessibleName(tr("The prompt as raw text"));
    m_summary->setForegroundRole(QPalette::PlaceholderText);
    m_summary->setContentsMargins(12, 8, 12, 4);
    m_summary->setWordWrap(true);
    auto *right = new QWidget;
    auto *rightColumn = new QVBoxLayout(right);
    rightColumn->setContentsMargins(0, 0, 0, 0);
    rightColumn->setSpacing(0);
    rightColumn->addWidget(m_summary);
    rightColumn->addWidget(m_preview, 1);
    auto *halves = new QSplitter;
    halves->setChildrenCollapsible(false);
    halves->addWidget(m_forms);
    halves->addWidget(right);
    halves->setStretchFactor(0, 1);
    halves->setStretchFactor(1, 1);
    halves->setSizes({520, 600});
    auto *whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->setSpacing(0);
    whole->addWidget(makeHead());
    whole->addWidget(m_status);
    whole->addWidget(halves, 1);
    whole->addWidget(m_findings);
    connect(m_findings, &FindingsBar::chosen, this, &TextTemplateEditor::go);
    connect(m_preview, &TemplatePreview::sourceChosen, this, &TextTemplateEditor::sourceChosen);
    new WindowUndo(this);
    connect(new QShortcut(QKeySequence::Close, this), &QShortcut::activated, this, &QWidget::close);
    setUndo(tr("Undo"), false, tr("Redo"), false);
    setUsable(false);
    setEdited(false);
}

void TextTemplateEditor::makeActions()
{
    const auto add = [this](Wish wish, const QString &text, const QKeySequence &keys = {}) {
        auto *action = new QAction(text, this);
        action->setShortcut(keys);
        m_actions[size_t(wish)] = action;
        addAction(action);
        connect(action, &QAction::triggered, this, [this, wish] {
            if (wish == Wish::Rename)
                askForName();
            else
                Q_EMIT wished(wish);
        });
    };
    add(Wish::Save, tr("&Save"), QKeySequence::Save);
    add(Wish::Undo, tr("&Undo"));
    add(Wish::Redo, tr("&Redo"));
    action(Wish::Undo)->setShortcuts(QKeySequence::Undo);
    action(Wish::Redo)->setShortcuts(QKeySequence::Redo);
    add(Wish::New, tr("&New"), QKeySequence::New);
    add(Wish::Duplicate, tr("&Duplicate"), QKeySequence(Qt::CTRL | Qt::Key_D));
    add(Wish::Rename, tr("&Rename…"), QKeySequence(Qt::Key_F2));
    add(Wish::Delete, tr("De&lete"));
    add(Wish::Import, tr("&Import…"));
    add(Wish::Export, tr("&Export…"));
    add(Wish::Use, tr("&Use It"));
    for (const Wish wish : {Wish::New, Wish::Duplicate, Wish::Rename, Wish::Delete})
        m_more->addAction(action(wish));
    m_more->addSeparator();
    for (const Wish wish : {Wish::Import, Wish::Export})
        m_more->addAction(action(wish));
}

QWidget *TextTemplateEditor::makeHead()
{
    m_kinds->addTab(tr("Context"));
    m_kinds->addTab(tr("Instruct"));
    m_kinds->addTab(tr("System Prompt"));
    m_kinds->setAccessibleName(tr("Kind of template"));
    m_kinds->setDrawBase(false);
    m_kinds->setExpanding(false);
    m_names->setObjectName(u"textTemplates"_s);
    m_names->setAccessibleName(tr("Template to edit"));
    m_names->view()->setAccessibleName(m_names->accessibleName());
    m_names->setMinimumContentsLength(20);
    m_names->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_undo->setIcon(icon(IconName::Undo));
    m_undo->setAccessibleName(tr("Undo"));
    m_redo->setIcon(icon(IconName::Redo));
    m_redo->setAccessibleName(tr("Redo"));
    for (QToolButton *button : {m_undo, m_redo})
        button->setFocusPolicy(Qt::StrongFocus);
    auto *versions = new QPushButton(tr("&Versions"));
    versions->setMenu(m_versions);
    auto *more = new QPushButton(tr("&More"));
    more->setMenu(m_more);
    m_use->setObjectName(u"useTextTemplate"_s);
    auto *head = new QWidget;
    auto *row = new QHBoxLayout(head);
    row->setContentsMargins(12, 10, 12, 8);
    row->addWidget(m_kinds);
    row->addSpacing(6);
    row->addWidget(m_names);
    for (QWidget *button : std::initializer_list<QWidget *>{m_save, m_undo, m_redo, versions, more})
        row->addWidget(button);
    row->addStretch(1);
    row->addWidget(m_use);
    connect(m_kinds, &QTabBar::currentChanged, this, [this](int at) {
        m_forms->setCurrentIndex(at);
        Q_EMIT kindChosen(Kind(at));
    });
    connect(m_names, &QComboBox::activated, this,
            [this](int at) { Q_EMIT nameChosen(m_names->itemData(at).toString()); });
    connect(m_save, &QPushButton::clicked, action(Wish::Save), &QAction::trigger);
    connect(m_undo, &QToolButton::clicked, action(Wish::Undo), &QAction::trigger);
    connect(m_redo, &QToolButton::clicked, action(Wish::Redo), &QAction::trigger);
    connect(m_use, &QPushButton::clicked, action(Wish::Use), &QAction::trigger);
    return head;
}

void TextTemplateEditor::askForName()
{
    auto *dialog = new QInputDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setObjectName(u"renameTextTemplate"_s);
    dialog->setWindowTitle(tr("Rename"));
    dialog->setLabelText(tr("New name of “%1”:").arg(openName()));
    dialog->setTextValue(openName());
    connect(dialog, &QInputDialog::textValueSelected, this, [this](const QString &to) {
        if (!to.trimmed().isEmpty() && to != openName())
            Q_EMIT renamed(to.trimmed());
    });
    dialog->open();
}

void TextTemplateEditor::setTheme(const Theme &theme)
{
    m_theme = theme;
    for (int at = 0; at < m_forms->count(); ++at)
        static_cast<TextTemplateForm *>(m_forms->widget(at))->setTheme(theme);
    m_preview->setTheme(theme);
    m_status->setTheme(theme);
    m_findings->setTheme(theme);
}

void TextTemplateEditor::setMacros(const QList<MacroWord> &macros)
{
    for (int at = 0; at < m_forms->count(); ++at)
        static_cast<TextTemplateForm *>(m_forms->widget(at))->setMacros(macros);
}

void TextTemplateEditor::setKind(Kind kind)
{
    m_kinds->setCurrentIndex(int(kind));
}

TextTemplateEditor::Kind TextTemplateEditor::kind() const
{
    return Kind(m_kinds->currentIndex());
}

TextTemplateForm *TextTemplateEditor::form() const
{
    return static_cast<TextTemplateForm *>(m_forms->currentWidget());
}

void TextTemplateEditor::setNames(const QStringList &names, const QString &open, const QString &inEffect)
{
    m_names->clear();
    for (const QString &name : names) {
        //: %1 is a template
        m_names->addItem(name == inEffect ? tr("%1 (in use)").arg(name) : name, name);
    }
    m_names->setCurrentIndex(m_names->findData(open));
    m_names->setEnabled(!names.isEmpty());
    const bool isUsed = !open.isEmpty() && open == inEffect;
    m_use->setEnabled(!open.isEmpty() && !isUsed);
    action(Wish::Use)->setEnabled(m_use->isEnabled());
    m_use->setText(isUsed ? tr("In Use") : tr("&Use It"));
    //: %1 is a template
    setWindowTitle(open.isEmpty() ? tr("Text Completion Templates[*]")
                                  : tr("%1[*] – Text Completion Template").arg(open));
}

QString TextTemplateEditor::openName() const
{
    return m_names->currentData().toString();
}

void TextTemplateEditor::setUsable(bool usable)
{
    m_forms->setEnabled(usable);
    for (const Wish wish : {Wish::Duplicate, Wish::Rename, Wish::Delete, Wish::Export})
        action(wish)->setEnabled(usable);
}

void TextTemplateEditor::setEdited(bool edited)
{
    setWindowModified(edited);
    m_save->setEnabled(edited);
    action(Wish::Save)->setEnabled(edited);
}

void TextTemplateEditor::setUndo(const QString &undo, bool canUndo, const QString &redo, bool canRedo)
{
    m_undo->setToolTip(QString(undo).remove(u'&'));
    m_undo->setEnabled(canUndo);
    action(Wish::Undo)->setEnabled(canUndo);
    m_redo->setToolTip(QString(redo).remove(u'&'));
    m_redo->setEnabled(canRedo);
    action(Wish::Redo)->setEnabled(canRedo);
}

void TextTemplateEditor::setPreview(const TracedText &text, const QString &summary)
{
    m_preview->setText(text);
    m_summary->setText(summary);
}

void TextTemplateEditor::clearPreview(const QString &why)
{
    m_preview->clearMessages(why);
    m_summary->clear();
}

const TextTemplateForm::Field *TextTemplateEditor::fieldOf(const LintFinding &finding) const
{
    const QList<TextTemplateForm::Field> &fields = m_fields[size_t(kind())];
    const auto field = std::ranges::find(fields, finding.where, &TextTemplateForm::Field::key);
    return field == fields.cend() || finding.where.isEmpty() ? nullptr : &*field;
}

void TextTemplateEditor::setFindings(const QList<LintFinding> &findings)
{
    m_findings->setFindings(findings);
    for (const TextTemplateForm::Field &field : std::as_const(m_fields[size_t(kind())]))
        form()->setFindings(field.info.id,
                            field.key.isEmpty() ? QList<LintFinding>() : findingsAt(findings, field.key));
}

void TextTemplateEditor::clearFindings()
{
    setFindings({});
    m_findings->clear();
}

void TextTemplateEditor::go(const LintFinding &finding)
{
    if (const TextTemplateForm::Field *field = fieldOf(finding))
        form()->reveal(field->info.id, finding.start, finding.length);
}

} // namespace snug
