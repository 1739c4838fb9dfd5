// Where earlier versions kept what stood in the composer: session.json.
#pragma once

#include <QMap>
#include <QString>

namespace snug {

struct AppContext;

// By "<card file>/<chat>"; they go to where drafts are now, unless a chat has one there.
void moveOldDrafts(const AppContext &app, const QMap<QString, QString> &drafts);

} // namespace snug
