// Several characters and groups at once: tagged, made favourites, exported, deleted, each as one step that
// can be taken back.
#pragma once

#include "app/library/tagcontroller.h"
#include "core/library/manyatonce.h"
#include "widgets/library/manymenu.h"

#include <QObject>

#include <functional>
#include <memory>

namespace snug {

struct AppContext;

class ManyController : public QObject
{
    Q_OBJECT

public:
    explicit ManyController(const AppContext &app, QObject *parent = nullptr);

    void change(const ManyChange &change);

private:
    void askForTag(const QList<CastKey> &whom);
    void changeTag(const QList<CastKey> &whom, const QString &tag, TagChange change);
    void changeLorebook(const QList<CastKey> &whom, const QString &book, LorebookChange change);
    void changeFolder(const QString &tag, TagFolder folder);
    void setFavourites(const QList<CastKey> &whom, bool favourite);
    void askWhereTo(const QList<CastEntry> &whom);
    void copyGroups(const QList<CastKey> &whom);
    struct Exported
    {
        bool isGroup = false;
        QString file;
        QString name; // outside, without its end
    };
    void exportTo(const QList<Exported> &all, const QString &folder);
    void letGo(const QList<CastKey> &whom); // of the open chat and what goes on beside it
    void remove(const QList<CastKey> &whom);
    void removeAgain(const QList<CastKey> &whom, const std::shared_ptr<QStringList> &ids);
    void restore(const std::shared_ptr<QStringList> &ids);
    void tell(const QString &text, const std::function<void()> &undo, const std::function<void()> &redo = {});
    void carryOut(const std::function<Result<void>(LibraryStore &store)> &act);
    void tellProblems(const QList<Error> &problems);

    const AppContext &m_app;
    TagController m_tags; // what is done to the tags themselves
};

} // namespace snug
