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

    QAction *add(QMenu *menu, const QString &text, Kind kind, const QString &what = {}) const
    {
        QAction *action = menu->addAction(text);
        QObject::connect(action, &QAction::triggered, menu,
                         [act = m_act, change = ManyChange{kind, m_whom, what}] { act(change); });
        return action;
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

    // Ticked: all of them have it. A group has its members'.
    void addLorebooks(QMenu *menu, const QStringList &lorebooks) const
    {
        const auto isCharacter = [](const CastEntry &entry) {
            return entry.kind == CastEntry::Kind::Character;
        };
        if (!std::ranges::all_of(m_whom, isCharacter))
            return;
        QStringList names = lorebooks;
        for (const CastEntry &entry : m_whom) { // what is missing can be taken away
            for (const QString &name : entry.lorebooks) {
                if (!names.contains(name))
                    names.append(name);
            }
        }
        names.sort(Qt::CaseInsensitive);
        QMenu *books = menu->addMenu(QCoreApplication::translate("ManyMenu", "Additional Lorebooks"));
        books->setEnabled(!names.isEmpty());
        for (const QString &name : std::as_const(names)) {
            const bool isTicked = std::ranges::all_of(
                m_whom, [&](const CastEntry &entry) { return entry.lorebooks.contains(name); });
            QAction *action = add(books, QString(name).replace(u'&', u"&&"_s),
                                  isTicked ? Kind::RemoveLorebook : Kind::AddLorebook, name);
            action->setCheckable(true);
            action->setChecked(isTicked);
        }
    }

private:
    QList<CastEntry> m_whom;
    std::function<void(const ManyChange &)> m_act;
};

} // namespace

void fillManyMenu(QMenu *menu, const QList<CastEntry> &whom, const QStringList &lorebooks,
                  const std::function<void(const ManyChange &)> &act)
{
    const ManyActions actions(whom, act);
    menu->addAction(QCoreApplication::translate("ManyMenu", "%n chosen", nullptr, int(whom.size())))
        ->setEnabled(false);
    menu->addSeparator();
    actions.addTags(menu);
    actions.addLorebooks(menu, lorebooks);
    if (!std::ranges::all_of(whom, &CastEntry::favourite))
        actions.add(menu, QCoreApplication::translate("ManyMenu", "Add to Favourites"), Kind::Favourite);
    if (std::ranges::any_of(whom, &CastEntry::favourite))
        actions.add(menu, QCoreApplication::translate("ManyMenu", "Remove from Favourites"),
                    Kind::NoFavourite);
    menu->addSeparator();
    actions.add(menu, QCoreApplication::translate("ManyMenu", "Duplicate"), Kind::Duplicate)
        ->setShortcut(Qt::CTRL | Qt::Key_D);
    actions.add(menu, QCoreApplication::translate("ManyMenu", "Export…"), Kind::Export);
    actions.add(menu, QCoreApplication::translate("ManyMenu", "Delete"), Kind::Delete)
        ->setShortcut(Qt::Key_Delete);
}

void addMarksToMenu(QMenu *menu, const CastEntry &entry, const QStringList &lorebooks,
                    const std::function<void(const ManyChange &)> &act)
{
    const ManyActions actions({entry}, act);
    actions.addTags(menu);
    actions.addLorebooks(menu, lorebooks);
    actions.add(menu,
                entry.favourite ? QCoreApplication::translate("ManyMenu", "Remove from Favourites")
                                : QCoreApplication::translate("ManyMenu", "Add to Favourites"),
                entry.favourite ? Kind::NoFavourite : Kind::Favourite);
}

} // namespace snug
