// A card that several characters share: said once, with the offer to keep secrets between them.
#pragma once

#include <QObject>

namespace snug {

struct AppContext;

class CastOffer : public QObject
{
    Q_OBJECT

public:
    explicit CastOffer(const AppContext &app, QObject *parent = nullptr);

private:
    void look();

    const AppContext &m_app;
};

} // namespace snug
