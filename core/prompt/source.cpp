#include "core/prompt/source.h"

#include <QCoreApplication>
#include <QSharedData>

namespace snug {

struct SourceData : QSharedData
{
    SourceKind kind = SourceKind::Unknown;
    QString name = {}; // of SourceKind::Other
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

Source::Source(SourceKind kind, QString id, QString label)
{
    auto *data = new SourceData;
    data->kind = kind;
    data->id = std::move(id);
    data->label = std::move(label);
    d.reset(data);
}

Source Source::named(const QString &type, QString id, QString label)
{
    auto *data = new SourceData;
    data->kind = sourceKindNamed(type);
    if (data->kind == SourceKind::Other)
        data->name = type;
    data->id = std::move(id);
    data->label = std::move(label);
    Source result;
    result.d.reset(data);
    return result;
}

SourceKind Source::kind() const
{
    return d ? d->kind : SourceKind::Unknown;
}

static SourceFamily familyOf(const SourceData &data)
{
    return data.kind == SourceKind::Other ? sourceFamilyNamed(data.name) : sourceFamilyOf(data.kind);
}

static QString nameOf(const SourceData &data)
{
    return data.kind == SourceKind::Other ? data.name : QString(sourceKindName(data.kind));
}

SourceFamily Source::family() const
{
    return d ? familyOf(*d) : SourceFamily::Other;
}

QString Source::type() const
{
    return d ? nameOf(*d) : QString(sourceKindName(SourceKind::Unknown));
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

static SourceGroup groupOf(const SourceData &data)
{
    switch (familyOf(data)) {
    case SourceFamily::Preset:
    case SourceFamily::Format:
        return SourceGroup::Preset;
    case SourceFamily::Char:
    case SourceFamily::Card:
        return SourceGroup::Card;
    case SourceFamily::Persona:
        return SourceGroup::Persona;
    case SourceFamily::WorldBook:
        return SourceGroup::Lorebook;
    case SourceFamily::History:
        return data.kind == SourceKind::HistoryUser || data.kind == SourceKind::HistoryUserName
                   ? SourceGroup::ChatUser
                   : SourceGroup::ChatCharacter;
    case SourceFamily::New:
        return SourceGroup::ChatUser;
    case SourceFamily::Memory:
        return SourceGroup::Memory;
    case SourceFamily::Template:
        return SourceGroup::Template;
    case SourceFamily::Chat:
    case SourceFamily::Control:
    case SourceFamily::Conversion:
    case SourceFamily::Counter:
    case SourceFamily::Example:
    case SourceFamily::Frame:
    case SourceFamily::Group:
    case SourceFamily::Macro:
    case SourceFamily::Note:
    case SourceFamily::Other:
    case SourceFamily::Prompt:
    case SourceFamily::Regex:
    case SourceFamily::Rule:
    case SourceFamily::Separator:
        break;
    }
    return SourceGroup::Injection;
}

SourceGroup Source::group() const
{
    for (const SourceData *link = d.data(); link; link = link->parent.d.data()) {
        const SourceFamily family = familyOf(*link);
        // What a macro or a regex script made belongs to the text it stands in.
        if (family != SourceFamily::Macro && family != SourceFamily::Regex)
            return groupOf(*link);
    }
    return SourceGroup::Injection;
}

static QString titleOf(const SourceData &data)
{
    if (!data.label.isEmpty())
        return data.label;
    if (familyOf(data) == SourceFamily::Separator)
        //: A line break or the like that joins two parts of a prompt
        return QCoreApplication::translate("PromptSources", "separator");
    if (data.kind == SourceKind::PresetText) // its others have labels
        //: What each reply begins with
        return QCoreApplication::translate("PromptSources", "prefill");
    if (familyOf(data) == SourceFamily::Conversion)
        //: A text that stands in no file: the service wants it, such as "Let's get started."
        return QCoreApplication::translate("PromptSources", "added for the service");
    return nameOf(data);
}

QStringList Source::path() const
{
    QStringList labels;
    for (const SourceData *link = d.data(); link; link = link->parent.d.data())
        labels.prepend(titleOf(*link));
    return labels;
}

bool Source::operator==(const Source &other) const
{
    const SourceData *left = d.data();
    const SourceData *right = other.d.data();
    while (left != right) {
        if (!left || !right || left->kind != right->kind || left->name != right->name ||
            left->id != right->id || left->label != right->label)
            return false;
        left = left->parent.d.data();
        right = right->parent.d.data();
    }
    return true;
}

} // namespace snug
