#include "widgets/dialogs/broughtbox.h"

#include "core/wire/serverwords.h"
#include "widgets/theme/plainlabel.h"

#include <QCheckBox>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace snug {

static constexpr qsizetype longestName = 60;

// A line each, with SillyTavern's names.
static QStringList broughtLines(const BroughtChoices &choices)
{
    QStringList lines;
    const auto add = [&](const QString &line, const std::optional<QString> &value, const QString &none) {
        if (value)
            lines.append(line.arg(value->isEmpty() ? none : shownWords(*value, longestName)));
    };
    const QString off = BroughtBox::tr("off", "said of a template");
    const QString none = BroughtBox::tr("none");
    //: %1 is a name, here and below
    add(BroughtBox::tr("Preset: %1"), choices.preset, none);
    add(BroughtBox::tr("Context template: %1"), choices.context, none);
    add(BroughtBox::tr("Instruct template: %1"), choices.instruct, off);
    add(BroughtBox::tr("System prompt: %1"), choices.systemPrompt, off);
    add(BroughtBox::tr("Start Reply With: %1"), choices.replyStart, none);
    if (choices.stopStrings)
        add(BroughtBox::tr("Custom stopping strings: %1"), choices.stopStrings->join(u", "_s), none);
    return lines;
}

BroughtBox::BroughtBox(QWidget *parent)
    : QWidget(parent)
    , m_isWanted(new QCheckBox(tr("Choose with this &connection what its profile names")))
    , m_list(new PlainLabel)
{
    m_isWanted->setObjectName(u"brings"_s);
    m_list->setWordWrap(true);
    m_list->setObjectName(u"broughtList"_s);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addWidget(m_isWanted);
    column->addWidget(m_list);
    connect(m_isWanted, &QCheckBox::clicked, this, [this](bool isWanted) {
        m_choices.isOff = !isWanted;
        Q_EMIT edited();
    });
}

bool BroughtBox::isEmpty() const
{
    return m_choices.choosesNothing() && m_choices.notTaken.isEmpty();
}

void BroughtBox::setChoices(const BroughtChoices &choices)
{
    m_choices = choices;
    m_isWanted->setChecked(!choices.isOff);
    m_isWanted->setVisible(!choices.choosesNothing());
    QStringList lines = broughtLines(choices);
    if (!choices.notTaken.isEmpty())
        //: %1 is a list of SillyTavern's names for parts of a connection profile
        lines.append(tr("Not taken from SillyTavern's profile: %1")
                         .arg(shownWords(choices.notTaken.join(u", "_s), longestName * 3)));
    m_list->setText(lines.join(u'\n'));
}

} // namespace snug
