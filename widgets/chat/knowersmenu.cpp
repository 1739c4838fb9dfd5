#include "widgets/chat/knowersmenu.h"

#include <QKeyEvent>
#include <QMouseEvent>

using namespace Qt::StringLiterals;

namespace snug {

KnowersMenu::KnowersMenu(const QStringList &names, const QStringList &knowers, const QString &sender,
                         QWidget *parent)
    : QMenu(parent)
    , m_sender(sender)
{
    setAttribute(Qt::WA_DeleteOnClose);
    addSection(tr("Who knows this message"));
    m_everybody = addAction(tr("&Everybody"));
    m_everybody->setCheckable(true);
    m_everybody->setChecked(knowers.isEmpty());
    addSeparator();
    QStringList all = names;
    for (const QString &name : knowers) { // somebody who has left
        if (!all.contains(name))
            all.append(name);
    }
    all.removeAll(sender);
    all.prepend(sender);
    for (const QString &name : std::as_const(all)) {
        QAction *item = addAction(QString(name).replace(u'&', u"&&"_s));
        item->setCheckable(true);
        item->setData(name);
        item->setChecked(knowers.contains(name));
        item->setEnabled(name != sender);
        m_names.append(item);
    }
    m_before = picked();
    connect(this, &QMenu::triggered, this, &KnowersMenu::pick);
}

// Whoever said it is with those who are picked, and nobody by themselves.
void KnowersMenu::pick(const QAction *item)
{
    bool isAnybody = false;
    for (QAction *each : std::as_const(m_names)) {
        if (item == m_everybody)
            each->setChecked(false);
        isAnybody = isAnybody || (each->isEnabled() && each->isChecked());
    }
    const bool isEverybodys = item == m_everybody || !isAnybody;
    m_everybody->setChecked(isEverybodys);
    m_names.first()->setChecked(!isEverybodys);
}

QStringList KnowersMenu::picked() const
{
    QStringList names;
    for (const QAction *item : m_names) {
        if (item->isChecked())
            names.append(item->data().toString());
    }
    return names;
}

void KnowersMenu::mouseReleaseEvent(QMouseEvent *event)
{
    if (QAction *item = actionAt(event->position().toPoint()); item && item->isEnabled())
        item->trigger();
    else
        QMenu::mouseReleaseEvent(event);
}

void KnowersMenu::keyPressEvent(QKeyEvent *event)
{
    m_isDropped = event->key() == Qt::Key_Escape;
    if (QAction *item = activeAction(); event->key() == Qt::Key_Space && item && item->isEnabled())
        return item->trigger();
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        close();
        return;
    }
    QMenu::keyPressEvent(event);
}

void KnowersMenu::hideEvent(QHideEvent *event)
{
    QMenu::hideEvent(event);
    if (!std::exchange(m_isDropped, true) && picked() != m_before)
        Q_EMIT chosen(picked());
}

} // namespace snug
