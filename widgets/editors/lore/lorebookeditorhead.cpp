#include "widgets/editors/lore/lorebookeditorhead.h"

#include "widgets/theme/plainlabel.h"

#include <QAbstractItemView>
#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QLocale>

using namespace Qt::StringLiterals;

namespace snug {

LorebookEditorHead::LorebookEditorHead(QWidget *window)
    : DocumentHead(window)
    , m_books(new QComboBox)
    , m_simulate(addMore(tr("S&imulate…"), Qt::CTRL | Qt::Key_R))
    , m_search(new QLineEdit)
    , m_kind(new QComboBox)
    , m_group(new QComboBox)
    , m_counts(new PlainLabel)
{
    m_books->setObjectName(u"loreBooks"_s);
    m_books->setAccessibleName(tr("Lorebook to edit"));
    newAction()->setText(tr("&New Lorebook…"));
    duplicateAction()->setText(tr("D&uplicate Lorebook"));
    m_simulate->setToolTip(tr("Show what these changes would have done in all past turns of the chat"));
    m_search->setObjectName(u"loreSearch"_s);
    m_search->setPlaceholderText(tr("Search titles, keys and contents"));
    m_search->setAccessibleName(m_search->placeholderText());
    m_search->setClearButtonEnabled(true);
    m_search->installEventFilter(this);
    m_kind->setObjectName(u"loreKind"_s);
    m_kind->setAccessibleName(tr("Which entries are shown"));
    using Kind = LoreFilter::Kind;
    for (const auto &[kind, text] :
         {std::pair(Kind::All, tr("All entries")), std::pair(Kind::On, tr("Those that are on")),
          std::pair(Kind::Off, tr("Those that are off")),
          std::pair(Kind::Always, tr("Those that always fire")),
          std::pair(Kind::Doubtful, tr("Those with a warning"))})
        m_kind->addItem(text, int(kind));
    m_group->setObjectName(u"loreGroup"_s);
    m_group->setAccessibleName(tr("Group that is shown"));
    for (QComboBox *box : {m_books, m_kind, m_group})
        box->view()->setAccessibleName(box->accessibleName());
    m_counts->setForegroundRole(QPalette::PlaceholderText);

    setName(m_books);
    auto *second = new QHBoxLayout;
    second->addWidget(m_search, 2);
    second->addWidget(m_kind);
    second->addWidget(m_group);
    second->addWidget(m_counts);
    second->addStretch(1);
    addRow(second);

    connect(m_books, &QComboBox::activated, this,
            [this](int row) { Q_EMIT bookChosen(m_books->itemData(row).toString()); });
    connect(m_simulate, &QAction::triggered, this, &LorebookEditorHead::simulationRequested);
    connect(m_search, &QLineEdit::textChanged, this, &LorebookEditorHead::tell);
    connect(m_kind, &QComboBox::currentIndexChanged, this, &LorebookEditorHead::tell);
    connect(m_group, &QComboBox::currentIndexChanged, this, &LorebookEditorHead::tell);
    setGroups({});
}

void LorebookEditorHead::setBooks(const QStringList &names, const QString &current)
{
    m_books->clear();
    for (const QString &name : names)
        m_books->addItem(name, name);
    m_books->setCurrentIndex(m_books->findData(current));
    m_books->setPlaceholderText(names.isEmpty() ? tr("No lorebooks yet") : tr("No lorebook"));
}

void LorebookEditorHead::setInCard()
{
    setEmbedded();
    m_books->setEnabled(false);
    m_simulate->setVisible(false);
}

void LorebookEditorHead::setGroups(const QStringList &groups)
{
    const QString before = m_group->currentData().toString();
    m_isSetting = true;
    m_group->clear();
    m_group->addItem(tr("All groups"), QString());
    for (const QString &group : groups)
        m_group->addItem(group, group);
    m_group->setCurrentIndex(std::max(0, m_group->findData(before)));
    m_isSetting = false;
    m_group->setVisible(!groups.isEmpty());
    if (m_group->currentData().toString() != before)
        tell();
}

void LorebookEditorHead::setCounts(qsizetype shown, qsizetype all)
{
    const QLocale locale;
    m_counts->setText(shown == all ? locale.toString(all)
                                   //: Numbers of entries
                                   : tr("%1 of %2").arg(locale.toString(shown), locale.toString(all)));
}

LoreFilter LorebookEditorHead::filter() const
{
    return {m_search->text(), LoreFilter::Kind(m_kind->currentData().toInt()),
            m_group->currentData().toString()};
}

void LorebookEditorHead::search(const QString &text)
{
    m_search->setFocus(Qt::ShortcutFocusReason);
    m_search->setText(text);
}

void LorebookEditorHead::clearFilter()
{
    m_isSetting = true;
    m_search->clear();
    m_kind->setCurrentIndex(0);
    m_group->setCurrentIndex(0);
    m_isSetting = false;
    tell();
}

void LorebookEditorHead::tell()
{
    if (!m_isSetting)
        Q_EMIT filterChanged(filter());
}

bool LorebookEditorHead::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_search && event->type() == QEvent::KeyPress) {
        const auto *key = static_cast<QKeyEvent *>(event);
        if (key->key() == Qt::Key_Down || key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
            Q_EMIT leftDownwards();
            return true;
        }
        if (key->key() == Qt::Key_Escape && !m_search->text().isEmpty()) {
            m_search->clear();
            return true;
        }
    }
    return DocumentHead::eventFilter(watched, event);
}

} // namespace snug
