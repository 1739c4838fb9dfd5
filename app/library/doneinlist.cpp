#include "app/library/doneinlist.h"

#include "app/appcontext.h"
#include "app/chat/undosteps.h"
#include "widgets/window/chatpane.h"

#include <QCoreApplication>
#include <QUuid>

namespace snug {

void tellDone(const AppContext &app, const DoneInList &done)
{
    const QString step = QUuid::createUuid().toString();
    NoticeBar *notices = app.chatPane.notices();
    app.undoSteps.push({.undoText = done.undoText,
                        .redoText = done.redoText,
                        .undo =
                            [notices, id = done.notice, undo = done.undo] {
                                notices->dismiss(id);
                                undo();
                            },
                        .redo = done.redo,
                        .kind = step,
                        .isInLists = true});
    notices->post(done.notice, {done.kind,
                                done.text,
                                {{QCoreApplication::translate("DoneInList", "Undo"),
                                  [&steps = app.undoSteps, step] { steps.takeBack(step); }}},
                                Notice::Until::Told});
}

} // namespace snug
