#include "widgets/library/manymenu.h"

#include <QCoreApplication>
#include <QMenu>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

using Kind = ManyChange::Kind;

class ManyActions
{
public:
    ManyActions(const QList<CastEntry> &whom, const std::function<void(const ManyChange &)> &act)
        : m_whom(whom)
        , m_act(act)
    {
    }

    void add(QMenu *menu, const QString &text, Kind kind, const QString &tag = {}) const
    {
        QObject::connect(menu->addAction(text), &QAction::triggered, menu,
                         [act = m_act, change = ManyChange{kind, m_whom, tag}] { act(change); });
    }

    void addTags(QMenu *menu) const
    {
        add(menu, QCoreApplication::translate("ManyMenu", "Add Tag…"), Kind::AddTag);
        QStringList tags;
        for (const CastEntry &entry : m_whom) {
            for (const CardTag &tag : entry.tags) {
                if (!tags.contains(tag.name, Qt::CaseInsensitive))
                    tags.append(tag.name);
            }
        }
        tags.sort(Qt::CaseInsensitive);
        QMenu *remove = menu->addMenu(QCoreApplication::translate("ManyMenu", "Remove Tag"));
        remove->setEnabled(!tags.isEmpty());
        for (const QString &tag : std::as_const(tags))
            add(remove, QString(tag).replace(u'&', u"&&"_s), Kind::RemoveTag, tag);
    }

private:
    QList<CastEntry> m_whom;
    std::function<void(const ManyChange &)> m_act;
};

} // namespace

void fillManyMenu(QMenu *menu, const QList<CastEntry> &whom,
                  const std::function<void(const ManyChange &)> &act)
{
    const ManyActions actions(whom, act);
    menu->addAction(QCoreApplication::translate("ManyMenu", "%n chosen", nullptr, int(whom.size())))
        ->setEnabled(false);
    menu->addSeparator();
    actions.addTags(menu);
    if (!std::ranges::all_of(whom, &CastEntry::favourite))
        actions.add(menu, QCoreApplication::translate("ManyMenu", "Make Favourites"), Kind::Favourite);
    if (std::ranges::any_of(whom, &CastEntry::favourite))
        actions.add(menu, QCoreApplication::translate("ManyMenu", "No Favourites Any More"),
                    Kind::NoFavourite);
    menu->addSeparator();
    actions.add(menu, QCoreApplication::translate("ManyMenu", "Export…"), Kind::Export);
    actions.add(menu, QCoreApplication::translate("ManyMenu", "Delete"), Kind::Delete);
}

void addMarksToMenu(QMenu *menu, const CastEntry &entry, const std::function<void(const ManyChange &)> &act)
{
    const ManyActions actions({entry}, act);
    actions.addTags(menu);
    actions.add(menu,
                entry.favourite ? QCoreApplication::translate("ManyMenu", "No Favourite Any More")
                                : QCoreApplication::translate("ManyMenu", "Make a Favourite"),
                entry.favourite ? Kind::NoFavourite : Kind::Favourite);
}

} // namespace snug
