#include "widgets/editors/card/cardeditorhead.h"

#include <QAbstractItemView>
#include <QAction>
#include <QComboBox>
#include <QMenu>

using namespace Qt::StringLiterals;

namespace snug {

CardEditorHead::CardEditorHead(QWidget *window)
    : DocumentHead(window)
    , m_cards(new QComboBox)
{
    m_cards->setObjectName(u"cards"_s);
    m_cards->setAccessibleName(tr("Character to edit"));
    m_cards->view()->setAccessibleName(m_cards->accessibleName());
    setName(m_cards);
    newAction()->setText(tr("&New Character…"));
    duplicateAction()->setText(tr("D&uplicate Character"));
    QMenu *exports = moreMenu()->addMenu(tr("&Export"));
    for (const auto &[form, text] : {std::pair(Export::Png, tr("As a &Picture…")),
                                     std::pair(Export::CharX, tr("As an &Archive with Assets…")),
                                     std::pair(Export::JsonV3, tr("As JSON, Version &3…")),
                                     std::pair(Export::JsonV2, tr("As JSON, Version &2…"))})
        exports->addAction(text, this, [this, form] { Q_EMIT exportRequested(form); });
    moreMenu()->addSeparator();
    for (const auto &[part, text] : {std::pair(TemplatePart::Layout, tr("&Prompt Template…")),
                                     std::pair(TemplatePart::SystemPrompt, tr("&System Prompt Template…"))})
        moreMenu()->addAction(text, this, [this, part] { Q_EMIT templateRequested(part); });
    connect(m_cards, &QComboBox::activated, this,
            [this](int at) { Q_EMIT cardChosen(m_cards->itemData(at).toString()); });
}

void CardEditorHead::setCards(const QList<std::pair<QString, QString>> &cards, const QString &current)
{
    m_cards->clear();
    for (const auto &[file, name] : cards)
        m_cards->addItem(name, file);
    m_cards->setCurrentIndex(m_cards->findData(current));
}

} // namespace snug
