// The pictures of who speaks in the open chat: in its header and beside the messages.
#pragma once

#include "widgets/theme/pictureloader.h"

#include <QObject>

namespace snug {

struct AppContext;

class ChatPictures : public QObject
{
    Q_OBJECT

public:
    explicit ChatPictures(const AppContext &app, QObject *parent = nullptr);

    // A card's file; the model alone, and nobody, have none.
    void showInHeader(const QString &cardFile);

private:
    void load(const QString &file);

    const AppContext &m_app;
    PictureLoader m_pictures;
    QString m_inHeader; // a file inside the library
};

} // namespace snug
