#include "widgets/editors/card/cardeditorhead.h"

#include "widgets/theme/icons.h"
#include "widgets/theme/plainlabel.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QHBoxLayout>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace snug {

CardEditorHead::CardEditorHead(QWidget *parent)
    : QWidget(parent)
    , m_cards(new QComboBox)
    , m_save(new QToolButton)
    , m_undo(new QToolButton)
    , m_redo(new QToolButton)
    , m_versions(new QMenu(this))
    , m_tokens(new PlainLabel)
{
    m_cards->setObjectName(u"cards"_s);
    m_cards->setAccessibleName(tr("Character to edit"));
    m_cards->view()->setAccessibleName(m_cards->accessibleName());
    m_cards->setMinimumContentsLength(22);
    m_cards->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_save->setText(tr("&Save"));
    m_undo->setIcon(icon(IconName::Undo));
    m_undo->setAccessibleName(tr("Undo"));
    m_redo->setIcon(icon(IconName::Redo));
    m_redo->setAccessibleName(tr("Redo"));
    for (QToolButton *button : {m_save, m_undo, m_redo})
        button->setFocusPolicy(Qt::StrongFocus);
    auto *versions = new QPushButton(tr("&Versions"));
    versions->setMenu(m_versions);
    auto *exports = new QPushButton(tr("&Export"));
    auto *menu = new QMenu(this);
    exports->setMenu(menu);
    for (const auto &[form, text] : {std::pair(Export::Png, tr("As a &Picture…")),
                                     std::pair(Export::CharX, tr("As an &Archive with Assets…")),
                                     std::pair(Export::JsonV3, tr("As JSON, Version &3…")),
                                     std::pair(Export::JsonV2, tr("As JSON, Version &2…"))})
        menu->addAction(text, this, [this, form] { Q_EMIT exportRequested(form); });
    auto *templates = new QPushButton(tr("&Templates"));
    templates->setObjectName(u"cardTemplates"_s);
    auto *templatesMenu = new QMenu(this);
    templates->setMenu(templatesMenu);
    for (const auto &[part, text] : {std::pair(TemplatePart::Layout, tr("&Prompt Template…")),
                                     std::pair(TemplatePart::SystemPrompt, tr("&System Prompt Template…"))})
        templatesMenu->addAction(text, this, [this, part] { Q_EMIT templateRequested(part); });
    m_tokens->setForegroundRole(QPalette::PlaceholderText);
    m_tokens->setObjectName(u"cardTokens"_s);

    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(12, 10, 12, 8);
    row->addWidget(m_cards);
    for (QWidget *button :
         std::initializer_list<QWidget *>{m_save, m_undo, m_redo, versions, exports, templates})
        row->addWidget(button);
    row->addStretch(1);
    row->addWidget(m_tokens);

    connect(m_cards, &QComboBox::activated, this,
            [this](int at) { Q_EMIT cardChosen(m_cards->itemData(at).toString()); });
    connect(m_save, &QToolButton::clicked, this, &CardEditorHead::saveRequested);
    connect(m_undo, &QToolButton::clicked, this, &CardEditorHead::undoRequested);
    connect(m_redo, &QToolButton::clicked, this, &CardEditorHead::redoRequested);
    setEdited(false);
    setUndo(tr("Undo"), false, tr("Redo"), false);
}

void CardEditorHead::setCards(const QList<std::pair<QString, QString>> &cards, const QString &current)
{
    m_cards->clear();
    for (const auto &[file, name] : cards)
        m_cards->addItem(name, file);
    m_cards->setCurrentIndex(m_cards->findData(current));
}

void CardEditorHead::setEdited(bool edited)
{
    m_save->setEnabled(edited);
}

void CardEditorHead::setUndo(const QString &undo, bool canUndo, const QString &redo, bool canRedo)
{
    m_undo->setToolTip(QString(undo).remove(u'&'));
    m_undo->setEnabled(canUndo);
    m_redo->setToolTip(QString(redo).remove(u'&'));
    m_redo->setEnabled(canRedo);
}

void CardEditorHead::setTokens(const QString &text)
{
    m_tokens->setText(text);
}

} // namespace snug
