#include "app/library/leavinglibrary.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "app/library/saveproblems.h"
#include "core/library/library.h"
#include "widgets/theme/plainmessagebox.h"
#include "widgets/window/mainwindow.h"

#include <QCoreApplication>
#include <QMessageBox>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

struct LeavingText
{
    Q_DECLARE_TR_FUNCTIONS(LeavingLibrary)
};

bool isOnlyInMemory(const SaveStatus &state)
{
    return state.kind == SaveStatus::Kind::Failed && state.keptIn.isEmpty();
}

QStringList whatWouldBeLost(const AppContext &app)
{
    QStringList contents = unsavedContents(app.library);
    ChatSession *session = app.chat.session();
    bool isChatLost = session && isOnlyInMemory(session->record().saver().state());
    for (const auto &left : app.chat.left().chats())
        isChatLost = isChatLost || isOnlyInMemory(left->saver->state());
    if (isChatLost)
        contents.prepend(LeavingText::tr("what was said in a chat", "inside a sentence"));
    return contents;
}

} // namespace

void leaveLibrary(const AppContext &app, const std::function<void()> &go)
{
    const QStringList lost = app.library.isOpen() ? whatWouldBeLost(app) : QStringList();
    const QString id = u"leaveLibraryUnsaved"_s;
    if (lost.isEmpty())
        return go();
    if (app.window.findChild<QMessageBox *>(id))
        return;
    //: %1 is a list of contents: "your connections, the record of requests"
    const QString text = LeavingText::tr("Could not be saved: %1.").arg(lost.join(u", "_s));
    QMessageBox *box = newPlainMessageBox(QMessageBox::Warning, LeavingText::tr("Not Saved"), text,
                                          QMessageBox::Cancel, &app.window);
    box->setObjectName(id);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setInformativeText(
        LeavingText::tr("It is lost when another library is opened. Make room on the disk or "
                        "allow writing in this one, and it is saved automatically."));
    QPushButton *open = box->addButton(LeavingText::tr("&Open and Lose It"), QMessageBox::DestructiveRole);
    box->setDefaultButton(QMessageBox::Cancel);
    QObject::connect(open, &QPushButton::clicked, box, go);
    box->open();
}

} // namespace snug
