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

QString sourcesText(const QList<TestSource> &sources, const QMap<QString, QByteArray> &passed)
{
    QStringList texts;
    for (const TestSource &source : sources) {
        const bool isKnown = passed.contains(source.place);
        QString text = source.name;
        if (source.isMissing())
            //: %1: "preset Mine"; here and below
            text = PromptTestText::tr("%1 (not in the library; the kept copy is used)").arg(text);
        else if (source.isEdited)
            text = PromptTestText::tr("%1 (as in its editor; not saved)").arg(text);
        else if (isKnown && passed.value(source.place) != source.digest)
            text = PromptTestText::tr("%1 (changed since the test last passed)").arg(text);
        texts.append(text);
    }
    return texts.join(u", "_s);
}

} // namespace snug
