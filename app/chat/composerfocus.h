// Where a chat is opened one can write at once.
#pragma once

#include <QObject>

namespace snug {

struct AppContext;

class ComposerFocus : public QObject
{
    Q_OBJECT

public:
    explicit ComposerFocus(const AppContext &app, QObject *parent = nullptr);
};

} // namespace snug
