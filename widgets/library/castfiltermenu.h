// The menu of saved filters of the list of characters: use one, save what is filtered by now, remove one.
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

Q_SIGNALS:
    void chosen(const snug::CastFilter &filter);
    void filtersChanged(); // by the user
    void removed(const snug::CastFilter &filter);

private:
    void fill();
    void askForName();
    void save(const QString &name);
    void remove(const CastFilter &filter);

    QList<CastFilter> m_filters; // in the order in which they were saved
    CastFilter m_current;
};

} // namespace snug
