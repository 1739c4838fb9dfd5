#include "widgets/inspector/speakerstrip.h"

#include "widgets/theme/plainlabel.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QHBoxLayout>
#include <QSignalBlocker>

namespace snug {

SpeakerStrip::SpeakerStrip(QWidget *parent)
    : QWidget(parent)
    , m_label(new PlainLabel(tr("As")))
    , m_choice(new QComboBox)
{
    m_choice->setAccessibleName(tr("Whose prompt is shown"));
    m_choice->view()->setAccessibleName(m_choice->accessibleName());
    m_choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_choice->setMinimumContentsLength(12);
    m_label->setBuddy(m_choice);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(12, 6, 10, 4);
    row->addWidget(m_label);
    row->addWidget(m_choice, 1);
    connect(m_choice, &QComboBox::activated, this,
            [this](int index) { Q_EMIT lookRequested(m_choice->itemData(index).toString()); });
    setTheme(Theme::light());
    hide();
}

void SpeakerStrip::setTheme(const Theme &theme)
{
    QPalette dim = theme.palette();
    dim.setColor(QPalette::WindowText, theme.textDim);
    m_label->setPalette(dim);
    m_label->setFont(theme.smallFont());
}

void SpeakerStrip::setQueue(const SpeakerQueue &queue, const QString &shown, const QString &looked)
{
    const QSignalBlocker quiet(m_choice);
    QStringList texts;
    QStringList avatars{QString()};
    const QList<MemberTurn> all = queue.speakers + queue.silent;
    if (!queue.speakers.isEmpty()) {
        const MemberTurn &next = queue.speakers.first();
        //: %1 is a character's name, %2 why it speaks next
        texts.append(tr("%1 is next: %2").arg(next.name, reasonText(next)));
    } else {
        const auto first = std::ranges::find(all, shown, &MemberTurn::avatar);
        //: %1 is a character's name
        texts.append(first == all.cend() || !looked.isEmpty()
                         ? tr("Nobody is next")
                         : tr("Nobody is next; %1 could").arg(first->name));
    }
    for (const MemberTurn &turn : all) {
        if (turn.reason == SpeakingReason::NoCard)
            continue;
        //: a group member, and why they speak next or do not
        texts.append(tr("%1: %2").arg(turn.name, reasonText(turn)));
        avatars.append(turn.avatar);
    }
    // An open list stays as it is unless something changed.
    if (m_texts != texts) {
        m_texts = texts;
        m_choice->clear();
        for (qsizetype i = 0; i < texts.size(); ++i)
            m_choice->addItem(texts[i], avatars[i]);
        m_choice->insertSeparator(1);
    }
    m_choice->setCurrentIndex(looked.isEmpty() ? 0 : std::max(0, m_choice->findData(looked)));
    m_choice->setToolTip(m_choice->currentText());
}

} // namespace snug
