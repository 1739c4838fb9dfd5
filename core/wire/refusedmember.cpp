#include "core/wire/refusedmember.h"

#include "core/wire/serviceask.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// Without them there is nothing to answer, or nobody to read the answer.
bool isEssential(const QString &path)
{
    static const QStringList keys{u"model"_s,
                                  u"messages"_s,
                                  u"contents"_s,
                                  u"prompt"_s,
                                  u"input"_s,
                                  u"system"_s,
                                  u"systemInstruction"_s,
                                  u"stream"_s,
                                  u"generationConfig"_s,
                                  u"options"_s,
                                  u"parameters"_s,
                                  u"params"_s};
    return keys.contains(path);
}

// "generation_config" for what the body calls "generationConfig".
QString camelCased(const QString &name)
{
    QString cased;
    for (const QChar letter : name) {
        if (cased.endsWith(u'_')) {
            cased.chop(1);
            cased += letter.toUpper();
        } else {
            cased += letter;
        }
    }
    return cased;
}

// xAI says "frequencyPenalty" of "frequency_penalty".
QString snakeCased(const QString &name)
{
    QString cased;
    for (const QChar letter : name) {
        if (letter.isUpper() && !cased.isEmpty())
            cased += u'_';
        cased += letter.toLower();
    }
    return cased;
}

QString spelledIn(const Json &object, const QString &name)
{
    for (const QString &key : {name, camelCased(name), snakeCased(name)}) {
        if (object.contains(key))
            return key;
    }
    return {};
}

// As the body spells them. The last step may be the member's value: "thinking.type.disabled".
QStringList followed(Json here, const QStringList &steps)
{
    QStringList path;
    for (const QString &step : steps) {
        if (here.isString() && !path.isEmpty())
            return here.toText() == step ? path : QStringList();
        const QString key = here.isObject() ? spelledIn(here, step) : QString();
        if (key.isEmpty())
            return {};
        path << key;
        here = here.value(key);
    }
    return path;
}

// Of objects that hold settings, where a server says only the member's name.
const QList<QStringList> &settingGroups()
{
    static const QList<QStringList> groups{{u"generationConfig"_s},
                                           {u"options"_s},
                                           {u"parameters"_s},
                                           {u"params"_s},
                                           {u"generationConfig"_s, u"thinkingConfig"_s},
                                           {u"reasoning"_s},
                                           {u"output_config"_s},
                                           {u"text"_s},
                                           {u"stream_options"_s},
                                           {u"thinking"_s},
                                           {u"chat_template_kwargs"_s}};
    return groups;
}

QStringList pathIn(const Json &body, const QStringList &steps)
{
    // Some say in front where the body begins: "body.top_k", "generation_config.top_k" of a "topK" elsewhere.
    for (qsizetype i = 0; i < steps.size(); ++i) {
        if (const QStringList path = followed(body, steps.sliced(i)); !path.isEmpty())
            return path;
    }
    for (const QStringList &group : settingGroups()) {
        if (const QStringList path = followed(body, group + QStringList{steps.last()}); !path.isEmpty())
            return path;
    }
    return {};
}

// What stays of the object would be refused for what it lacks.
bool isOfAWhole(const QStringList &path)
{
    return path.size() > 1 && (path.last() == u"type" || path.last() == u"budget_tokens");
}

// Objects that are empty then go, too.
void removeAt(Json &object, const QStringList &path)
{
    const QString &key = path.first();
    if (!object.contains(key))
        return;
    if (path.size() == 1)
        return object.remove(key);
    Json inner = object.value(key);
    removeAt(inner, path.sliced(1));
    if (inner.size() > 0)
        object.set(key, inner);
    else
        object.remove(key);
}

// A path, or a name alone as it was written down before there were paths.
void removeRefused(Json &body, const QString &refused)
{
    const QStringList path = refused.split(u'.');
    if (path.size() > 1)
        return removeAt(body, path);
    body.remove(refused);
    for (const QStringList &group : settingGroups().first(4))
        removeAt(body, group + path);
}

} // namespace

QString memberPath(const Json &body, const QString &named)
{
    const QStringList steps = named.split(u'.', Qt::SkipEmptyParts);
    // A place in the messages is no key of the request.
    const bool isInside = std::ranges::any_of(steps, [](const QString &step) {
        return step.startsWith(u"messages") || step.startsWith(u"contents");
    });
    if (steps.isEmpty() || (isInside && named != u"messages" && named != u"contents"))
        return {};
    QStringList path = pathIn(body, steps);
    while (isOfAWhole(path))
        path.removeLast();
    const QString joined = path.join(u'.');
    return isEssential(joined) ? QString() : joined;
}

QString otherLimitName(QStringView key)
{
    if (key == u"max_tokens")
        return u"max_completion_tokens"_s;
    return key == u"max_completion_tokens" ? u"max_tokens"_s : QString();
}

void leaveOutRefused(Json &body, const Connection &connection)
{
    const QStringList refused = connection.request.refusedFor(connection.model);
    const bool isClaude = !connection.completesText() && chatServiceOf(connection) == ChatService::Claude;
    for (const QString &key : refused) {
        const QString other = otherLimitName(key);
        if (!other.isEmpty() && isClaude) // answers nothing without it
            continue;
        const Json limit = other.isEmpty() || !body.contains(u"messages") ? Json() : body.value(key);
        removeRefused(body, key);
        if (!limit.isUndefined() && !refused.contains(other))
            body.set(other, limit);
        // How many alternatives is refused where none are told.
        if (key == u"logprobs")
            body.remove(u"top_logprobs");
        else if (key.endsWith(u"responseLogprobs"))
            removeRefused(body, u"logprobs"_s);
    }
}

} // namespace snug
