#include "core/formats/groupfile.h"

#include "core/formats/jsontext.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

template <typename Fields> void groupFields(Fields &f)
{
    f.field(u"id"_s, &Group::id);
    f.field(u"name"_s, &Group::name);
    f.field(u"members"_s, &Group::members);
    f.field(u"avatar_url"_s, &Group::avatarUrl);
    f.field(u"allow_self_responses"_s, &Group::allowsSelfResponses);
    f.field(u"activation_strategy"_s, &Group::activation,
            NumberEnumCodec<Group::Activation::Natural, Group::Activation::Pooled>());
    f.field(u"generation_mode"_s, &Group::generation,
            NumberEnumCodec<Group::Generation::Swap, Group::Generation::AppendMuted>());
    f.field(u"disabled_members"_s, &Group::mutedMembers);
    f.field(u"fav"_s, &Group::favourite);
    f.field(u"chat_id"_s, &Group::chatId);
    f.field(u"chats"_s, &Group::chats);
    f.field(u"auto_mode_delay"_s, &Group::autoModeDelay);
    f.field(u"generation_mode_join_prefix"_s, &Group::joinPrefix);
    f.field(u"generation_mode_join_suffix"_s, &Group::joinSuffix);
    f.field(u"hideMutedSprites"_s, &Group::hidesMutedSprites);
}

Group groupOf(const Json &document, Warnings &warnings)
{
    Group group;
    const Place root;
    FieldReader reader(document, group, root, warnings);
    groupFields(reader);
    group.source = document;
    return group;
}

} // namespace

Result<GroupReading> readGroup(const QByteArray &bytes, const QString &id)
{
    const Result<Json> document = parseJson(bytes);
    if (!document)
        return std::unexpected(document.error());
    if (!document->isObject() || !document->contains(u"members"))
        return failure(QCoreApplication::translate("Group", "this is not a group"));
    GroupReading reading;
    reading.group = groupOf(*document, reading.warnings);
    if (reading.group.id.isEmpty())
        reading.group.id = id;
    return reading;
}

QByteArray writeGroup(const Group &group)
{
    const bool isNew = !group.source.isObject();
    Warnings ignored;
    Group before = groupOf(group.source, ignored);
    if (!isNew && before.id.isEmpty())
        before.id = group.id;
    return writeJson(writtenFields(group, before, [](auto &writer) { groupFields(writer); }));
}

} // namespace snug
