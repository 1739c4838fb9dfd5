#include "core/editing/otherstate.h"

#include "core/editing/documentalignment.h"
#include "core/editing/documentjobs.h"

#include <QCoreApplication>
#include <QLocale>

namespace snug {

namespace {

struct Pair
{
    Json present;
    Json other;
};

Result<DocumentValue> valueOf(LibraryStore &store, const DocumentFormat &format, const QString &name)
{
    return readDocument(store, format, name).and_then([&](const FileState &found) -> Result<DocumentValue> {
        if (!found.hasValue())
            return failure(QCoreApplication::translate("OtherState", "“%1” no longer exists").arg(name));
        return found.reading.value;
    });
}

Result<Pair> pairOf(LibraryStore &store, const DocumentFormat &format, const PresentState &present,
                    const OtherState &other)
{
    const auto document = [&](const DocumentValue &value) {
        return format.write(value, present.base).and_then(format.document);
    };
    const auto now = document(present.value);
    if (!now)
        return std::unexpected(now.error());
    const bool isVersion = other.document.isEmpty();
    const auto then = (isVersion ? readKeptVersion(store, format, present.name, other.version.id)
                                 : valueOf(store, format, other.document))
                          .and_then(document);
    if (!then)
        return std::unexpected(then.error());
    return Pair{*now, isVersion ? *then : alignedDocument(format.kind, *then, *now)};
}

} // namespace

OtherState OtherState::ofDocument(const QString &name)
{
    OtherState state{KeptVersion()};
    state.document = name;
    return state;
}

QString OtherState::title() const
{
    return document.isEmpty() ? QLocale().toString(version.saved.toLocalTime(), QLocale::ShortFormat)
                              : document;
}

Result<QList<JsonChange>> changesFrom(LibraryStore &store, const DocumentFormat &format,
                                      const PresentState &present, const OtherState &other)
{
    return pairOf(store, format, present, other).transform([](const Pair &pair) {
        return changesBetween(pair.other, pair.present);
    });
}

Result<DocumentValue> withPlaceFrom(LibraryStore &store, const DocumentFormat &format,
                                    const PresentState &present, const OtherState &other,
                                    const JsonChange &place)
{
    return pairOf(store, format, present, other)
        .and_then([&](const Pair &pair) {
            return format.file(withPlaceOf(pair.present, pair.other, place), present.base);
        })
        .and_then([&](const QByteArray &bytes) { return format.read(bytes, present.name); })
        .transform([](const DocumentReading &reading) { return reading.value; });
}

} // namespace snug
