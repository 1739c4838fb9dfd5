#include "core/workspace/editeddocuments.h"

#include "core/workspace/activecontent.h"

namespace snug {

EditedDocuments editedDocuments(ActiveContent &content)
{
    EditedDocuments edited;
    content.edited().addTo(edited);
    edited.textTemplates = content.templates().edited();
    edited.promptTemplates = content.promptTemplates().edited();
    edited.rules = content.rules().edited();
    return edited;
}

} // namespace snug
