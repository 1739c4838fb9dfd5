// The prompt that is shown, counted by the service that would read it.
#pragma once

#include "core/workspace/wholecounting.h"

namespace snug {

struct AppContext;

class CountingController : public QObject
{
    Q_OBJECT

public:
    explicit CountingController(const AppContext &app, QObject *parent = nullptr);

    WholeCounting &counting() { return m_counting; }

private:
    void follow();
    void look();
    void show(quint64 generation, int tokens);

    const AppContext &m_app;
    WholeCounting m_counting;
};

} // namespace snug
