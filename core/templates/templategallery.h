// Templates to begin with.
#pragma once

#include <QList>
#include <QString>

namespace snug {

struct GalleryTemplate
{
    QString name;
    QString purpose; // one sentence
    QString text;
    QString systemPrompt = {};
};

// The built-in layout is not among them: builtInTemplate().
QList<GalleryTemplate> templateGallery();

} // namespace snug
