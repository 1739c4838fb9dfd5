// A veil over a widget: what lies under it is readable but visibly not current.
#pragma once

#include "widgets/inspector/overlay.h"

namespace snug {

class VeilOverlay : public Overlay
{
    Q_OBJECT

public:
    using Overlay::Overlay;

protected:
    void paintEvent(QPaintEvent *event) override;
};

} // namespace snug
