#include "core/prompt/frames/framing/relativeframe.h"

#include "core/macros/framing/valuetext.h"
#include "core/prompt/frames/framing/framinghistory.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace snug::framing {

namespace {

constexpr qint64 defaultOrder = 100;

bool isBlankContent(const Json &content)
{
    const auto text = content.asString();
    return !text || stripped(*text).isEmpty();
}

bool isOn(const Json &entry)
{
    return entry.value(u"enabled").asBool().value_or(false);
}

std::unexpected<Error> noOrder(const Json &entry)
{
    return failure(u"order: expected a whole number, found “%1”"_s.arg(valueText(entry.value(u"order"))),
                   entryLabel(entry, u"entry"_s));
}

QString skippedEntry(const Json &entry, const QString &otherwise)
{
    return QCoreApplication::translate("Prompt", "“%1” is not used: its order “%2” is not a number.")
        .arg(entryLabel(entry, otherwise), valueText(entry.value(u"order")));
}

// What stands where a frame entry stands.
class FrameWalk
{
public:
    FrameWalk(const FrameParts &parts, Reading reading, QStringList &warnings)
        : m_parts(parts)
        , m_reading(reading)
        , m_warnings(warnings)
        , m_keyText(historyText(parts.searched))
    {
    }

    Result<QList<FramedMessage>> run();

private:
    void addDescription(const Json &owner, const QString &type, const QString &id, const QString &role,
                        FramedOrigin::Kind kind);
    void addText(const Json &preset, qsizetype index, const QString &role);
    Result<void> addEntry(const Json &preset, qsizetype index);

    const FrameParts &m_parts;
    const Reading m_reading;
    QStringList &m_warnings;
    const QString m_keyText;
    QList<FramedMessage> m_messages;
};

void FrameWalk::addDescription(const Json &owner, const QString &type, const QString &id, const QString &role,
                               FramedOrigin::Kind kind)
{
    const Json description = owner.value(u"description");
    if (isBlankContent(description))
        return;
    m_messages.append({.role = role,
                       .content = TracedText(*description.asString(),
                                             Source::named(type, {}, owner.value(u"name").toText())),
                       .source = sourceOf(type, id, owner),
                       .origin = {kind, 0}});
}

void FrameWalk::addText(const Json &preset, qsizetype index, const QString &role)
{
    const Json content = preset.value(u"content");
    if (isBlankContent(content))
        return;
    QString name;
    for (const QStringView key : {u"identifier", u"name"}) {
        if (name.isEmpty() && isTruthy(preset.value(key)))
            name = valueText(preset.value(key));
    }
    const QString type = u"preset.relative"_s;
    m_messages.append(
        {.role = role,
         .content = TracedText(*content.asString(), Source::named(type, name, entryLabel(preset, name))),
         .source = sourceOf(type, u"preset_"_s + name, preset),
         .origin = {FramedOrigin::Kind::RelativePreset, index}});
}

Result<void> FrameWalk::addEntry(const Json &preset, qsizetype index)
{
    const Json given = preset.value(u"role");
    const QString lower = given.isUndefined() ? QString() : valueText(given).toLower();
    const QString role = std::ranges::find(roles, QStringView(lower)) == roles.end() ? u"system"_s : lower;
    const Json identifier = preset.value(u"identifier");
    const QString marker = isTruthy(identifier) ? valueText(identifier) : QString();
    if (marker == u"chatHistory") {
        m_messages += m_parts.history;
    } else if (marker == u"charBefore" || marker == u"charAfter") {
        const auto lore = frameLore(m_parts.lore, marker == u"charBefore" ? u"before_char" : u"after_char",
                                    m_keyText, m_reading, m_warnings);
        if (!lore)
            return std::unexpected(lore.error());
        m_messages += *lore;
    } else if (marker == u"charDescription") {
        addDescription(m_parts.character, u"char.description"_s, u"char_description"_s, role,
                       FramedOrigin::Kind::Character);
    } else if (marker == u"personaDescription") {
        addDescription(m_parts.persona, u"persona.description"_s, u"persona_description"_s, role,
                       FramedOrigin::Kind::Persona);
    } else {
        addText(preset, index, role);
    }
    return {};
}

Result<QList<FramedMessage>> FrameWalk::run()
{
    QList<qsizetype> enabled;
    for (qsizetype i = 0; i < m_parts.presets.size(); ++i) {
        const Json &preset = m_parts.presets.at(i);
        if (!isOn(preset))
            continue;
        if (!wholeNumberOr(preset.value(u"order"), defaultOrder)) {
            if (m_reading == Reading::Published)
                return noOrder(preset);
            m_warnings.append(skippedEntry(preset, u"preset"_s));
            continue;
        }
        enabled.append(i);
    }
    if (enabled.isEmpty())
        return m_parts.history;
    for (const qsizetype index : std::as_const(enabled)) {
        if (const Result<void> added = addEntry(m_parts.presets.at(index), index); !added)
            return std::unexpected(added.error());
    }
    return m_messages;
}

} // namespace

QString entryLabel(const Json &entry, const QString &otherwise)
{
    const QString name = entry.value(u"name").toText();
    return name.isEmpty() ? otherwise : name;
}

QList<Json> relativePresets(const Json &relative, const Json &document)
{
    QList<Json> presets;
    const Json entries = relative.isArray() ? relative : document.value(u"prompts");
    for (const Json &entry : entries.items()) {
        if (entry.isObject() && (relative.isArray() || entry.value(u"position").asString() == u"relative"_s))
            presets.append(entry);
    }
    return presets;
}

Result<QList<FramedMessage>> relativeFrame(const FrameParts &parts, Reading reading, QStringList &warnings)
{
    return FrameWalk(parts, reading, warnings).run();
}

bool hasKeyHit(const Json &keys, const QString &keyText)
{
    const auto occurs = [&](const QString &key) {
        const QStringView word = stripped(key);
        return !word.isEmpty() && keyText.contains(word);
    };
    if (keys.isString())
        return occurs(*keys.asString());
    return std::ranges::any_of(keys.items(),
                               [&](const Json &key) { return !key.isNull() && occurs(valueText(key)); });
}

Json loreSource(const Json &entry, const QString &type, const QString &id, const QString &role)
{
    Json source = Json::object({{u"type"_s, Json(type)}, {u"id"_s, Json(id)}});
    for (const Json::Member &member : entry.members())
        source.set(member.key == u"id" ? u"wb_id"_s : member.key, member.value);
    source.set(u"type"_s, Json(type));
    if (!source.contains(u"role"))
        source.set(u"role"_s, Json(role));
    return source;
}

Result<QList<FramedMessage>> frameLore(const QList<Json> &lore, QStringView position, const QString &keyText,
                                       Reading reading, QStringList &warnings)
{
    struct Chosen
    {
        qint64 order = 0;
        qsizetype index = 0;
    };
    QList<Chosen> chosen;
    for (qsizetype i = 0; i < lore.size(); ++i) {
        const Json &entry = lore.at(i);
        if (entry.value(u"position").asString() != position.toString() || !isOn(entry) ||
            isBlankContent(entry.value(u"content")))
            continue;
        if (entry.value(u"mode").asString() == u"conditional"_s && !hasKeyHit(entry.value(u"keys"), keyText))
            continue;
        const auto order = wholeNumberOr(entry.value(u"order"), defaultOrder);
        if (!order && reading == Reading::Published)
            return noOrder(entry);
        if (order)
            chosen.append({*order, i});
        else
            warnings.append(skippedEntry(entry, u"lore"_s));
    }
    // All are system's, so that roles decide nothing here.
    std::ranges::stable_sort(chosen, {}, &Chosen::order);

    const QString type = u"world_book."_s + position.toString();
    QList<FramedMessage> messages;
    for (const Chosen &each : std::as_const(chosen)) {
        const Json &entry = lore.at(each.index);
        const Json own = entry.value(u"id");
        const QString id =
            u"wb_"_s + (own.isUndefined() || own.isNull() ? QString::number(each.index) : valueText(own));
        messages.append({.role = u"system"_s,
                         .content = TracedText(*entry.value(u"content").asString(),
                                               Source::named(type, id, entryLabel(entry, id))),
                         .source = loreSource(entry, type, id, u"system"_s),
                         .origin = {FramedOrigin::Kind::Lore, each.index}});
    }
    return messages;
}

} // namespace snug::framing
