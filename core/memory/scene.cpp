#include "core/memory/scene.h"

#include "core/model/whitespace.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace snug {

SceneSource sceneSource(const QList<Message> &messages)
{
    return SceneSource(messages.cbegin(), messages.cend());
}

QString sceneFaultCode(SceneFault fault)
{
    switch (fault) {
    case SceneFault::MarkerMissing:
        return u"marker_missing"_s;
    case SceneFault::StartAfterEnd:
        return u"start_after_end"_s;
    case SceneFault::OutOfBounds:
        return u"out_of_bounds"_s;
    case SceneFault::NoVisibleMessages:
        return u"no_visible_messages"_s;
    }
    Q_UNREACHABLE_RETURN({});
}

QString sceneFaultText(SceneFault fault)
{
    const auto text = [](const char *source) { return QCoreApplication::translate("Scene", source); };
    switch (fault) {
    case SceneFault::MarkerMissing:
        return text(QT_TRANSLATE_NOOP("Scene", "The scene has no start or no end. Mark both."));
    case SceneFault::StartAfterEnd:
        return text(QT_TRANSLATE_NOOP("Scene", "The scene starts after its end. Mark it again."));
    case SceneFault::OutOfBounds:
        return text(QT_TRANSLATE_NOOP("Scene", "The scene reaches past the chat. Mark it again."));
    case SceneFault::NoVisibleMessages:
        return text(QT_TRANSLATE_NOOP(
            "Scene", "Every message of the scene is hidden. Show some, or mark another scene."));
    }
    Q_UNREACHABLE_RETURN({});
}

static SceneMessage sceneMessage(const Message &message, int number)
{
    SceneMessage result;
    result.number = number;
    result.name = javaScriptTrimmed(message.name).toString();
    if (result.name.isEmpty())
        result.name = u"Unknown"_s;
    QString text = message.text;
    text.replace(u"\r\n"_s, u"\n"_s);
    result.text = javaScriptTrimmed(text).toString();
    result.sendDate = message.sendDate;
    result.isUser = message.isUser;
    return result;
}

std::expected<Scene, SceneFault> compileScene(const SceneSource &chat, const SceneMarkers &markers,
                                              const SceneNames &names, const QDateTime &now)
{
    const std::optional<MessageRange> range = markers.range();
    if (!range)
        return std::unexpected(SceneFault::MarkerMissing);
    if (range->start > range->end)
        return std::unexpected(SceneFault::StartAfterEnd);
    if (range->start < 0 || range->end >= chat.size())
        return std::unexpected(SceneFault::OutOfBounds);
    Scene scene;
    scene.range = *range;
    scene.names = names;
    scene.chatLength = int(chat.size());
    scene.compiledAt = now;
    for (int number = range->start; number <= range->end; ++number) {
        const std::optional<Message> &message = chat.at(number);
        if (!message)
            ++scene.gapsSkipped;
        else if (message->isHidden)
            ++scene.hiddenSkipped;
        else
            scene.messages.append(sceneMessage(*message, number));
    }
    if (scene.messages.isEmpty())
        return std::unexpected(SceneFault::NoVisibleMessages);
    return scene;
}

int visibleMessagesSince(const SceneSource &chat, int after, int through)
{
    int count = 0;
    const int last = int(std::min<qsizetype>(through, chat.size() - 1));
    for (int number = std::max(0, after + 1); number <= last; ++number) {
        if (chat.at(number) && !chat.at(number)->isHidden)
            ++count;
    }
    return count;
}

} // namespace snug
