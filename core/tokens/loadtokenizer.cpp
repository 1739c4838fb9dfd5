#include "core/tokens/loadtokenizer.h"

#include "core/tokens/builtinranks.h"
#include "core/tokens/countcache.h"
#include "core/tokens/estimate.h"
#include "core/tokens/huggingfacereader.h"
#include "core/tokens/nearestvocabulary.h"
#include "core/tokens/tiktokenreader.h"
#include "core/tokens/tokenizerfiletext.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// Gemma's, the largest known, has 33 MB.
constexpr qint64 largestFile = 64 * 1024 * 1024;

bool isOneOf(QStringView model, std::initializer_list<QStringView> families)
{
    return std::ranges::any_of(families, [&](QStringView family) {
        if (!model.startsWith(family))
            return false;
        const QStringView rest = model.sliced(family.size());
        return rest.isEmpty() || !rest.front().isLetterOrNumber();
    });
}

} // namespace

Result<TokenizerPtr> readTokenizerFile(const QString &path)
{
    const QString inside = QFileInfo(path).isDir() ? path + u"/tokenizer.json"_s : path;
    if (QFileInfo::exists(inside) && !QFileInfo(inside).isFile()) // a device or a pipe has no end
        return failure(TokenizerFileText::tr("this is not a regular file"), {}, inside);
    QFile file(inside);
    if (!file.open(QIODevice::ReadOnly))
        return failure(file.errorString(), {}, inside);
    const QByteArray bytes = file.read(largestFile + 1);
    if (bytes.size() > largestFile)
        return failure(TokenizerFileText::tr("the file is too large for a tokenizer"), {}, inside);
    if (file.error() != QFileDevice::NoError)
        return failure(file.errorString(), {}, inside);
    const QString name = QFileInfo(inside).fileName();
    const bool json = QByteArrayView(bytes).first(qMin<qsizetype>(bytes.size(), 64)).trimmed().contains('{');
    auto read = json ? readHuggingFaceTokenizer(bytes, name) : readTiktokenRanks(bytes, name);
    if (!read)
        return std::unexpected(read.error().inFile(inside));
    return read;
}

Result<TokenCounterPtr> loadTokenizer(const QString &fileOrName)
{
    if (fileOrName == u"estimate"_s)
        return estimateCounter();
    if (TokenizerPtr builtIn = builtInTokenizer(fileOrName))
        return withCountCache(std::move(builtIn));
    if (const auto nearest = readRecipe(fileOrName))
        return nearestCounter(*nearest);
    if (const auto nearest = nearestToFamily(fileOrName))
        return nearestCounter(*nearest);
    if (!QFileInfo::exists(fileOrName)) {
        return failure(TokenizerFileText::tr("there is no such file, and no built-in tokenizer of that name"),
                       {}, fileOrName,
                       TokenizerFileText::tr("Choose a tokenizer.json, or one of: %1")
                           .arg((builtInTokenizerNames() << u"estimate"_s).join(u", "_s)));
    }
    auto read = readTokenizerFile(fileOrName);
    if (!read)
        return std::unexpected(read.error());
    return withCountCache(*std::move(read));
}

QString tokenizerNameForModel(QStringView model)
{
    const QString name = model.sliced(model.lastIndexOf(u'/') + 1).toString().toLower();
    if (isOneOf(name, {u"gpt-4o", u"chatgpt-4o", u"gpt-4.1", u"gpt-4.5", u"gpt-5", u"gpt-5.1", u"gpt-5.2",
                       u"chatgpt", u"o1", u"o3", u"o4", u"gpt-oss"}))
        return u"o200k_base"_s;
    if (isOneOf(name, {u"gpt-4", u"gpt-3.5", u"gpt-35"}))
        return u"cl100k_base"_s;
    return {};
}

TokenCounterPtr counterForModel(QStringView model)
{
    TokenizerPtr builtIn = builtInTokenizer(tokenizerNameForModel(model));
    return builtIn ? withCountCache(std::move(builtIn)) : nullptr;
}

} // namespace snug
