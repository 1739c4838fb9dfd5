#include "widgets/editors/card/cardscriptspage.h"

#include "widgets/theme/plainlabel.h"

#include <QHeaderView>
#include <QTreeWidget>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

QString placesOf(const RegexScript &script)
{
    using enum RegexScript::Placement;
    QStringList places;
    for (const int placement : script.placements) {
        if (placement == int(UserInput))
            places.append(CardScriptsPage::tr("the user's"));
        else if (placement == int(AiOutput))
            places.append(CardScriptsPage::tr("replies"));
        else if (placement == int(SlashCommand))
            places.append(CardScriptsPage::tr("commands"));
        else if (placement == int(WorldInfo))
            places.append(CardScriptsPage::tr("lore"));
        else if (placement == int(Reasoning))
            places.append(CardScriptsPage::tr("thoughts"));
    }
    return places.join(u", "_s);
}

QString effectOf(const RegexScript &script)
{
    if (script.disabled)
        return CardScriptsPage::tr("off");
    if (script.displayOnly && script.promptOnly)
        return CardScriptsPage::tr("display and prompt");
    if (script.displayOnly)
        return CardScriptsPage::tr("display");
    return script.promptOnly ? CardScriptsPage::tr("prompt") : CardScriptsPage::tr("what is stored");
}

QString inOneLine(QString text)
{
    return text.replace(u'\n', u'↵');
}

} // namespace

CardScriptsPage::CardScriptsPage(QWidget *parent)
    : QWidget(parent)
    , m_state(new PlainLabel)
    , m_list(new QTreeWidget)
{
    m_state->setWordWrap(true);
    m_state->setForegroundRole(QPalette::PlaceholderText);
    m_list->setObjectName(u"cardScripts"_s);
    m_list->setAccessibleName(tr("Regex scripts of the card"));
    m_list->header()->setAccessibleName(tr("Columns of the scripts"));
    m_list->setRootIsDecorated(false);
    m_list->setHeaderLabels({tr("Name"), tr("Finds"), tr("Replaces with"), tr("In"), tr("Changes")});
    m_list->setColumnWidth(0, 150);
    m_list->setColumnWidth(1, 220);
    m_list->setColumnWidth(2, 180);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(12, 8, 12, 12);
    column->addWidget(m_state);
    column->addWidget(m_list, 1);
    setCard(Card());
}

void CardScriptsPage::setCard(const Card &card)
{
    if (m_list->topLevelItemCount() > 0 && card.regexScripts == m_scripts)
        return;
    m_scripts = card.regexScripts;
    m_list->clear();
    for (const RegexScript &script : std::as_const(m_scripts)) {
        auto *item = new QTreeWidgetItem({script.name, inOneLine(script.find), inOneLine(script.replacement),
                                          placesOf(script), effectOf(script)});
        item->setToolTip(1, script.find.left(600));
        item->setToolTip(2, script.replacement.left(600));
        m_list->addTopLevelItem(item);
    }
    m_list->setVisible(!m_scripts.isEmpty());
    m_state->setText(m_scripts.isEmpty()
                         ? tr("The card brings no regex scripts.")
                         : tr("These come with the card. They act once you allow them for this character."));
    m_state->setAlignment(m_scripts.isEmpty() ? Qt::AlignTop | Qt::AlignLeft
                                              : Qt::AlignLeft | Qt::AlignVCenter);
}

} // namespace snug
