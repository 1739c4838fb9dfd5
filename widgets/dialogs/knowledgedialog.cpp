#include "widgets/dialogs/knowledgedialog.h"

#include "widgets/theme/plainlabel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QGroupBox>
#include <QLineEdit>
#include <QScopedValueRollback>
#include <QSpinBox>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

enum Choice { AsInLibrary, On, Off };

std::optional<bool> flagOf(const QComboBox *box)
{
    return box->currentIndex() == AsInLibrary ? std::nullopt : std::optional(box->currentIndex() == On);
}

int indexOf(const std::optional<bool> &flag)
{
    return !flag ? AsInLibrary : *flag ? On : Off;
}

} // namespace

KnowledgeDialog::KnowledgeDialog(QWidget *parent)
    : QDialog(parent)
{
    setModal(false);
    setWindowTitle(tr("Who Knows What"));
    auto *about =
        new PlainLabel(tr("With secrets kept, a message can be meant for some of the characters only. "
                          "Each character's prompt, with its lore, macros and counts, is then made "
                          "from what that character knows."));
    about->setWordWrap(true);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    auto *column = new QVBoxLayout(this);
    column->setSpacing(12);
    column->addWidget(about);
    column->addWidget(m_chat = makeChat());
    column->addWidget(makeLibrary());
    column->addStretch();
    column->addWidget(buttons);
    setLibrary({});
    setChat({});
    resize(500, sizeHint().height());
}

QGroupBox *KnowledgeDialog::makeLibrary()
{
    auto *box = new QGroupBox(tr("All chats of this library"));
    m_enabled = new QCheckBox(tr("&Keep secrets"));
    m_tag = new QLineEdit;
    m_tag->setPlaceholderText(KnowledgeSettings::defaultTag.toString());
    m_tag->setToolTip(tr("In a message, names follow the tag, separated by commas, up to two underscores."));
    m_autoTurn = new QCheckBox(tr("Recipients of a private message &answer in turn"));
    m_queue = new QComboBox;
    m_queue->addItem(tr("Everybody who is told, unless you are told too"),
                     int(KnowledgeSettings::Queue::AllRecipients));
    m_queue->addItem(tr("Those who are named before you"), int(KnowledgeSettings::Queue::UpToUser));
    m_queue->addItem(tr("Only the first in alphabetical order"), int(KnowledgeSettings::Queue::FirstOnly));
    m_goesOn = new QCheckBox(tr("Those who still wait answer &even after a reply to everybody or to you"));
    m_rounds = new QSpinBox;
    m_rounds->setRange(1, KnowledgeSettings::mostRounds);
    m_rounds->setSuffix(tr(" replies without you"));
    m_stopNames = new QComboBox;
    m_stopNames->addItem(tr("Those of the others"), int(KnowledgeSettings::StopNames::Others));
    m_stopNames->addItem(tr("Everybody's, also the speaker's own"), int(KnowledgeSettings::StopNames::All));
    m_names = new QCheckBox(tr("Put &names before messages on connections that take messages"));
    auto *form = new QFormLayout(box);
    form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    form->addRow(m_enabled);
    form->addRow(tr("&Tag"), m_tag);
    //: AutoTurn is the name of this switch in the program gf-lt
    m_autoTurn->setToolTip(tr("AutoTurn: until a reply is for everybody, or tells you"));
    form->addRow(m_autoTurn);
    form->addRow(tr("&Who answers"), m_queue);
    form->addRow(m_goesOn);
    form->addRow(tr("At &most"), m_rounds);
    form->addRow(tr("Names that &end a reply"), m_stopNames);
    form->addRow(m_names);

    connect(m_enabled, &QCheckBox::clicked, this, &KnowledgeDialog::readLibrary);
    connect(m_tag, &QLineEdit::editingFinished, this, &KnowledgeDialog::readLibrary);
    connect(m_autoTurn, &QCheckBox::clicked, this, &KnowledgeDialog::readLibrary);
    connect(m_queue, &QComboBox::activated, this, &KnowledgeDialog::readLibrary);
    connect(m_goesOn, &QCheckBox::clicked, this, &KnowledgeDialog::readLibrary);
    connect(m_rounds, &QSpinBox::valueChanged, this, &KnowledgeDialog::readLibrary);
    connect(m_stopNames, &QComboBox::activated, this, &KnowledgeDialog::readLibrary);
    connect(m_names, &QCheckBox::clicked, this, &KnowledgeDialog::readLibrary);
    return box;
}

QGroupBox *KnowledgeDialog::makeChat()
{
    auto *box = new QGroupBox(tr("This chat"));
    m_chatEnabled = new QComboBox;
    m_chatAutoTurn = new QComboBox;
    for (QComboBox *each : {m_chatEnabled, m_chatAutoTurn})
        each->addItems({QString(), tr("Yes"), tr("No")});
    m_chatTag = new QLineEdit;
    m_chatRounds = new QSpinBox;
    m_chatRounds->setRange(0, KnowledgeSettings::mostRounds);
    m_chatRounds->setSuffix(tr(" replies without you"));
    auto *form = new QFormLayout(box);
    form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    form->addRow(tr("Keep &secrets"), m_chatEnabled);
    form->addRow(tr("Ta&g"), m_chatTag);
    form->addRow(tr("Answer in t&urn"), m_chatAutoTurn);
    form->addRow(tr("At m&ost"), m_chatRounds);

    connect(m_chatEnabled, &QComboBox::activated, this, &KnowledgeDialog::readChat);
    connect(m_chatAutoTurn, &QComboBox::activated, this, &KnowledgeDialog::readChat);
    connect(m_chatTag, &QLineEdit::editingFinished, this, &KnowledgeDialog::readChat);
    connect(m_chatRounds, &QSpinBox::valueChanged, this, &KnowledgeDialog::readChat);
    return box;
}

void KnowledgeDialog::setLibrary(const KnowledgeSettings &settings)
{
    const QScopedValueRollback filling(m_isFilling, true);
    m_library = settings;
    m_enabled->setChecked(settings.isEnabled);
    if (m_tag->text() != settings.tag)
        m_tag->setText(settings.tag);
    m_autoTurn->setChecked(settings.autoTurn);
    m_queue->setCurrentIndex(m_queue->findData(int(settings.queue)));
    m_goesOn->setChecked(settings.chainEnd == KnowledgeSettings::ChainEnd::NobodyWaits);
    m_rounds->setValue(settings.roundLimit);
    m_stopNames->setCurrentIndex(m_stopNames->findData(int(settings.stopNames)));
    m_names->setChecked(settings.namesInMessages);
    showInherited();
}

void KnowledgeDialog::setChat(const std::optional<KnowledgeOverrides> &overrides)
{
    const QScopedValueRollback filling(m_isFilling, true);
    m_overrides = overrides;
    const KnowledgeOverrides own = overrides.value_or(KnowledgeOverrides());
    m_chat->setEnabled(overrides.has_value());
    m_chatEnabled->setCurrentIndex(indexOf(own.isEnabled));
    m_chatAutoTurn->setCurrentIndex(indexOf(own.autoTurn));
    if (const QString tag = own.tag.value_or(QString()); m_chatTag->text() != tag)
        m_chatTag->setText(tag);
    m_chatRounds->setValue(own.roundLimit.value_or(0));
}

// What "as in the library" comes to.
void KnowledgeDialog::showInherited()
{
    const auto inherited = [](bool is) {
        return is ? tr("As in the library (yes)") : tr("As in the library (no)");
    };
    m_chatEnabled->setItemText(AsInLibrary, inherited(m_library.isEnabled));
    m_chatAutoTurn->setItemText(AsInLibrary, inherited(m_library.autoTurn));
    m_chatTag->setPlaceholderText(m_library.tagInEffect());
    //: %1 is a number
    m_chatRounds->setSpecialValueText(tr("As in the library (%1)").arg(m_library.roundLimit));
}

void KnowledgeDialog::readLibrary()
{
    if (m_isFilling)
        return;
    KnowledgeSettings read = m_library;
    read.isEnabled = m_enabled->isChecked();
    read.tag = m_tag->text().trimmed();
    read.autoTurn = m_autoTurn->isChecked();
    read.queue = KnowledgeSettings::Queue(m_queue->currentData().toInt());
    read.chainEnd = m_goesOn->isChecked() ? KnowledgeSettings::ChainEnd::NobodyWaits
                                          : KnowledgeSettings::ChainEnd::PublicReply;
    read.roundLimit = m_rounds->value();
    read.stopNames = KnowledgeSettings::StopNames(m_stopNames->currentData().toInt());
    read.namesInMessages = m_names->isChecked();
    if (read == m_library)
        return;
    m_library = read;
    showInherited();
    Q_EMIT libraryEdited(m_library);
}

void KnowledgeDialog::readChat()
{
    if (m_isFilling || !m_overrides)
        return;
    const QString tag = m_chatTag->text().trimmed();
    const int rounds = m_chatRounds->value();
    const KnowledgeOverrides read{.isEnabled = flagOf(m_chatEnabled),
                                  .tag = tag.isEmpty() ? std::nullopt : std::optional(tag),
                                  .autoTurn = flagOf(m_chatAutoTurn),
                                  .roundLimit = rounds == 0 ? std::nullopt : std::optional(rounds),
                                  .leavesEarlier = m_overrides->leavesEarlier};
    if (read == *m_overrides)
        return;
    m_overrides = read;
    Q_EMIT chatEdited(read);
}

} // namespace snug
