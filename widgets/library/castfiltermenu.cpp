#include "widgets/library/castfiltermenu.h"

#include "widgets/theme/emptymenu.h"

#include <QInputDialog>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

static QString menuText(const QString &name)
{
    return QString(name).replace(u'&', u"&&"_s);
}

CastFilterMenu::CastFilterMenu(QWidget *button)
    : QMenu(button)
{
    setTitle(tr("Filte&rs"));
    connect(this, &QMenu::aboutToShow, this, &CastFilterMenu::fill);
}

void CastFilterMenu::fill()
{
    emptyMenu(this);
    for (const CastFilter &filter : std::as_const(m_filters)) {
        QAction *action = addAction(menuText(filter.name), this, [this, filter] { Q_EMIT chosen(filter); });
        action->setCheckable(true);
        action->setChecked(filter.words == m_current.words && filter.tags == m_current.tags);
    }
    if (m_filters.isEmpty())
        addAction(tr("No Saved Filters"))->setEnabled(false);
    addSeparator();
    QAction *show = addAction(tr("Show &All"), this, [this] { Q_EMIT chosen({}); });
    show->setEnabled(!m_current.isEmpty());
    QAction *save = addAction(tr("&Save This Filter…"), this, &CastFilterMenu::askForName);
    save->setEnabled(!m_current.isEmpty());
    QMenu *removing = addMenu(tr("&Remove"));
    removing->setEnabled(!m_filters.isEmpty());
    for (const CastFilter &filter : std::as_const(m_filters))
        removing->addAction(menuText(filter.name), this, [this, filter] { remove(filter); });
}

void CastFilterMenu::askForName()
{
    auto *dialog = new QInputDialog(parentWidget()->window());
    dialog->setObjectName(u"saveFilter"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Save Filter"));
    dialog->setLabelText(tr("Name of the filter"));
    QStringList parts = m_current.tags;
    if (!m_current.words.trimmed().isEmpty())
        parts.prepend(m_current.words.trimmed());
    dialog->setTextValue(parts.join(u", "_s));
    dialog->setOkButtonText(tr("&Save"));
    connect(dialog, &QInputDialog::textValueSelected, this, &CastFilterMenu::save);
    dialog->open();
}

// A name that is there already stands for the new filter from now on.
void CastFilterMenu::save(const QString &name)
{
    CastFilter filter = m_current;
    filter.name = name.trimmed();
    if (filter.name.isEmpty())
        return;
    const auto same = std::ranges::find(m_filters, filter.name, &CastFilter::name);
    if (same != m_filters.end())
        *same = filter;
    else
        m_filters.append(filter);
    Q_EMIT filtersChanged();
}

void CastFilterMenu::remove(const CastFilter &filter)
{
    m_filters.removeOne(filter);
    Q_EMIT filtersChanged();
    Q_EMIT removed(filter);
}

} // namespace snug
