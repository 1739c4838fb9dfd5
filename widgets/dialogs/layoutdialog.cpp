#include "widgets/dialogs/layoutdialog.h"

#include "widgets/theme/plainlabel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace snug {

LayoutDialog::LayoutDialog(QWidget *parent)
    : QDialog(parent)
{
    setModal(false);
    setWindowTitle(tr("Prompt Layout"));
    auto *about = new PlainLabel(tr("What the modes leave to you, for all chats of this library. The "
                                    "inspector shows at once what changes."));
    about->setWordWrap(true);
    auto *form = new QFormLayout;
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    addChoices(form);
    addTemplates(form);
    addSwitches(form);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close | QDialogButtonBox::Reset);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    connect(buttons->button(QDialogButtonBox::Reset), &QPushButton::clicked, this, [this] {
        setLayoutSettings({});
        Q_EMIT edited(m_settings);
    });
    auto *column = new QVBoxLayout(this);
    column->setSpacing(12);
    column->addWidget(about);
    column->addLayout(form);
    column->addStretch();
    column->addWidget(buttons);
    setLayoutSettings({});
    resize(560, sizeHint().height());
}

void LayoutDialog::addChoices(QFormLayout *form)
{
    using Joining = LayoutSettings::Joining;
    using Order = LayoutSettings::Order;
    m_joining = new QComboBox;
    m_joining->setObjectName(u"joining"_s);
    m_joining->addItem(tr("As the mode does"), int(Joining::ByForm));
    m_joining->addItem(tr("System messages, an empty line between them"), int(Joining::OneSystem));
    m_joining->addItem(tr("System messages, a line each"), int(Joining::SystemNeighbours));
    m_joining->addItem(tr("All neighbours of one role, a line each"), int(Joining::Neighbours));
    m_joining->addItem(tr("None"), int(Joining::Separate));
    m_order = new QComboBox;
    m_order->setObjectName(u"order"_s);
    m_order->addItem(tr("As the mode does"), int(Order::ByForm));
    m_order->addItem(tr("100001, which SillyTavern uses"), int(Order::InUse));
    m_order->addItem(tr("100000, which smelt uses"), int(Order::Default));
    m_order->addItem(tr("The first in the preset"), int(Order::First));
    m_lore = new QCheckBox(tr("&Lorebooks, memories and side prompts, also merged or without a preset"));
    m_lore->setObjectName(u"loreWhereMerged"_s);
    m_injected = new QCheckBox(tr("Keys of lore around the chat also match in&jected texts (framing)"));
    m_injected->setObjectName(u"keysSeeInjected"_s);
    form->addRow(tr("&Join messages"), m_joining);
    form->addRow(tr("Prompt &order"), m_order);
    form->addRow(m_lore);
    form->addRow(m_injected);
    connect(m_joining, &QComboBox::activated, this, &LayoutDialog::read);
    connect(m_order, &QComboBox::activated, this, &LayoutDialog::read);
    connect(m_lore, &QCheckBox::clicked, this, &LayoutDialog::read);
    connect(m_injected, &QCheckBox::clicked, this, &LayoutDialog::read);
}

void LayoutDialog::addTemplates(QFormLayout *form)
{
    auto *roles = new QHBoxLayout;
    m_joined = {{Role::System, new QCheckBox(tr("&System"))},
                {Role::User, new QCheckBox(tr("&User"))},
                {Role::Assistant, new QCheckBox(tr("&Assistant"))}};
    for (const auto &[role, box] : std::as_const(m_joined)) {
        box->setObjectName(u"joined-"_s + roleName(role));
        roles->addWidget(box);
        connect(box, &QCheckBox::clicked, this, &LayoutDialog::read);
    }
    roles->addStretch();
    //: Behind it: System, User, Assistant
    form->addRow(tr("Templates join neighbours of"), roles);
}

void LayoutDialog::addSwitches(QFormLayout *form)
{
    const auto add = [&](const QString &name, const QString &text) {
        auto *box = new QCheckBox(text);
        box->setObjectName(name);
        form->addRow(box);
        connect(box, &QCheckBox::clicked, this, &LayoutDialog::read);
        return box;
    };
    m_nameOnce = add(u"nameOnce"_s, tr("Send the &name once where a message is continued as plain text"));
    m_nameOnce->setToolTip(tr("SillyTavern sends it twice where there is no instruct template"));
    m_textNumbers =
        add(u"textNumbers"_s, tr("Read &positions, depths and switches that a preset has as text"));
    m_textNumbers->setToolTip(tr("SillyTavern does not: such a prompt is in the wrong place, not sent, or "
                                 "sent though it is switched off"));
    m_cleans = add(u"cleansReplies"_s, tr("&Clean replies before they are stored, as SillyTavern does"));
    m_cleans->setToolTip(
        tr("Other speakers' lines, the speaker's own name, marks of templates and blanks go; "
           "what was cut stays with the message"));
}

void LayoutDialog::setLayoutSettings(const LayoutSettings &settings)
{
    m_settings = settings;
    m_joining->setCurrentIndex(m_joining->findData(int(settings.joining)));
    m_order->setCurrentIndex(m_order->findData(int(settings.order)));
    m_lore->setChecked(settings.loreWhereMerged);
    m_injected->setChecked(settings.keysSeeInjected);
    m_nameOnce->setChecked(!settings.namesTwice);
    m_textNumbers->setChecked(settings.readsTextNumbers);
    m_cleans->setChecked(settings.cleansReplies);
    for (const auto &[role, box] : std::as_const(m_joined))
        box->setChecked(settings.joinedInTemplates.contains(role));
}

void LayoutDialog::read()
{
    m_settings.joining = LayoutSettings::Joining(m_joining->currentData().toInt());
    m_settings.order = LayoutSettings::Order(m_order->currentData().toInt());
    m_settings.loreWhereMerged = m_lore->isChecked();
    m_settings.keysSeeInjected = m_injected->isChecked();
    m_settings.namesTwice = !m_nameOnce->isChecked();
    m_settings.readsTextNumbers = m_textNumbers->isChecked();
    m_settings.cleansReplies = m_cleans->isChecked();
    m_settings.joinedInTemplates.clear();
    for (const auto &[role, box] : std::as_const(m_joined)) {
        if (box->isChecked())
            m_settings.joinedInTemplates.append(role);
    }
    Q_EMIT edited(m_settings);
}

} // namespace snug
