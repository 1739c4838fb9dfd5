// Opens the place that a stretch of the prompt came from, wherever it was clicked: an editor, a message, the
// composer.
#pragma once

#include "core/prompt/source.h"

#include <QObject>

namespace snug {

struct AppContext;

class SourceRouter : public QObject
{
    Q_OBJECT

public:
    explicit SourceRouter(const AppContext &app, QObject *parent = nullptr);

private:
    // `position`: in the text as it is written at its place; below 0: not known. What has no place is named
    // in the status bar.
    void open(const Source &source, qsizetype position);
    void reveal(const Source &source);
    void tell(const Source &source);

    const AppContext &m_app;
};

} // namespace snug
