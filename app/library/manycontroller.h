// Several characters and groups at once: tagged, made favourites, exported, deleted, each as one step that
// can be taken back.
#pragma once

#include "app/library/tagcontroller.h"
#include "core/library/manyatonce.h"
#include "widgets/library/manymenu.h"

#include <QObject>

#include <functional>

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
    void exportTo(const QStringList &files, const QString &folder);
    void remove(const QList<CastKey> &whom);
    void tell(const QString &text, const std::function<void()> &undo);
    void tellProblems(const QList<Error> &problems);

    const AppContext &m_app;
    TagController m_tags; // what is done to the tags themselves
};

} // namespace snug
