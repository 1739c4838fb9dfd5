// Text being written, with its spans.
#pragma once

#include "core/templates/templatevalue.h"

namespace snug {

struct TemplateOutput
{
    QString text;
    std::vector<TemplateSpan> spans;

    void append(QStringView added, int origin = -1, int line = 0, int templateIndex = 0);
    // Pieces that know their line keep it.
    void append(const TemplateText &added, int line = 0, int templateIndex = 0);
    TemplateText taken(bool isSafe);
};

} // namespace snug
