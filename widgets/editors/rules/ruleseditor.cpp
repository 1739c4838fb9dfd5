#include "widgets/editors/rules/ruleseditor.h"

#include "core/editing/ruleedits.h"
#include "widgets/editors/editorstatus.h"
#include "widgets/editors/findings/findingsbar.h"
#include "widgets/editors/listeditorlayout.h"
#include "widgets/editors/rules/ruleform.h"
#include "widgets/editors/rules/ruletrialpane.h"
#include "widgets/editors/windowundo.h"
#include "widgets/theme/plainlabel.h"

#include <QAction>
#include <QComboBox>
#include <QListWidget>
#include <QMenu>
#include <QShortcut>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

RulesEditor::RulesEditor(QWidget *parent)
    : QWidget(parent, Qt::Window)
    , m_head(new DocumentHead(this))
    , m_names(new QComboBox)
    , m_status(new EditorStatus)
    , m_list(new QListWidget)
    , m_empty(new PlainLabel(tr("No rules here yet. Ctrl+N makes one.")))
    , m_form(new RuleForm)
    , m_trial(new RuleTrialPane)
    , m_menu(new QMenu(this))
    // What is found names its rule itself.
    , m_findings(new FindingsBar([](const LintFinding &) { return QString(); }, this))
{
    setObjectName(u"rulesEditor"_s);
    setWindowTitle(tr("SmartTavern's Rules[*]"));
    resize(1080, 780);
    m_names->setObjectName(u"ruleFiles"_s);
    m_names->setAccessibleName(tr("Rules file to edit"));
    m_head->setName(m_names);
    layOutListEditor(this, {.head = m_head,
                            .status = m_status,
                            .list = makeList(),
                            .form = m_form,
                            .trial = m_trial,
                            .findings = m_findings,
                            .listWidth = 280,
                            .trialHeight = 240});
    makeActions();
    m_head->findFieldsIn({m_form});
    connect(m_names, &QComboBox::activated, this,
            [this](int at) { Q_EMIT nameChosen(m_names->itemData(at).toString()); });
    connect(m_list, &QListWidget::currentRowChanged, this, [this] {
        if (m_isFilling)
            return;
        m_form->setRule(currentRule());
        Q_EMIT currentChanged();
    });
    connect(m_list, &QListWidget::itemChanged, this, [this](const QListWidgetItem *item) {
        if (!m_isFilling)
            switchRule(m_list->row(item), item->checkState() == Qt::Checked);
    });
    connect(m_form, &RuleForm::edited, this,
            [this](const Json &rule, const QString &label, const QString &field) {
                QList<Json> rules = m_rules;
                if (current() < 0 || current() >= rules.size())
                    return;
                rules[current()] = rule;
                Q_EMIT edited(rules, label,
                              field.isEmpty() ? field : QString(QString::number(current()) + u'/' + field));
            });
    connect(m_findings, &FindingsBar::chosen, this, [this](const LintFinding &finding) {
        choose(finding.where.section(u'.', 0, 0).toInt());
        m_form->focusField(finding.where.section(u'.', 1, 1));
    });
    new WindowUndo(this);
    setState({}, {}, {});
}

// The list says that it changes while it goes.
RulesEditor::~RulesEditor()
{
    m_list->disconnect(this);
    m_form->disconnect(this);
    m_trial->disconnect(this);
}

QWidget *RulesEditor::makeList()
{
    m_list->setObjectName(u"rules"_s);
    m_list->setAccessibleName(tr("Rules in the order in which they act"));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setContextMenuPolicy(Qt::CustomContextMenu);
    m_list->setSpacing(1);
    m_empty->setWordWrap(true);
    m_empty->setForegroundRole(QPalette::PlaceholderText);
    m_empty->setContentsMargins(12, 10, 12, 8);
    auto *side = new QWidget;
    auto *column = new QVBoxLayout(side);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_empty);
    column->addWidget(m_list, 1);
    side->setMinimumWidth(220);
    return side;
}

void RulesEditor::makeActions()
{
    const auto add = [this](const QString &text, const QKeySequence &key, auto act) {
        QAction *action = m_head->addMore(text, key);
        connect(action, &QAction::triggered, this, act);
        m_menu->addAction(action);
    };
    m_head->newAction()->setText(tr("&New Rule"));
    m_head->newAction()->setShortcut(QKeySequence::New);
    m_head->duplicateAction()->setText(tr("D&uplicate Rule"));
    m_head->duplicateAction()->setShortcut(Qt::CTRL | Qt::Key_D);
    m_menu->addActions({m_head->newAction(), m_head->duplicateAction()});
    connect(m_head, &DocumentHead::newRequested, this, [this] { addNew(); });
    connect(m_head, &DocumentHead::duplicateRequested, this, [this] { duplicate(); });
    QAction *removal = m_menu->addAction(tr("&Delete"), this, [this] { remove(); });
    m_head->moreMenu()->addAction(removal);
    auto *key = new QShortcut(QKeySequence::Delete, m_list);
    key->setContext(Qt::WidgetShortcut);
    connect(key, &QShortcut::activated, this, [this] { remove(); });
    add(tr("&Rename"), Qt::Key_F2, [this] { m_form->focusName(); });
    add(tr("Move U&p"), Qt::ALT | Qt::Key_Up, [this] { move(-1); });
    add(tr("Move D&own"), Qt::ALT | Qt::Key_Down, [this] { move(1); });
    m_head->moreMenu()->addSeparator();
    connect(m_head->addMore(tr("New Rules &File…")), &QAction::triggered, this, &RulesEditor::newRequested);
    connect(m_head->addMore(tr("Go to the &Test Text"), Qt::CTRL | Qt::Key_T), &QAction::triggered, this,
            [this] { m_trial->focusText(); });
    connect(new QShortcut(QKeySequence::Close, this), &QShortcut::activated, this, &QWidget::close);
    connect(m_list, &QWidget::customContextMenuRequested, m_menu,
            [this](const QPoint &position) { m_menu->popup(m_list->viewport()->mapToGlobal(position)); });
}

void RulesEditor::setTheme(const Theme &theme)
{
    m_head->setTheme(theme);
    m_status->setTheme(theme);
    m_form->setTheme(theme);
    m_trial->setTheme(theme);
    m_findings->setTheme(theme);
}

void RulesEditor::setNames(const QStringList &names, const QString &current)
{
    m_names->clear();
    for (const QString &name : names)
        m_names->addItem(name, name);
    m_names->setCurrentIndex(m_names->findData(current));
}

void RulesEditor::setState(const QString &name, const QList<Json> &rules, const DocumentState &state)
{
    const bool isOther = name != m_name;
    const int row = isOther ? 0 : m_wantedRow >= 0 ? std::exchange(m_wantedRow, -1) : current();
    m_name = name;
    m_rules = rules;
    if (isOther)
        m_findings->clear();
    fillList();
    const auto byId = std::ranges::find(std::as_const(m_rules), m_wantedId,
                                        [](const Json &rule) { return rule.value(u"id").toText(); });
    const bool isWanted = !m_wantedId.isEmpty() && byId != m_rules.cend();
    m_isFilling = true;
    m_list->setCurrentRow(isWanted ? int(byId - m_rules.cbegin())
                                   : std::clamp(row, rules.isEmpty() ? -1 : 0, int(rules.size()) - 1));
    m_isFilling = false;
    if (isWanted)
        m_wantedId.clear();
    m_form->setRule(currentRule());
    m_head->setState(state);
    m_head->setFacts(state.isOpen ? tr("%n rule(s)", nullptr, int(rules.size())) : QString());
    m_empty->setVisible(rules.isEmpty() && state.isOpen);
    setWindowTitle(name.isEmpty() ? tr("SmartTavern's Rules[*]")
                                  : tr("%1[*] – SmartTavern's Rules").arg(name));
    setWindowModified(state.isEdited);
}

void RulesEditor::fillList()
{
    m_isFilling = true;
    while (m_list->count() > m_rules.size())
        delete m_list->takeItem(m_list->count() - 1);
    while (m_list->count() < m_rules.size())
        m_list->addItem(new QListWidgetItem);
    for (int row = 0; row < m_list->count(); ++row) {
        QListWidgetItem *item = m_list->item(row);
        const QString title = ruleTitle(m_rules[row]);
        item->setText(title.isEmpty() ? tr("(without a name)") : title);
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
        item->setCheckState(m_rules[row].value(u"enabled").asBool().value_or(false) ? Qt::Checked
                                                                                    : Qt::Unchecked);
    }
    m_isFilling = false;
}

void RulesEditor::setFindings(const QList<LintFinding> &findings)
{
    m_findings->setFindings(findings);
}

int RulesEditor::current() const
{
    return m_list->currentRow();
}

std::optional<Json> RulesEditor::currentRule() const
{
    return current() >= 0 && current() < m_rules.size() ? std::optional(m_rules[current()]) : std::nullopt;
}

void RulesEditor::choose(int row)
{
    m_list->setCurrentRow(row);
}

void RulesEditor::chooseById(const QString &id)
{
    const auto known = std::ranges::find(std::as_const(m_rules), id,
                                         [](const Json &rule) { return rule.value(u"id").toText(); });
    if (known == m_rules.cend())
        m_wantedId = id;
    else
        choose(int(known - m_rules.cbegin()));
}

void RulesEditor::say(const QList<Json> &rules, const QString &label, int row)
{
    if (rules == m_rules)
        return;
    m_wantedRow = row;
    Q_EMIT edited(rules, label, {});
    m_wantedRow = -1;
}

void RulesEditor::addNew()
{
    const int row = current() >= 0 ? current() + 1 : int(m_rules.size());
    say(withRule(m_rules, newRule(tr("New rule")), current()), tr("New Rule"), row);
    m_form->focusName();
}

void RulesEditor::duplicate()
{
    const std::optional<Json> rule = currentRule();
    if (!rule)
        return;
    Json copy = asNewRule(*rule);
    copy.set(u"name"_s, Json(tr("%1 (copy)").arg(ruleTitle(*rule))));
    say(withRule(m_rules, copy, current()), tr("Duplicate"), current() + 1);
}

void RulesEditor::remove()
{
    const QList<Json> left = withoutRule(m_rules, current());
    say(left, tr("Delete Rule"), std::min(current(), int(left.size()) - 1));
}

void RulesEditor::move(int direction)
{
    say(withRuleMoved(m_rules, current(), direction), tr("Move Rule"),
        std::clamp(current() + direction, 0, std::max(0, int(m_rules.size()) - 1)));
}

void RulesEditor::switchRule(int row, bool isOn)
{
    if (row < 0 || row >= m_rules.size())
        return;
    QList<Json> rules = m_rules;
    rules[row].set(u"enabled"_s, Json(isOn));
    say(rules, isOn ? tr("Switch On") : tr("Switch Off"), row);
}

} // namespace snug
