// A yellow edge over a widget: what it shows is tried, not what the files make.
#pragma once

#include "widgets/inspector/overlay.h"

namespace snug {

class WhatIfEdge : public Overlay
{
    Q_OBJECT

public:
    using Overlay::Overlay;

protected:
    void paintEvent(QPaintEvent *event) override;
};

} // namespace snug
