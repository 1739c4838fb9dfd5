#include "widgets/editors/blockform.h"

#include "core/model/editedtext.h"
#include "core/model/generationtype.h"
#include "core/prompt/unsentblocks.h"
#include "widgets/editors/blockdelegate.h"
#include "widgets/theme/icons.h"
#include "widgets/theme/plainlabel.h"
#include "widgets/theme/wrappingrow.h"

#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QLineEdit>
#include <QLocale>
#include <QMenu>
#include <QSpinBox>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

struct Trigger
{
    QString name;
    QString title;
};

QList<Trigger> triggers()
{
    return {{u"normal"_s, BlockForm::tr("New Reply")},        {u"continue"_s, BlockForm::tr("Continue")},
            {u"impersonate"_s, BlockForm::tr("Impersonate")}, {u"swipe"_s, BlockForm::tr("Swipe")},
            {u"regenerate"_s, BlockForm::tr("Regenerate")},   {u"quiet"_s, BlockForm::tr("Quiet Prompt")}};
}

} // namespace

BlockForm::BlockForm(KSyntaxHighlighting::Repository *repository, QWidget *parent)
    : QWidget(parent)
    , m_theme(Theme::light())
    , m_fields(nullptr)
    , m_name(new QLineEdit)
    , m_role(new QComboBox)
    , m_place(new QComboBox)
    , m_depthLabel(new PlainLabel(tr("&Depth")))
    , m_depth(new QSpinBox)
    , m_orderLabel(new PlainLabel(tr("&Order")))
    , m_order(new QSpinBox)
    , m_triggers(new QToolButton)
    , m_triggerMenu(new QMenu(this))
    , m_forbid(new QCheckBox(tr("Forbid overrides by c&ards")))
    , m_revert(new QToolButton)
    , m_text(new MacroTextEdit(repository))
    , m_meaning(new PlainLabel)
    , m_now(new QPlainTextEdit)
    , m_facts(new PlainLabel)
{
    m_text->setAccessibleName(tr("Text of the block"));
    m_text->setObjectName(u"blockText"_s);
    m_text->setFrameShape(QFrame::NoFrame);
    m_meaning->setWordWrap(true);
    m_meaning->setContentsMargins(14, 10, 14, 6);
    m_now->document()->setDocumentMargin(10);
    m_now->setReadOnly(true);
    m_now->setFrameShape(QFrame::NoFrame);
    m_now->setAccessibleName(tr("What it is at the moment"));
    m_facts->setContentsMargins(14, 5, 14, 7);
    m_fields = makeFields();
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_fields);
    column->addWidget(m_meaning);
    column->addWidget(m_text, 1);
    column->addWidget(m_now, 1);
    column->addWidget(m_facts);
    fillTriggers();
    showBlock();

    connect(m_text, &QPlainTextEdit::textChanged, this, [this] {
        const QString text = m_block ? editedText(m_block->content, m_text->toPlainText()) : QString();
        if (m_block && text != m_block->content)
            change(tr("Typing"), u"text"_s, [&](PromptBlock &block) { block.content = text; });
    });
    connect(m_name, &QLineEdit::textEdited, this, [this](const QString &name) {
        change(tr("Rename Block"), u"name"_s, [&](PromptBlock &block) { block.name = name; });
    });
    connect(m_role, &QComboBox::activated, this, [this] {
        change(tr("Change Role"), {},
               [this](PromptBlock &block) { block.role = Role(m_role->currentData().toInt()); });
    });
    connect(m_place, &QComboBox::activated, this, [this](int row) {
        change(tr("Change Position"), {},
               [row](PromptBlock &block) { block.placement = PromptBlock::Placement(row); });
    });
    connect(m_depth, &QSpinBox::valueChanged, this, [this](int depth) {
        change(tr("Change Depth"), u"depth"_s, [depth](PromptBlock &block) { block.depth = depth; });
    });
    connect(m_order, &QSpinBox::valueChanged, this, [this](int order) {
        change(tr("Change Order"), u"order"_s, [order](PromptBlock &block) { block.order = order; });
    });
    connect(m_forbid, &QCheckBox::toggled, this, [this](bool on) {
        change(tr("Change Override"), {}, [on](PromptBlock &block) { block.forbidOverrides = on; });
    });
    connect(m_revert, &QToolButton::clicked, this, [this] {
        if (m_block)
            Q_EMIT revertRequested(m_block->identifier);
    });
}

QWidget *BlockForm::makeFields()
{
    auto *fields = new QWidget;
    for (const Role role : {Role::System, Role::User, Role::Assistant})
        m_role->addItem(roleName(role), int(role));
    m_place->addItem(tr("In the order"));
    m_place->addItem(tr("In the chat, at a depth"));
    m_depth->setRange(0, 9'999);
    m_depth->setToolTip(tr("Messages back from the end of the chat; 0 is after the newest message"));
    m_order->setRange(-99'999, 99'999);
    m_order->setToolTip(tr("At the same depth, a higher order comes later"));
    m_place->setObjectName(u"blockPlace"_s);
    m_triggers->setObjectName(u"blockTriggers"_s);
    m_triggers->setMenu(m_triggerMenu);
    m_triggers->setPopupMode(QToolButton::InstantPopup);
    m_triggers->setToolButtonStyle(Qt::ToolButtonTextOnly);
    m_triggers->setAccessibleName(tr("For which requests"));
    m_forbid->setToolTip(
        tr("A card's own system prompt or post-history instructions do not take this block's place"));
    m_revert->setIcon(icon(IconName::Undo));
    m_revert->setText(tr("&Revert"));
    m_revert->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_revert->setToolTip(tr("Revert this block to what the file has"));
    m_revert->setObjectName(u"revertBlock"_s);
    const auto label = [](const QString &text, QWidget *buddy) {
        auto *made = new PlainLabel(text);
        made->setBuddy(buddy);
        if (buddy->accessibleName().isEmpty())
            buddy->setAccessibleName(QString(text).remove(u'&'));
        return made;
    };
    m_depthLabel->setBuddy(m_depth);
    m_orderLabel->setBuddy(m_order);
    m_depth->setAccessibleName(QString(m_depthLabel->text()).remove(u'&'));
    m_order->setAccessibleName(QString(m_orderLabel->text()).remove(u'&'));
    auto *first = new QHBoxLayout;
    first->addWidget(label(tr("Na&me"), m_name));
    first->addWidget(m_name, 1);
    first->addSpacing(8);
    first->addWidget(label(tr("Ro&le"), m_role));
    first->addWidget(m_role);
    first->addWidget(m_revert);
    auto *second = new WrappingRow(8);
    second->addWidget(label(tr("&Position"), m_place));
    second->addWidget(m_place);
    second->addWidget(m_depthLabel);
    second->addWidget(m_depth);
    second->addWidget(m_orderLabel);
    second->addWidget(m_order);
    second->addWidget(label(tr("&For"), m_triggers));
    second->addWidget(m_triggers);
    second->addWidget(m_forbid);
    auto *rows = new QVBoxLayout(fields);
    rows->setContentsMargins(14, 10, 14, 8);
    rows->setSpacing(7);
    rows->addLayout(first);
    rows->addLayout(second);
    return fields;
}

void BlockForm::fillTriggers()
{
    QAction *all = m_triggerMenu->addAction(tr("&All Requests"));
    connect(all, &QAction::triggered, this, [this] {
        change(tr("Change Triggers"), {}, [](PromptBlock &block) { block.triggers.clear(); });
    });
    m_triggerMenu->addSeparator();
    for (const Trigger &trigger : triggers()) {
        QAction *action = m_triggerMenu->addAction(trigger.title);
        action->setCheckable(true);
        action->setData(trigger.name);
        connect(action, &QAction::triggered, this, [this, name = trigger.name](bool on) {
            change(tr("Change Triggers"), {}, [&](PromptBlock &block) {
                block.triggers.removeAll(name);
                if (on)
                    block.triggers.append(name);
            });
        });
    }
}

template <typename Change> void BlockForm::change(const QString &label, const QString &field, Change change)
{
    if (m_isFilling || !m_block)
        return;
    PromptBlock block = *m_block;
    change(block);
    say(block, label, field);
}

void BlockForm::say(const PromptBlock &block, const QString &label, const QString &field)
{
    if (block == *m_block)
        return;
    m_block = block;
    showPlace();
    Q_EMIT edited(block, label, field.isEmpty() ? QString() : field + u'/' + block.identifier);
}

void BlockForm::setTheme(const Theme &theme)
{
    m_theme = theme;
    m_text->setTheme(theme);
    m_now->setFont(theme.textFont());
    m_facts->setFont(theme.smallFont());
    QPalette dim = theme.palette();
    dim.setColor(QPalette::WindowText, theme.textDim);
    for (PlainLabel *label : {m_facts, m_meaning})
        label->setPalette(dim);
}

void BlockForm::setBlock(const std::optional<PromptBlock> &block)
{
    const bool isOther = !block || !m_block || block->identifier != m_block->identifier;
    m_block = block;
    m_isFilling = true;
    if (isOther) {
        m_text->setPlainText(block ? block->content : QString());
    } else {
        m_text->setTextKeepingPlace(block->content);
    }
    showBlock();
    m_isFilling = false;
}

void BlockForm::showBlock()
{
    setEnabled(m_block.has_value());
    const PromptBlock block = m_block.value_or(PromptBlock());
    if (m_name->text() != block.name)
        m_name->setText(block.name);
    m_role->setCurrentIndex(m_role->findData(int(block.role)));
    m_place->setCurrentIndex(int(block.placement));
    m_depth->setValue(block.depth);
    m_order->setValue(block.order);
    m_forbid->setChecked(block.forbidOverrides);
    const bool isMain = block.identifier == u"main" || block.identifier == u"jailbreak";
    m_forbid->setVisible(isMain);
    const QString meaning = block.marker ? markerMeaning(block.identifier) : QString();
    m_meaning->setText(meaning.isEmpty() && block.marker ? tr("A marker: it is replaced with other content.")
                                                         : meaning);
    m_meaning->setVisible(block.marker);
    m_text->setVisible(!block.marker);
    m_now->setVisible(block.marker);
    m_role->setEnabled(!block.marker);
    for (QAction *action : m_triggerMenu->actions()) {
        if (action->isCheckable())
            action->setChecked(block.triggers.contains(action->data().toString(), Qt::CaseInsensitive));
    }
    QStringList titles;
    for (const Trigger &trigger : triggers()) {
        if (block.triggers.contains(trigger.name, Qt::CaseInsensitive))
            titles.append(trigger.title);
    }
    m_triggers->setText(block.triggers.isEmpty() ? tr("All Requests") : titles.join(u", "_s));
    showPlace();
    showShare();
}

void BlockForm::showPlace()
{
    const bool isInChat = m_block && m_block->placement == PromptBlock::Placement::InChat;
    for (QWidget *widget : {static_cast<QWidget *>(m_depthLabel), static_cast<QWidget *>(m_depth),
                            static_cast<QWidget *>(m_orderLabel), static_cast<QWidget *>(m_order)})
        widget->setVisible(isInChat);
}

void BlockForm::setShare(const std::optional<BlockShare> &share, CountKind kind, bool isOn)
{
    m_share = share;
    m_kind = kind;
    m_isOn = isOn;
    showShare();
}

void BlockForm::showShare()
{
    if (!m_block) {
        m_facts->clear();
        return;
    }
    const QLocale locale;
    if (m_share) {
        const QString tokens =
            (m_kind == CountKind::Exact ? QString() : u"~"_s) + locale.toString(m_share->tokens);
        //: %1 is a number, with "~" before an estimate
        m_facts->setText(tr("%1 tokens in the prompt at the moment").arg(tokens));
    } else {
        const QStringList sets = m_isOn ? onlySets(m_block->content) : QStringList();
        //: %1 are names of variables
        m_facts->setText(sets.isEmpty() ? tr("Not in the prompt at the moment")
                                        : tr("Sets variables (%1); sends no text").arg(sets.join(u", "_s)));
    }
    const QString text = m_share ? m_share->text : QString();
    if (m_now->toPlainText() != text)
        m_now->setPlainText(text);
}

void BlockForm::setEdited(bool isEdited)
{
    m_revert->setVisible(isEdited);
}

void BlockForm::focusName()
{
    m_name->setFocus(Qt::OtherFocusReason);
    m_name->selectAll();
}

void BlockForm::focusText()
{
    if (m_text->isVisibleTo(this))
        m_text->setFocus(Qt::OtherFocusReason);
    else
        m_name->setFocus(Qt::OtherFocusReason);
}

} // namespace snug
