#include "widgets/editors/rules/ruleform.h"

#include "core/model/editedtext.h"
#include "widgets/editors/forms/formfield.h"
#include "widgets/editors/text/textinplace.h"
#include "widgets/theme/plainlabel.h"
#include "widgets/theme/wrappingrow.h"

#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSpinBox>

using namespace Qt::StringLiterals;

namespace snug {

static constexpr int NoLimit = -1;

RuleForm::RuleForm(QWidget *parent)
    : QScrollArea(parent)
    , m_name(new QLineEdit)
    , m_find(new QPlainTextEdit)
    , m_replacement(new QPlainTextEdit)
    , m_placement(new QComboBox)
    , m_otherTargets(new QLineEdit)
    , m_mode(new QComboBox)
    , m_condition(new QPlainTextEdit)
    , m_minDepth(new QSpinBox)
    , m_maxDepth(new QSpinBox)
{
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("The rule"));
    setFocusPolicy(Qt::NoFocus);
    auto *inside = new QWidget;
    auto *column = new QVBoxLayout(inside);
    column->setContentsMargins(16, 12, 16, 12);
    column->setSpacing(10);
    for (QWidget *part : {makeTexts(), makeUse(), makeTargets(), makeCondition()})
        column->addWidget(part);
    column->addStretch(1);
    setWidget(inside);
    for (QWidget *field : std::initializer_list<QWidget *>{m_find, m_replacement, m_condition, m_placement,
                                                           m_mode, m_minDepth, m_maxDepth})
        becomeFormField(field);
    showRule();
}

// Those of all rows are equally wide, so that the fields begin at one line.
PlainLabel *RuleForm::makeLabel(const QString &text, QWidget *buddy)
{
    auto *label = new PlainLabel(text);
    label->setFixedWidth(fontMetrics().horizontalAdvance(u"Replace with  "_s));
    label->setWordWrap(true); // other languages
    if (buddy) {
        label->setBuddy(buddy);
        buddy->setAccessibleName(QString(text).remove(u'&'));
    }
    return label;
}

QWidget *RuleForm::makeTexts()
{
    m_name->setObjectName(u"ruleName"_s);
    m_find->setObjectName(u"ruleFind"_s);
    m_find->setPlaceholderText(tr("An expression, as Python's: letter case counts"));
    m_replacement->setObjectName(u"ruleReplacement"_s);
    m_replacement->setPlaceholderText(
        tr("Empty: what is found is removed. $0 is the whole match, $1 or \\1 a group"));
    auto *texts = new QWidget;
    auto *grid = new QGridLayout(texts);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(12);
    grid->setColumnStretch(1, 1);
    const auto row = [this, grid](int at, const QString &text, QWidget *field) {
        grid->addWidget(makeLabel(text, field), at, 0, Qt::AlignTop);
        grid->addWidget(field, at, 1);
    };
    row(0, tr("&Name"), m_name);
    row(1, tr("&Find"), m_find);
    row(2, tr("&Replace with"), m_replacement);
    for (QPlainTextEdit *edit : {m_find, m_replacement}) {
        edit->setTabChangesFocus(true);
        edit->setUndoRedoEnabled(false);
        edit->setFixedHeight(edit->fontMetrics().lineSpacing() * 3 + 14);
    }
    connect(m_name, &QLineEdit::textEdited, this,
            [this](const QString &name) { set(u"name"_s, Json(name), tr("Rename Rule"), true); });
    connect(m_find, &QPlainTextEdit::textChanged, this,
            [this] { setText(u"find_regex"_s, m_find->toPlainText(), tr("Change Expression")); });
    connect(m_replacement, &QPlainTextEdit::textChanged, this,
            [this] { setText(u"replace_regex"_s, m_replacement->toPlainText(), tr("Change Replacement")); });
    return texts;
}

QWidget *RuleForm::makeUse()
{
    m_placement->setObjectName(u"rulePlacement"_s);
    m_placement->addItem(tr("before the macros"), u"before_macro"_s);
    m_placement->addItem(tr("after the macros"), u"after_macro"_s);
    auto *use = new QWidget;
    auto *whole = new QHBoxLayout(use);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->setSpacing(12);
    PlainLabel *actsOn = makeLabel(tr("Acts on"), nullptr);
    whole->addWidget(actsOn, 0, Qt::AlignTop);
    auto *row = new WrappingRow(14);
    whole->addLayout(row, 1);
    for (const auto &[view, text] : {std::pair(u"assistant_view"_s, tr("what is &sent")),
                                     std::pair(u"user_view"_s, tr("what is s&hown"))}) {
        auto *box = new QCheckBox(text);
        box->setAccessibleName(tr("Acts on %1").arg(QString(text).remove(u'&')));
        box->setObjectName(u"ruleView_"_s + view);
        m_views.insert(view, box);
        row->addWidget(box);
        actsOn->setMinimumHeight(box->sizeHint().height()); // beside the first of several lines
        connect(box, &QCheckBox::clicked, this, [this] {
            Json views = Json::array();
            for (const auto &[name, each] : m_views.asKeyValueRange()) {
                if (each->isChecked())
                    views.append(Json(name));
            }
            set(u"views"_s, views, tr("Change What It Acts On"));
        });
    }
    auto *label = new PlainLabel(tr("&Runs"));
    label->setBuddy(m_placement);
    m_placement->setAccessibleName(tr("Runs"));
    row->addWidget(label);
    row->addWidget(m_placement);
    connect(m_placement, &QComboBox::activated, this, [this] {
        set(u"placement"_s, Json(m_placement->currentData().toString()), tr("Change When It Runs"));
    });
    return use;
}

QWidget *RuleForm::makeTargets()
{
    auto *targets = new QWidget;
    auto *grid = new QGridLayout(targets);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(12);
    grid->setColumnStretch(1, 1);
    auto *families = new WrappingRow(14);
    for (const auto &[family, text] :
         {std::pair(u"history"_s, tr("the &chat")), std::pair(u"preset"_s, tr("the &preset")),
          std::pair(u"world_book"_s, tr("&lore")), std::pair(u"char"_s, tr("the c&haracter")),
          std::pair(u"persona"_s, tr("the p&ersona"))}) {
        auto *box = new QCheckBox(text);
        box->setAccessibleName(tr("In texts of %1").arg(QString(text).remove(u'&')));
        box->setObjectName(u"ruleTarget_"_s + family);
        m_targets.insert(family, box);
        families->addWidget(box);
        connect(box, &QCheckBox::clicked, this, &RuleForm::setTargets);
    }
    m_otherTargets->setObjectName(u"ruleTargets"_s);
    m_otherTargets->setPlaceholderText(
        tr("Kinds alone: history.user, preset.in-chat, world_book.before_char"));
    PlainLabel *inTexts = makeLabel(tr("In texts of"), nullptr);
    inTexts->setMinimumHeight(m_targets.first()->sizeHint().height()); // beside the first of several lines
    grid->addWidget(inTexts, 0, 0, Qt::AlignTop);
    grid->addLayout(families, 0, 1);
    grid->addWidget(makeLabel(tr("&or only"), m_otherTargets), 1, 0);
    grid->addWidget(m_otherTargets, 1, 1);
    auto *note = new PlainLabel(tr("None chosen: in all texts."));
    note->setForegroundRole(QPalette::PlaceholderText);
    grid->addWidget(note, 2, 1);
    connect(m_otherTargets, &QLineEdit::textEdited, this, &RuleForm::setTargets);
    return targets;
}

QWidget *RuleForm::makeCondition()
{
    m_mode->setObjectName(u"ruleMode"_s);
    m_mode->addItem(tr("always"), u"always"_s);
    m_mode->addItem(tr("if a condition holds"), u"conditional"_s);
    m_condition->setObjectName(u"ruleCondition"_s);
    m_condition->setPlaceholderText(tr("Macros that give true: {{keywords::harbour,fog}}"));
    m_condition->setTabChangesFocus(true);
    m_condition->setUndoRedoEnabled(false);
    m_condition->setFixedHeight(m_condition->fontMetrics().lineSpacing() * 2 + 14);
    for (QSpinBox *box : {m_minDepth, m_maxDepth}) {
        box->setRange(NoLimit, 9'999);
        box->setSpecialValueText(tr("no limit"));
        box->setToolTip(tr("Messages of the chat from the newest, which is 1"));
    }
    m_minDepth->setObjectName(u"ruleMinDepth"_s);
    m_maxDepth->setObjectName(u"ruleMaxDepth"_s);
    m_maxDepth->setAccessibleName(tr("to depth"));
    auto *to = new PlainLabel(tr("to dep&th"));
    to->setBuddy(m_maxDepth);
    auto *condition = new QWidget;
    auto *grid = new QGridLayout(condition);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(12);
    grid->setColumnStretch(1, 1);
    auto *depth = new WrappingRow(8);
    for (QWidget *part : std::initializer_list<QWidget *>{m_minDepth, to, m_maxDepth})
        depth->addWidget(part);
    grid->addWidget(makeLabel(tr("Acts &when"), m_mode), 0, 0);
    grid->addWidget(m_mode, 0, 1, Qt::AlignLeft);
    grid->addWidget(makeLabel(tr("Cond&ition"), m_condition), 1, 0, Qt::AlignTop);
    grid->addWidget(m_condition, 1, 1);
    grid->addWidget(makeLabel(tr("&Depth from"), m_minDepth), 2, 0);
    grid->addLayout(depth, 2, 1);
    connect(m_mode, &QComboBox::activated, this,
            [this] { set(u"mode"_s, Json(m_mode->currentData().toString()), tr("Change When It Acts")); });
    connect(m_condition, &QPlainTextEdit::textChanged, this,
            [this] { setText(u"condition"_s, m_condition->toPlainText(), tr("Change Condition")); });
    for (const auto &[box, key] :
         {std::pair(m_minDepth, u"min_depth"_s), std::pair(m_maxDepth, u"max_depth"_s)})
        connect(box, &QSpinBox::valueChanged, this, [this, key](int number) {
            set(key, number == NoLimit ? Json() : Json(number), tr("Change Depth"), true);
        });
    return condition;
}

void RuleForm::setTheme(const Theme &theme)
{
    for (QPlainTextEdit *edit : {m_find, m_replacement, m_condition})
        edit->setFont(theme.codeFont());
    m_otherTargets->setFont(theme.codeFont());
}

void RuleForm::setText(const QString &key, const QString &shown, const QString &label)
{
    if (m_rule)
        set(key, Json(editedText(m_rule->value(key).toText(), shown)), label, true);
}

void RuleForm::set(const QString &key, const Json &value, const QString &label, bool goesOn)
{
    if (m_isFilling || !m_rule || m_rule->value(key) == value)
        return;
    // What is empty and was never said stays unsaid.
    if (!m_rule->contains(key) && value.isString() && value.toText().isEmpty())
        return;
    m_rule->set(key, value);
    const bool showsElse = key == u"mode";
    const Json rule = *m_rule;
    if (showsElse)
        showRule();
    Q_EMIT edited(rule, label, goesOn ? QString(rule.value(u"id").toText() + u'/' + key) : QString());
}

void RuleForm::setTargets()
{
    Json targets = Json::array();
    for (const auto &[family, box] : m_targets.asKeyValueRange()) {
        if (box->isChecked())
            targets.append(Json(family));
    }
    const QStringList others = m_otherTargets->text().split(u',', Qt::SkipEmptyParts);
    for (const QString &other : others) {
        if (!other.trimmed().isEmpty())
            targets.append(Json(other.trimmed()));
    }
    set(u"targets"_s, targets, tr("Change Sources"), sender() == m_otherTargets);
}

void RuleForm::setRule(const std::optional<Json> &rule)
{
    m_rule = rule;
    showRule();
}

void RuleForm::showRule()
{
    widget()->setEnabled(m_rule.has_value());
    const Json rule = m_rule.value_or(Json::object());
    m_isFilling = true;
    const auto show = [&](QLineEdit *line, const QString &text) {
        if (line->text() != text)
            line->setText(text);
    };
    show(m_name, rule.value(u"name").toText());
    setTextInPlace(m_find, rule.value(u"find_regex").toText());
    setTextInPlace(m_replacement, rule.value(u"replace_regex").toText());
    setTextInPlace(m_condition, rule.value(u"condition").toText());
    m_placement->setCurrentIndex(m_placement->findData(rule.value(u"placement").toText().toLower()));
    const QString mode = rule.value(u"mode").toText(u"always"_s).toLower();
    m_mode->setCurrentIndex(m_mode->findData(mode));
    m_condition->setEnabled(mode == u"conditional");
    const Json views = rule.value(u"views");
    for (const auto &[view, box] : m_views.asKeyValueRange())
        box->setChecked(views.items().contains(Json(view)));
    QStringList others;
    QStringList families;
    const Json targets = rule.value(u"targets");
    for (const Json &target : targets.items()) {
        const QString name = target.toText();
        (m_targets.contains(name.toLower()) ? families : others).append(name);
    }
    for (const auto &[family, box] : m_targets.asKeyValueRange())
        box->setChecked(families.contains(family, Qt::CaseInsensitive));
    // While one writes there, "history.user, " is on its way to a second one.
    if (!m_otherTargets->hasFocus())
        show(m_otherTargets, others.join(u", "_s));
    const auto depth = [&](QStringView key) {
        const Json limit = rule.value(key);
        return limit.isNumber() ? limit.toInt() : NoLimit;
    };
    m_minDepth->setValue(depth(u"min_depth"));
    m_maxDepth->setValue(depth(u"max_depth"));
    m_isFilling = false;
}

void RuleForm::focusName()
{
    m_name->setFocus(Qt::ShortcutFocusReason);
    m_name->selectAll();
}

void RuleForm::focusField(const QString &key)
{
    QWidget *field = key == u"find_regex"      ? static_cast<QWidget *>(m_find)
                     : key == u"replace_regex" ? m_replacement
                     : key == u"condition"     ? m_condition
                     : key == u"targets"       ? static_cast<QWidget *>(m_otherTargets)
                     : key == u"views"         ? m_views.first()
                     : key == u"placement"     ? m_placement
                     : key == u"mode"          ? m_mode
                     : key == u"min_depth"     ? static_cast<QWidget *>(m_minDepth)
                                               : m_name;
    field->setFocus(Qt::OtherFocusReason);
    ensureWidgetVisible(field);
}

} // namespace snug
