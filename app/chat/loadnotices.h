// What could not be read of the open chat's file, line by line, and where it is.
#pragma once

#include "core/library/chatfiles.h"

#include <QObject>

namespace snug {

struct AppContext;

class LoadNotices : public QObject
{
    Q_OBJECT

public:
    explicit LoadNotices(const AppContext &app, QObject *parent = nullptr);

    static QString noticeId();

private:
    void show(const LoadedChat &chat);
    void report(const QString &file, bool isTorn, const QString &lines);

    const AppContext &m_app;
};

} // namespace snug
