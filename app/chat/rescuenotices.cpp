#include "app/chat/rescuenotices.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "core/chat/restorerescued.h"
#include "core/library/library.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/noticebar.h"

#include <QLocale>

using namespace Qt::StringLiterals;

namespace snug {

RescueNotices::RescueNotices(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
{
    connect(&app.library, &Library::opened, this, &RescueNotices::look);
    connect(&app.library, &Library::closed, this, [this] {
        for (const QString &id : std::as_const(m_shown))
            m_app.chatPane.notices()->dismiss(id);
        m_shown.clear();
    });
}

void RescueNotices::look()
{
    m_app.library.perform(
        [](LibraryStore &store) -> Result<QList<RescuedChat>> {
            return neededRescuedChats(store, rescuedChatsFolder());
        },
        this,
        [this](const Result<QList<RescuedChat>> &chats) {
            for (const RescuedChat &chat : chats.value_or(QList<RescuedChat>()))
                offer(chat);
        });
}

void RescueNotices::offer(const RescuedChat &chat)
{
    const QString id = u"rescued:"_s + chat.file;
    m_shown.append(id);
    m_app.chatPane.notices()->post(
        id,
        {Notice::Kind::Problem,
         //: %1 is a chat, %2 a time
         tr("The chat “%1” could not be saved when it was last open. What was said in it until %2 was "
            "kept elsewhere.")
             .arg(chat.reference.name, QLocale().toString(chat.written.toLocalTime(), QLocale::ShortFormat)),
         {{tr("Restore It"), [this, chat] { restore(chat); }},
          {tr("Discard"), [this, chat] { discard(chat); }}}});
}

void RescueNotices::restore(const RescuedChat &chat)
{
    const bool isOpen = m_app.chat.reference() == chat.reference;
    const QString owner = chat.reference.isGroup() ? m_app.chat.groupFile() : chat.reference.cardFile;
    if (isOpen)
        m_app.chat.close();
    m_app.library.save(
        chat.reference.name,
        [file = chat.file](LibraryStore &store) { return restoreRescuedChat(store, file); }, this,
        [this, chat, isOpen, owner](const Result<ChatReference> &restored) {
            if (!restored) {
                Q_EMIT m_app.chat.failed(restored.error());
                offer(chat);
            }
            if (isOpen)
                m_app.chat.open(chat.reference, owner);
        });
}

void RescueNotices::discard(const RescuedChat &chat)
{
    m_app.library.perform([file = chat.file](LibraryStore &store) { return discardRescuedChat(store, file); },
                          this,
                          [this, chat](const Result<void> &discarded) {
                              if (discarded)
                                  return;
                              Q_EMIT m_app.chat.failed(discarded.error());
                              offer(chat);
                          });
}

} // namespace snug
