// The menu of saved filters of the list of characters: use one, save what is filtered by now, rename or
// remove one.
#pragma once

#include "widgets/library/castfilter.h"

#include <QMenu>

namespace snug {

class CastFilterMenu : public QMenu
{
    Q_OBJECT

public:
    // `button`: what shows it; its window is asked for names.
    explicit CastFilterMenu(QWidget *button);

    void setFilters(const QList<CastFilter> &filters) { m_filters = filters; }
    const QList<CastFilter> &filters() const { return m_filters; }
    // What can be saved; its name means nothing.
    void setCurrent(const CastFilter &current) { m_current = current; }
    // In the place of the one called `name`, which need not be there; says filtersChanged().
    void put(const CastFilter &filter, const QString &name);
    void take(const QString &name); // likewise
    // In all of them.
    void renameTag(const QString &from, const QString &to);

Q_SIGNALS:
    void chosen(const snug::CastFilter &filter);
    void filtersChanged(); // by the user
    void removed(const snug::CastFilter &filter);
    void replaced(const snug::CastFilter &before, const snug::CastFilter &now); // of the same name
    void renamed(const snug::CastFilter &before, const snug::CastFilter &now);

private:
    void fill();
    void askForName();
    void askForNewName(const CastFilter &filter);
    void save(const QString &name);
    void rename(const CastFilter &filter, const QString &to);
    void remove(const CastFilter &filter);

    QList<CastFilter> m_filters; // in the order in which they were saved
    CastFilter m_current;
};

} // namespace snug
