// The picture behind the story: the chat's own, one that the user chose, or none.
#pragma once

#include "widgets/chat/readinglook.h"
#include "widgets/theme/pictureloader.h"

#include <QObject>

namespace snug {

struct AppContext;

class BackgroundController : public QObject
{
    Q_OBJECT

public:
    explicit BackgroundController(const AppContext &app, QObject *parent = nullptr);

    void show(const ReadingBackground &background);

Q_SIGNALS:
    void chosen(const snug::ReadingBackground &background); // by the user

private:
    void askForPicture();
    void tick();
    void load();
    QString wanted() const; // absolute; empty: none

    const AppContext &m_app;
    PictureLoader m_pictures;
    ReadingBackground m_background;
    QString m_shown;
};

} // namespace snug
