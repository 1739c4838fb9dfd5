#include "widgets/editors/texttemplateeditor.h"

#include "widgets/editors/documenthead.h"
#include "widgets/editors/editorstatus.h"
#include "widgets/editors/findings/findingsbar.h"
#include "widgets/editors/findings/findingtext.h"
#include "widgets/editors/forms/fieldfinder.h"
#include "widgets/editors/templatepreview.h"
#include "widgets/editors/windowundo.h"
#include "widgets/theme/plainlabel.h"

#include <QAbstractItemView>
#include <QAction>
#include <QCloseEvent>
#include <QComboBox>
#include <QHBoxLayout>
#include <QInputDialog>
#include <QMenu>
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
    , m_head(new DocumentHead(this))
    , m_kinds(new QTabBar)
    , m_names(new QComboBox)
    , m_use(new QToolButton)
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
    makeHead();
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
    whole->addWidget(m_head);
    whole->addWidget(m_status);
    auto *kinds = new QHBoxLayout;
    kinds->setContentsMargins(12, 0, 12, 0);
    kinds->addWidget(m_kinds);
    kinds->addStretch(1);
    whole->addLayout(kinds);
    whole->addWidget(halves, 1);
    whole->addWidget(m_findings);
    connect(m_findings, &FindingsBar::chosen, this, &TextTemplateEditor::go);
    connect(m_preview, &TemplatePreview::sourceChosen, this, &TextTemplateEditor::sourceChosen);
    new WindowUndo(this);
    connect(new QShortcut(QKeySequence::Close, this), &QShortcut::activated, this, &QWidget::close);
    setUsable(false);
    setState({});
}

void TextTemplateEditor::makeActions()
{
    const auto keep = [this](Wish wish, QAction *action) {
        m_actions[size_t(wish)] = action;
        connect(action, &QAction::triggered, this, [this, wish] {
            if (wish == Wish::Rename)
                askForName();
            else
                Q_EMIT wished(wish);
        });
    };
    keep(Wish::New, m_head->newAction());
    keep(Wish::Duplicate, m_head->duplicateAction());
    keep(Wish::Rename, m_head->addMore(tr("&Rename…"), QKeySequence(Qt::Key_F2)));
    keep(Wish::Delete, m_head->addMore(tr("De&lete")));
    m_head->moreMenu()->addSeparator();
    keep(Wish::Import, m_head->addMore(tr("&Import…")));
    keep(Wish::Export, m_head->addMore(tr("&Export…")));
    keep(Wish::Use, new QAction(tr("&Use It"), this));
    connect(m_use, &QToolButton::clicked, action(Wish::Use), &QAction::trigger);
}

void TextTemplateEditor::makeHead()
{
    m_kinds->addTab(tr("Context"));
    m_kinds->addTab(tr("Instruct"));
    m_kinds->addTab(tr("System Prompt"));
    m_kinds->addTab(tr("Samplers"));
    m_kinds->setAccessibleName(tr("Kind of template"));
    m_kinds->setDrawBase(false);
    m_kinds->setExpanding(false);
    m_names->setObjectName(u"textTemplates"_s);
    m_names->setAccessibleName(tr("Template to edit"));
    m_names->view()->setAccessibleName(m_names->accessibleName());
    m_use->setObjectName(u"useTextTemplate"_s);
    m_use->setFocusPolicy(Qt::StrongFocus);
    m_head->setName(m_names);
    m_head->findFieldsIn({m_forms->currentWidget()});
    m_head->trailing()->addWidget(m_use);
    nameActions();
    m_head->newAction()->setShortcut(QKeySequence::New);
    m_head->duplicateAction()->setShortcut(Qt::CTRL | Qt::Key_D);
    connect(m_kinds, &QTabBar::currentChanged, this, [this](int at) {
        m_forms->setCurrentIndex(at);
        nameActions();
        m_head->fieldFinder()->setForms({m_forms->currentWidget()});
        Q_EMIT kindChosen(Kind(at));
    });
    connect(m_names, &QComboBox::activated, this,
            [this](int at) { Q_EMIT nameChosen(m_names->itemData(at).toString()); });
}

void TextTemplateEditor::nameActions()
{
    const bool areSamplers = kind() == Kind::Samplers;
    m_head->newAction()->setText(areSamplers ? tr("&New Samplers") : tr("&New Template"));
    m_head->duplicateAction()->setText(areSamplers ? tr("D&uplicate Samplers") : tr("D&uplicate Template"));
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
    m_head->setTheme(theme);
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
    setWindowTitle(open.isEmpty()             ? tr("Text Completion Templates[*]")
                   : kind() == Kind::Samplers ? tr("%1[*] – Text Completion Samplers").arg(open)
                                              : tr("%1[*] – Text Completion Template").arg(open));
}

QString TextTemplateEditor::openName() const
{
    return m_names->currentData().toString();
}

void TextTemplateEditor::setUsable(bool usable)
{
    m_forms->setEnabled(usable);
    for (const Wish wish : {Wish::Rename, Wish::Delete, Wish::Export})
        action(wish)->setEnabled(usable);
}

void TextTemplateEditor::setState(const DocumentState &state)
{
    setWindowModified(state.isEdited);
    m_head->setState(state);
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
