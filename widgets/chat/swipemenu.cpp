#include "widgets/chat/swipemenu.h"

#include "core/wire/serverwords.h"
#include "widgets/theme/plainkey.h"

#include <QActionGroup>
#include <QKeyEvent>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

static constexpr qsizetype wordsInTheList = 70; // letters
static constexpr qsizetype wordsBeside = 600;

static QString preview(const QString &text)
{
    const qsizetype looked = std::min<qsizetype>(text.size(), 4 * wordsInTheList);
    return shownWords(text.first(looked).simplified(), wordsInTheList).replace(u'&', u"&&"_s);
}

SwipeMenu::SwipeMenu(const QStringList &texts, int shown, Making making, QWidget *parent)
    : QMenu(parent)
    , m_count(int(texts.size()))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setToolTipsVisible(true);
    auto *group = new QActionGroup(this);
    for (int i = 0; i < m_count; ++i) {
        //: an alternative of a message: its number, its first words
        QAction *item = addAction(tr("%1  %2").arg(QString::number(i + 1), preview(texts.at(i))), this,
                                  [this, i] { Q_EMIT chosen(i); });
        item->setCheckable(true);
        item->setChecked(i == shown);
        item->setData(i);
        item->setToolTip(texts.at(i).left(wordsBeside));
        group->addAction(item);
        if (i == shown)
            setActiveAction(item);
    }
    addSeparator();
    QAction *away =
        addAction(tr("&Delete This Swipe"), this, [this, shown] { Q_EMIT deleteRequested(shown); });
    away->setEnabled(m_count > 1);
    away->setShortcut(Qt::Key_Delete);
    away->setShortcutVisibleInContextMenu(true);
    addSeparator();
    for (const auto &[count, text] :
         {std::pair(1, tr("&Another Swipe")), std::pair(3, tr("&Three More Swipes")),
          std::pair(5, tr("&Five More Swipes"))}) {
        QAction *more = addAction(text, this, [this, number = count] { Q_EMIT moreRequested(number); });
        more->setEnabled(making == Making::Possible);
    }
}

void SwipeMenu::keyPressEvent(QKeyEvent *event)
{
    const QAction *item = activeAction();
    if (event->key() != Qt::Key_Delete || !isPlain(*event) || m_count < 2 || !item || !item->data().isValid())
        return QMenu::keyPressEvent(event);
    Q_EMIT deleteRequested(item->data().toInt());
    close();
}

} // namespace snug
