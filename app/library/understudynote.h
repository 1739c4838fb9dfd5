// As long as the built-in stand-in answers, a notice says so, with the ways to something better.
#pragma once

#include <QObject>
#include <QStringList>

namespace snug {

struct AppContext;
struct LocalOffers;

class UnderstudyNote : public QObject
{
    Q_OBJECT

public:
    explicit UnderstudyNote(const AppContext &app, QObject *parent = nullptr);

private:
    // What the notice offers.
    struct Offer
    {
        bool folder = false;
        QStringList programs;
        bool operator==(const Offer &) const = default;
    };

    void refresh();
    void post(const LocalOffers &local);

    const AppContext &m_app;
    Offer m_offer; // of the notice that is shown
};

} // namespace snug
