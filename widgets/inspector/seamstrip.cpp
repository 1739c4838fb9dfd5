#include "widgets/inspector/seamstrip.h"

#include "core/conversion/seamline.h"
#include "widgets/theme/plainlabel.h"

#include <QToolButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace snug {

SeamStrip::SeamStrip(QWidget *parent)
    : QWidget(parent)
    , m_toggle(new QToolButton(this))
    , m_text(new PlainLabel(this))
{
    m_toggle->setCheckable(true);
    m_toggle->setAutoRaise(true);
    m_toggle->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_toggle->setArrowType(Qt::RightArrow);
    m_toggle->setObjectName(u"seam"_s);
    m_toggle->setToolTip(tr("What became of the messages for this service"));
    m_toggle->setAccessibleName(m_toggle->toolTip());
    m_text->setWordWrap(true);
    m_text->setObjectName(u"seamLines"_s);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_text->setAccessibleName(tr("What became of the messages for this service"));
    m_text->setContentsMargins(18, 0, 0, 2);
    m_text->hide();
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(8, 2, 12, 2);
    column->setSpacing(2);
    column->addWidget(m_toggle, 0, Qt::AlignLeft);
    column->addWidget(m_text);
    hide();
    connect(m_toggle, &QToolButton::toggled, this, [this](bool on) {
        m_toggle->setArrowType(on ? Qt::DownArrow : Qt::RightArrow);
        m_text->setVisible(on);
    });
}

void SeamStrip::setTheme(const Theme &theme)
{
    QPalette dim = theme.palette();
    dim.setColor(QPalette::WindowText, theme.textDim);
    m_text->setPalette(dim);
    m_text->setFont(theme.smallFont());
    m_toggle->setFont(theme.smallFont());
}

bool SeamStrip::isUnfolded() const
{
    return m_toggle->isChecked();
}

void SeamStrip::setSeam(const QList<SeamRemark> &seam, qsizetype assembled, qsizetype sent,
                        const QStringList &leftOut)
{
    m_lines = seamLines(seam);
    QStringList heads;
    if (assembled != sent)
        //: %1, %2 are numbers of messages
        heads << tr("%1 messages go as %2").arg(assembled).arg(sent);
    else if (!m_lines.isEmpty())
        heads << tr("Messages changed for this service");
    if (!leftOut.isEmpty()) {
        heads << tr("%n thing(s) not sent", nullptr, int(leftOut.size()));
        m_lines << tr("Not sent, because the service does not take it: %1.").arg(leftOut.join(u", "_s));
    }
    m_toggle->setText(heads.join(u" · "_s));
    m_toggle->setAccessibleDescription(m_toggle->text());
    m_text->setText(m_lines.join(u'\n'));
    setVisible(!heads.isEmpty());
}

} // namespace snug
