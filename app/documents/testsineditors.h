// Prompt tests where documents are written: each editor says which of them its document would break, and a
// test that fails is looked at in the inspector.
#pragma once

#include "app/inspector/prompttestwatch.h"

#include <QObject>

namespace snug {

struct AppContext;
class PromptTestController;

class TestsInEditors : public QObject
{
    Q_OBJECT

public:
    // `tests` outlives this.
    TestsInEditors(const AppContext &app, PromptTestController *tests, QObject *parent = nullptr);

private:
    PromptTestWatch m_watch;
};

} // namespace snug
