#include "widgets/library/castfiltermenu.h"

#include "widgets/theme/emptymenu.h"

#include <QInputDialog>

#include <algorithm>
#include <optional>

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
    QMenu *renaming = addMenu(tr("Re&name"));
    QMenu *removing = addMenu(tr("&Remove"));
    for (QMenu *menu : {renaming, removing})
        menu->setEnabled(!m_filters.isEmpty());
    for (const CastFilter &filter : std::as_const(m_filters)) {
        renaming->addAction(menuText(filter.name), this, [this, filter] { askForNewName(filter); });
        removing->addAction(menuText(filter.name), this, [this, filter] { remove(filter); });
    }
}

void CastFilterMenu::askForNewName(const CastFilter &filter)
{
    auto *dialog = new QInputDialog(parentWidget()->window());
    dialog->setObjectName(u"renameFilter"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Rename Filter"));
    dialog->setLabelText(tr("New name of “%1”").arg(filter.name));
    dialog->setTextValue(filter.name);
    dialog->setOkButtonText(tr("&Rename"));
    connect(dialog, &QInputDialog::textValueSelected, this,
            [this, filter](const QString &name) { rename(filter, name.trimmed()); });
    dialog->open();
}

// The name of another one is not taken: that would be gone.
void CastFilterMenu::rename(const CastFilter &filter, const QString &to)
{
    if (to.isEmpty() || std::ranges::contains(m_filters, to, &CastFilter::name))
        return;
    CastFilter now = filter;
    now.name = to;
    put(now, filter.name);
    Q_EMIT renamed(filter, now);
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
    const std::optional<CastFilter> before = same != m_filters.end() ? std::optional(*same) : std::nullopt;
    put(filter, filter.name);
    if (before && *before != filter)
        Q_EMIT replaced(*before, filter);
}

void CastFilterMenu::put(const CastFilter &filter, const QString &name)
{
    const auto same = std::ranges::find(m_filters, name, &CastFilter::name);
    if (same != m_filters.end())
        *same = filter;
    else
        m_filters.append(filter);
    Q_EMIT filtersChanged();
}

void CastFilterMenu::take(const QString &name)
{
    if (m_filters.removeIf([&](const CastFilter &each) { return each.name == name; }) > 0)
        Q_EMIT filtersChanged();
}

void CastFilterMenu::renameTag(const QString &from, const QString &to)
{
    bool isChanged = false;
    for (CastFilter &filter : m_filters) {
        for (QString &tag : filter.tags) {
            if (tag.compare(from, Qt::CaseInsensitive) == 0) {
                tag = to;
                isChanged = true;
            }
        }
    }
    if (isChanged)
        Q_EMIT filtersChanged();
}

void CastFilterMenu::remove(const CastFilter &filter)
{
    take(filter.name);
    Q_EMIT removed(filter);
}

} // namespace snug
