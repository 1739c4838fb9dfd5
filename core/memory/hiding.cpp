#include "core/memory/hiding.h"

using namespace Qt::StringLiterals;

namespace snug {

static HideMode hideMode(const Json &settings)
{
    const QString name = settings.value(u"autoHideMode").toText();
    if (name == u"all")
        return HideMode::All;
    if (name == u"last")
        return HideMode::LastScene;
    if (!name.isEmpty())
        return HideMode::None;
    if (settings.value(u"autoHideAllMessages").toBool())
        return HideMode::All;
    return settings.value(u"autoHideLastMemory").toBool() ? HideMode::LastScene : HideMode::None;
}

HidingSettings hidingSettingsFrom(const Json &settings)
{
    return {hideMode(settings), std::max(0, settings.value(u"unhiddenEntriesCount").toInt()),
            settings.value(u"unhideBeforeMemory").toBool()};
}

std::optional<MessageRange> rangeToHide(const MessageRange &scene, const HidingSettings &settings)
{
    if (settings.mode == HideMode::None)
        return {};
    const MessageRange range{settings.mode == HideMode::All ? 0 : scene.start,
                             scene.end - settings.keptVisible};
    if (range.end < range.start)
        return {};
    return range;
}

} // namespace snug
