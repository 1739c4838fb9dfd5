#include "app/chat/backgroundcontroller.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "core/chat/chatsession.h"
#include "core/library/chatbackground.h"
#include "core/library/library.h"
#include "widgets/chat/transcript.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"

#include <QAction>
#include <QFileDialog>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace snug {

// Of its shorter side: it is faint, and is fitted anew with each size of the window.
static constexpr int enoughPixels = 900;
static const QString backgroundNotice = u"background"_s;

BackgroundController::BackgroundController(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
{
    using enum ActionId;
    using Background = ReadingBackground::Kind;
    m_pictures.setEngine(app.pictures);
    for (const auto &[id, kind] :
         {std::pair(BackgroundNone, Background::None), std::pair(BackgroundOfChat, Background::OfChat)}) {
        connect(app.actions.action(id), &QAction::triggered, this,
                [this, kind] { Q_EMIT chosen({.kind = kind, .file = m_background.file}); });
    }
    connect(app.actions.action(BackgroundOwn), &QAction::triggered, this,
            &BackgroundController::askForPicture);
    connect(&app.chat, &ChatController::sessionChanged, this, &BackgroundController::load);
    connect(&m_pictures, &PictureLoader::loaded, this, [this](const QString &file, const QImage &image) {
        if (file != m_shown)
            return;
        m_app.chatPane.transcript()->setBackground(image);
        if (image.isNull() && m_background.kind == Background::Own)
            m_app.chatPane.notices()->post(
                backgroundNotice, {Notice::Kind::Problem,
                                   tr("%1 is not a picture that can be shown behind the chat.").arg(file),
                                   {}});
    });
}

void BackgroundController::show(const ReadingBackground &background)
{
    m_background = background;
    tick();
    load();
}

void BackgroundController::askForPicture()
{
    auto *dialog = new QFileDialog(&m_app.window, tr("Picture Behind the Chat"));
    dialog->setObjectName(u"backgroundPicture"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilter(tr("Pictures (*.png *.jpg *.jpeg *.webp *.gif *.avif)"));
    const QString &before = m_background.file;
    dialog->setDirectory(before.isEmpty() ? m_app.library.layout().root() + u"/backgrounds"_s
                                          : QFileInfo(before).path());
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &file) {
        Q_EMIT chosen({.kind = ReadingBackground::Kind::Own, .file = file});
    });
    connect(dialog, &QDialog::rejected, this, &BackgroundController::tick); // what is ticked is as before
    dialog->open();
}

QString BackgroundController::wanted() const
{
    switch (m_background.kind) {
    case ReadingBackground::Kind::None:
        break;
    case ReadingBackground::Kind::Own:
        return m_background.file;
    case ReadingBackground::Kind::OfChat:
        if (const ChatSession *session = m_app.chat.session()) {
            const QString file = chatBackground(session->chat().metadata());
            return file.isEmpty() ? QString() : m_app.library.layout().root() + u'/' + file;
        }
    }
    return {};
}

void BackgroundController::tick()
{
    using enum ActionId;
    const ReadingBackground::Kind kind = m_background.kind;
    m_app.actions
        .action(kind == ReadingBackground::Kind::None  ? BackgroundNone
                : kind == ReadingBackground::Kind::Own ? BackgroundOwn
                                                       : BackgroundOfChat)
        ->setChecked(true);
}

void BackgroundController::load()
{
    const QString file = wanted();
    if (file == m_shown)
        return;
    m_shown = file;
    m_app.chatPane.notices()->dismiss(backgroundNotice);
    if (file.isEmpty())
        m_app.chatPane.transcript()->setBackground({});
    else
        m_pictures.load(file, file, enoughPixels);
}

} // namespace snug
