#include "core/chat/authorsnote.h"

#include "core/chat/conversation.h"

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace snug {

ChatNote chatNoteOf(const Json &metadata, const NoteSettings &defaults)
{
    const Json text = metadata.value(u"note_prompt");
    const bool isChats = !text.isUndefined() && !text.isNull();
    return {.text = isChats ? text.toText() : defaults.text,
            .interval = metadata.value(u"note_interval").toInt(defaults.interval),
            .position = metadata.value(u"note_position").toInt(defaults.position),
            .depth = metadata.value(u"note_depth").toInt(defaults.depth),
            .role = roleFromNumber(metadata.value(u"note_role").toInt(roleNumber(defaults.role)))};
}

ChatChange setChatNote(const Chat &chat, const ChatNote &note, const NoteSettings &defaults)
{
    const ChatNote before = chatNoteOf(chat.metadata(), defaults);
    QList<Json::Member> values;
    if (note.text != before.text)
        values.append({u"note_prompt"_s, Json(note.text)});
    if (note.interval != before.interval)
        values.append({u"note_interval"_s, Json(note.interval)});
    if (note.position != before.position)
        values.append({u"note_position"_s, Json(note.position)});
    if (note.depth != before.depth)
        values.append({u"note_depth"_s, Json(note.depth)});
    if (note.role != before.role)
        values.append({u"note_role"_s, Json(roleNumber(note.role))});
    return setMetadata(chat, values);
}

bool hasOwnNote(const Json &metadata)
{
    static constexpr std::array keys{QStringView(u"note_prompt"), QStringView(u"note_interval"),
                                     QStringView(u"note_position"), QStringView(u"note_depth"),
                                     QStringView(u"note_role")};
    return std::ranges::any_of(keys, [&](QStringView key) { return metadata.contains(key); });
}

} // namespace snug
