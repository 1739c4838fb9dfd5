// Tags as such, not who has them: called otherwise, coloured, deleted, each as one step that can be taken
// back.
#pragma once

#include "core/library/tagediting.h"
#include "widgets/library/tagmenu.h"

#include <QObject>

#include <functional>

namespace snug {

struct AppContext;

class TagController : public QObject
{
    Q_OBJECT

public:
    explicit TagController(const AppContext &app, QObject *parent = nullptr);

private:
    using Change = std::function<Result<TagBefore>(LibraryStore &store)>;
    struct Done
    {
        QString text;
        QString from; // the name that is filtered by
        QString to;   // empty: no more
    };
    void act(const QString &tag, TagAct act);
    void askForName(const QString &tag);
    void askForColour(const QString &tag);
    void perform(const Change &change, const Done &done);
    void followInFilters(const QString &from, const QString &to);

    const AppContext &m_app;
};

} // namespace snug
