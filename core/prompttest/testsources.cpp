#include "core/prompttest/testsources.h"

#include "core/formats/jsontext.h"
#include "core/library/atomicwrite.h"
#include "core/library/fileversion.h"
#include "core/prompttest/prompttesttext.h"

#include <QCryptographicHash>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

static QString passedFile(const QString &folder)
{
    return folder + u"/last-passed.json"_s;
}

QByteArray sourceDigest(const QByteArray &content)
{
    return QCryptographicHash::hash(content, QCryptographicHash::Sha256).toHex();
}

QMap<QString, QByteArray> lastPassed(const QString &folder)
{
    QMap<QString, QByteArray> digests;
    const auto file = readVersioned(passedFile(folder));
    if (!file)
        return digests;
    const Result<Json> document = parseJson(file->value);
    if (!document)
        return digests;
    const Json sources = document->value(u"sources");
    for (const Json::Member &source : sources.members())
        digests.insert(source.key, source.value.toText().toLatin1());
    return digests;
}

Result<void> notePassed(const QString &folder, const QList<TestSource> &sources)
{
    if (std::ranges::any_of(sources, &TestSource::isEdited))
        return {};
    QMap<QString, QByteArray> now;
    Json object = Json::object();
    for (const TestSource &source : sources) {
        if (source.isLeftOut)
            continue;
        now.insert(source.place, source.digest);
        object.set(source.place, Json(QString::fromLatin1(source.digest)));
    }
    if (lastPassed(folder) == now)
        return {};
    return writeFileDurably(
        passedFile(folder),
        writeJson(Json::object(
            {{u"snug"_s, Json(u"prompt test passed"_s)}, {u"version"_s, Json(1)}, {u"sources"_s, object}})));
}

// That were in effect when the test passed, by place.
static QStringList goneSince(const QList<TestSource> &sources, const QMap<QString, QByteArray> &passed)
{
    QStringList gone = passed.keys();
    for (const TestSource &source : sources)
        gone.removeAll(source.place);
    return gone;
}

bool hasChanged(const TestSource &source, const QMap<QString, QByteArray> &passed)
{
    if (source.isLeftOut)
        return passed.isEmpty() || passed.contains(source.place);
    return source.isEdited || (!passed.isEmpty() && passed.value(source.place) != source.digest);
}

bool hasAnyChanged(const QList<TestSource> &sources, const QMap<QString, QByteArray> &passed)
{
    return !goneSince(sources, passed).isEmpty() ||
           std::ranges::any_of(sources, [&](const TestSource &each) { return hasChanged(each, passed); });
}

QString sourceText(const TestSource &source, const QMap<QString, QByteArray> &passed)
{
    const bool isKnown = passed.contains(source.place);
    if (source.isLeftOut && !hasChanged(source, passed))
        return {}; // it passed without
    if (source.isLeftOut)
        //: %1: "preset Mine"; here and below
        return PromptTestText::tr("%1 (no longer in effect)").arg(source.name);
    if (source.isMissing())
        return PromptTestText::tr("%1 (not in the library; the kept copy is used)").arg(source.name);
    if (source.isEdited)
        return PromptTestText::tr("%1 (as in its editor; not saved)").arg(source.name);
    if (isKnown && passed.value(source.place) != source.digest)
        return PromptTestText::tr("%1 (changed since the test last passed)").arg(source.name);
    if (!isKnown && !passed.isEmpty())
        return PromptTestText::tr("%1 (new since the test last passed)").arg(source.name);
    return source.name;
}

QStringList sourceTexts(const QList<TestSource> &sources, const QMap<QString, QByteArray> &passed)
{
    QStringList texts;
    for (const TestSource &source : sources) {
        if (const QString text = sourceText(source, passed); !text.isEmpty())
            texts.append(text);
    }
    for (const QString &place : goneSince(sources, passed))
        texts.append(PromptTestText::tr("%1 (no longer in effect)").arg(place));
    return texts;
}

QString sourcesText(const QList<TestSource> &sources, const QMap<QString, QByteArray> &passed)
{
    return sourceTexts(sources, passed).join(u", "_s);
}

} // namespace snug
