// What can be done with a row of lore: its menu, and the keys for it.
#include "core/lore/lorewhy.h"
#include "widgets/inspector/factmodel.h"
#include "widgets/inspector/lorepane.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QListView>
#include <QLocale>
#include <QMenu>

using namespace Qt::StringLiterals;

namespace snug {

void LorePane::makeActions()
{
    m_view->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_view, &QWidget::customContextMenuRequested, this, &LorePane::showMenu);
    const auto add = [this](const QKeySequence &key, auto act) {
        auto *action = new QAction(m_view);
        action->setShortcut(key);
        action->setShortcutContext(Qt::WidgetShortcut);
        connect(action, &QAction::triggered, this, act);
        m_view->addAction(action);
    };
    add(QKeySequence::Copy, [this] { copyChosen(); });
    add(Qt::ALT | Qt::Key_Return, [this] {
        if (const int number = numberAt(m_view->currentIndex()); number >= 0)
            tellWhy(number);
    });
}

// By mouse at the pointer, by key at the row.
void LorePane::showMenu(const QPoint &position)
{
    const QModelIndex index = m_view->indexAt(position);
    const int number = numberAt(index);
    if (number < 0)
        return;
    m_view->setCurrentIndex(index);
    auto *menu = new QMenu(this);
    menu->setObjectName(u"loreMenu"_s);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    fillMenu(menu, number);
    menu->popup(m_view->viewport()->mapToGlobal(position));
}

// The prompt may be made anew while the menu is open: what it does, it does to the entry it was opened on.
void LorePane::fillMenu(QMenu *menu, qsizetype number)
{
    const LoreTrace row = m_lore.at(number);
    if (m_hasPlaces)
        addPlaces(menu, row);
    menu->addAction(row.fired ? tr("Why it is in the prompt…") : tr("Why it is not in the prompt…"), this,
                    [this, row] {
                        if (const qsizetype now = placeOf(row.book, row.uid); now >= 0)
                            tellWhy(now);
                    })
        ->setShortcut(Qt::ALT | Qt::Key_Return);
    if (m_hasPlaces) {
        menu->addAction(tr("When it was in the prompt…"), this,
                        [this, row] { Q_EMIT storyRequested(row.book, row.uid, row.title); });
        menu->addSeparator();
        menu->addAction(row.fired ? tr("Add a test that it fires here")
                                  : tr("Add a test that it stays silent here"),
                        this, [this, row] { Q_EMIT testRequested(row.book, row.uid, row.fired); });
    }
    menu->addSeparator();
    menu->addAction(tr("Copy row"), this,
                    [this, row] {
                        if (const qsizetype now = placeOf(row.book, row.uid); now >= 0)
                            copyRows({now});
                    })
        ->setShortcut(QKeySequence::Copy);
    menu->addAction(tr("Copy all rows"), this, [this] {
        QList<qsizetype> shown;
        for (int each = 0; each < m_model->rowCount(); ++each) {
            if (m_model->fact(each).number >= 0)
                shown.append(m_model->fact(each).number);
        }
        copyRows(shown);
    });
}

void LorePane::addPlaces(QMenu *menu, const LoreTrace &row)
{
    menu->addAction(tr("Open the entry"), this, [this, row] { Q_EMIT openLoreEntry(row.book, row.uid); })
        ->setShortcut(Qt::Key_Return);
    if (const LoreDetail detail = row.details(); detail.place == LorePlace::Message)
        menu->addAction(tr("Show the message with the key"), this, [this, detail] {
            Q_EMIT messageRequested(detail.message, detail.start, detail.length);
        });
    menu->addSeparator();
    menu->addAction(row.fired ? tr("Try without it") : tr("Try with it"), this,
                    [this, row] { Q_EMIT switchRequested(row.book, row.uid, row.title); })
        ->setShortcut(Qt::Key_Space);
}

qsizetype LorePane::placeOf(const QString &book, int uid) const
{
    for (qsizetype i = 0; i < m_lore.size(); ++i) {
        if (m_lore.at(i).uid == uid && m_lore.at(i).book == book)
            return i;
    }
    return -1;
}

void LorePane::tellWhy(qsizetype number)
{
    const LoreTrace &row = m_lore.at(number);
    //: %1 is a lore entry
    const QString title = (row.fired ? tr("Why “%1” Is in the Prompt") : tr("Why “%1” Is Not in the Prompt"))
                              .arg(titleOf(number));
    QStringList lines = loreWhy(m_lore, number);
    if (!lines.isEmpty())
        lines.append(QString());
    lines.append(tr("Lorebook: %1").arg(row.book));
    if (const int tokens = tokensOf(number); tokens > 0) {
        const QString count = (m_kind == CountKind::Exact ? QString() : u"~"_s) + QLocale().toString(tokens);
        lines.append(row.fired ? tr("Tokens in the prompt: %1").arg(count)
                               //: Of a lore entry that did not get into the prompt
                               : tr("Tokens of its text: %1").arg(count));
    }
    if (row.round > 0)
        //: The scan for lore goes on in rounds, as what fired may hold keys
        lines.append(tr("Decided in round %1 of the scan").arg(row.round));
    Q_EMIT whyRequested(title, reasonOf(number), lines);
}

void LorePane::copyChosen()
{
    if (const int number = numberAt(m_view->currentIndex()); number >= 0)
        copyRows({number});
}

// A line a row with tabs between the columns, as tables take it.
void LorePane::copyRows(const QList<qsizetype> &numbers)
{
    QStringList lines;
    for (const qsizetype number : numbers) {
        const LoreTrace &row = m_lore.at(number);
        QStringList columns{titleOf(number), row.book, row.fired ? tr("fired") : tr("silent"),
                            reasonOf(number), QString::number(tokensOf(number))};
        for (QString &column : columns)
            column = column.simplified();
        lines.append(columns.join(u'\t'));
    }
    QGuiApplication::clipboard()->setText(lines.join(u'\n'));
    Q_EMIT copied(tr("%n row(s) copied", nullptr, int(lines.size())));
}

} // namespace snug
