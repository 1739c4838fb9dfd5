#include "widgets/editors/card/cardbookpage.h"

#include "widgets/theme/plainlabel.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QGridLayout>
#include <QLocale>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace snug {

CardBookPage::CardBookPage(QWidget *parent)
    : QWidget(parent)
    , m_state(new PlainLabel)
    , m_edit(new QPushButton(tr("&Edit…")))
    , m_detach(new QPushButton(tr("Move to the &Library")))
    , m_remove(new QPushButton(tr("&Delete")))
    , m_books(new QComboBox)
    , m_attach(new QPushButton(tr("&Insert")))
    , m_link(new QComboBox)
{
    const auto heading = [](const QString &text) {
        auto *label = new PlainLabel(text);
        QFont bold = label->font();
        bold.setBold(true);
        label->setFont(bold);
        return label;
    };
    const auto note = [](const QString &text) {
        auto *label = new PlainLabel(text);
        label->setWordWrap(true);
        label->setForegroundRole(QPalette::PlaceholderText);
        return label;
    };
    m_state->setWordWrap(true);
    m_state->setObjectName(u"cardBookState"_s);
    m_edit->setObjectName(u"cardBookEdit"_s);
    m_detach->setObjectName(u"cardBookDetach"_s);
    m_attach->setObjectName(u"cardBookAttach"_s);
    m_books->setObjectName(u"cardBooks"_s);
    m_books->setAccessibleName(tr("Lorebook of the library"));
    m_link->setObjectName(u"cardLink"_s);
    m_link->setAccessibleName(tr("Linked lorebook"));
    for (QComboBox *box : {m_books, m_link}) {
        box->view()->setAccessibleName(box->accessibleName());
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(24);
    }
    auto *row = new QHBoxLayout;
    for (QPushButton *button : {m_edit, m_detach, m_remove})
        row->addWidget(button);
    row->addStretch(1);
    auto *attach = new QHBoxLayout;
    attach->addWidget(m_books);
    attach->addWidget(m_attach);
    attach->addStretch(1);
    auto *link = new QHBoxLayout;
    link->addWidget(m_link);
    link->addStretch(1);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(12, 8, 12, 12);
    column->setSpacing(8);
    column->addWidget(heading(tr("Inside the card")));
    column->addWidget(m_state);
    column->addLayout(row);
    column->addWidget(note(tr("Insert a copy of one of the library's lorebooks, replacing what is there:")));
    column->addLayout(attach);
    column->addSpacing(12);
    column->addWidget(heading(tr("Linked")));
    column->addWidget(
        note(tr("A lorebook of the library that is in effect with this character. Like SillyTavern, "
                "Snug uses the linked one; the one inside is included when the card is shared.")));
    column->addLayout(link);
    column->addStretch(1);

    connect(m_edit, &QPushButton::clicked, this, &CardBookPage::editRequested);
    connect(m_detach, &QPushButton::clicked, this, &CardBookPage::detachRequested);
    connect(m_remove, &QPushButton::clicked, this, &CardBookPage::removeRequested);
    connect(m_attach, &QPushButton::clicked, this,
            [this] { Q_EMIT attachRequested(m_books->currentData().toString()); });
    connect(m_link, &QComboBox::activated, this,
            [this](int at) { Q_EMIT linked(m_link->itemData(at).toString()); });
    setCard(Card());
    setLibraryBooks({});
}

void CardBookPage::setCard(const Card &card)
{
    const bool hasBook = card.book.has_value();
    m_state->setText(
        hasBook ? tr("%1 (entries: %2)")
                      .arg(card.book->name.isEmpty() ? tr("A lorebook without a name") : card.book->name,
                           QLocale().toString(card.book->entries.size()))
                : tr("No lorebook is in the card."));
    m_edit->setText(hasBook ? tr("&Edit…") : tr("&New…"));
    m_detach->setEnabled(hasBook);
    m_remove->setEnabled(hasBook);
    m_linked = card.linkedLorebook;
    fillLinks();
}

void CardBookPage::setLibraryBooks(const QStringList &names)
{
    m_names = names;
    m_books->clear();
    for (const QString &name : names)
        m_books->addItem(name, name);
    m_books->setEnabled(!names.isEmpty());
    m_attach->setEnabled(!names.isEmpty());
    fillLinks();
}

void CardBookPage::fillLinks()
{
    m_link->clear();
    m_link->addItem(tr("None"), QString());
    for (const QString &name : std::as_const(m_names))
        m_link->addItem(name, name);
    if (!m_linked.isEmpty() && !m_names.contains(m_linked))
        m_link->addItem(tr("%1 (not in this library)").arg(m_linked), m_linked);
    m_link->setCurrentIndex(std::max(0, m_link->findData(m_linked)));
}

} // namespace snug
