#include "app/chat/chatpictures.h"

#include "app/appcontext.h"
#include "core/library/library.h"
#include "widgets/chat/chatheader.h"
#include "widgets/chat/transcript.h"
#include "widgets/window/chatpane.h"

using namespace Qt::StringLiterals;

namespace snug {

ChatPictures::ChatPictures(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
{
    m_pictures.setEngine(app.pictures);
    connect(app.chatPane.transcript(), &Transcript::pictureRequested, this, &ChatPictures::load);
    connect(&m_pictures, &PictureLoader::loaded, this, [this](const QString &file, const QImage &image) {
        m_app.chatPane.transcript()->setPicture(file, image);
        if (file == m_inHeader)
            m_app.chatPane.header()->setPicture(image);
    });
}

void ChatPictures::showInHeader(const QString &cardFile)
{
    m_app.chatPane.header()->setPicture({});
    m_inHeader.clear();
    if (cardFile.isEmpty() || cardFile.contains(u'/') || cardFile == modelAloneFile())
        return;
    m_inHeader = u"characters/"_s + cardFile;
    load(m_inHeader);
}

void ChatPictures::load(const QString &file)
{
    m_pictures.load(file, m_app.library.layout().root() + u'/' + file);
}

} // namespace snug
