#include "core/prompt/source.h"

#include <QSharedData>

namespace snug {

struct SourceData : QSharedData
{
    QString type;
    QString id;
    QString label;
    Source parent; // without data = none
};

Source::Source() = default;
Source::Source(const Source &) = default;
Source::Source(Source &&) noexcept = default;
Source &Source::operator=(const Source &) = default;
Source &Source::operator=(Source &&) noexcept = default;
Source::~Source() = default;

Source::Source(QString type, QString id, QString label)
{
    auto *data = new SourceData;
    data->type = std::move(type);
    data->id = std::move(id);
    data->label = std::move(label);
    d.reset(data);
}

QString Source::type() const
{
    return d ? d->type : QStringLiteral("unknown");
}

QString Source::id() const
{
    return d ? d->id : QString();
}

QString Source::label() const
{
    return d ? d->label : QString();
}

bool Source::hasParent() const
{
    return d && d->parent.d;
}

Source Source::parent() const
{
    return d ? d->parent : Source();
}

Source Source::inside(const Source &outer) const
{
    if (!d)
        return outer;
    if (!outer.d)
        return *this;
    auto *data = new SourceData(*d);
    data->parent = d->parent.inside(outer);
    Source result;
    result.d.reset(data);
    return result;
}

SourceGroup Source::group() const
{
    struct Rule
    {
        QLatin1StringView prefix;
        SourceGroup group;
    };
    static constexpr Rule rules[] = {
        {QLatin1StringView("preset."), SourceGroup::Preset},
        {QLatin1StringView("format."), SourceGroup::Preset},
        {QLatin1StringView("char."), SourceGroup::Card},
        {QLatin1StringView("card."), SourceGroup::Card},
        {QLatin1StringView("persona."), SourceGroup::Persona},
        {QLatin1StringView("world_book."), SourceGroup::Lorebook},
        {QLatin1StringView("history.user"), SourceGroup::ChatUser},
        {QLatin1StringView("new.user"), SourceGroup::ChatUser},
        {QLatin1StringView("history."), SourceGroup::ChatCharacter},
        {QLatin1StringView("memory."), SourceGroup::Memory},
        {QLatin1StringView("template."), SourceGroup::Template},
    };
    for (const SourceData *link = d.data(); link; link = link->parent.d.data()) {
        for (const Rule &rule : rules) {
            if (link->type.startsWith(rule.prefix))
                return rule.group;
        }
        // What a macro or a regex script made belongs to the text it stands in.
        if (!link->type.startsWith(QLatin1StringView("macro")) &&
            !link->type.startsWith(QLatin1StringView("regex.")))
            break;
    }
    return SourceGroup::Injection;
}

QStringList Source::path() const
{
    QStringList labels;
    for (const SourceData *link = d.data(); link; link = link->parent.d.data())
        labels.prepend(link->label.isEmpty() ? link->type : link->label);
    return labels;
}

bool Source::operator==(const Source &other) const
{
    const SourceData *left = d.data();
    const SourceData *right = other.d.data();
    while (left != right) {
        if (!left || !right || left->type != right->type || left->id != right->id ||
            left->label != right->label)
            return false;
        left = left->parent.d.data();
        right = right->parent.d.data();
    }
    return true;
}

} // namespace snug
