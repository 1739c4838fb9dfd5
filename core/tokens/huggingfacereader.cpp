#include "core/tokens/huggingfacereader.h"

#include "core/formats/jsontext.h"
#include "core/tokens/bpetokenizer.h"
#include "core/tokens/bytealphabet.h"
#include "core/tokens/huggingfacesteps.h"
#include "core/tokens/tokenizerfiletext.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// Far above every known vocabulary; keeps one hostile id from asking for all memory.
constexpr int highestId = (1 << 23) - 1;

std::unexpected<Error> expected(const QString &what, const Json &found, const QString &place)
{
    if (found.isUndefined())
        return failure(TokenizerFileText::tr("expected %1, found nothing").arg(what), place);
    return failure(TokenizerFileText::tr("expected %1, found %2").arg(what, found.typeName()), place);
}

// A token's spelling in the file -> its bytes.
QByteArray tokenSpellingBytes(const QString &spelling, bool byteLevel)
{
    if (byteLevel) {
        if (auto bytes = bytesFromAlphabet(spelling))
            return *std::move(bytes);
    }
    return spelling.toUtf8();
}

Result<Vocabulary> readVocabulary(const Json &object, bool byteLevel)
{
    const QString place = u"model.vocab"_s;
    if (!object.isObject())
        return expected(TokenizerFileText::tr("an object"), object, place);
    std::vector<std::pair<int, const QString *>> tokens;
    tokens.reserve(size_t(object.size()));
    qsizetype bytes = 0;
    for (const Json::Member &member : object.members()) {
        const auto id = member.value.asInteger();
        if (!id || *id < 0 || *id > highestId)
            return failure(TokenizerFileText::tr("expected a token number, found %1")
                               .arg(member.value.toText(member.value.typeName())),
                           place + u'.' + member.key);
        tokens.emplace_back(int(*id), &member.key);
        bytes += member.key.size() * 2;
    }
    std::ranges::sort(tokens);
    Vocabulary vocabulary;
    vocabulary.reserve(object.size(), bytes);
    for (size_t i = 0; i < tokens.size(); ++i) {
        if (i > 0 && tokens[i].first == tokens[i - 1].first)
            return failure(TokenizerFileText::tr("the number %1 is given twice").arg(tokens[i].first),
                           place + u'.' + *tokens[i].second);
        vocabulary.append(tokens[i].first, tokenSpellingBytes(*tokens[i].second, byteLevel));
    }
    return vocabulary;
}

Result<MergeTable> readMerges(const Json &list, const Vocabulary &vocabulary, bool byteLevel)
{
    const QString place = u"model.merges"_s;
    if (!list.isArray())
        return expected(TokenizerFileText::tr("an array"), list, place);
    MergeTable merges;
    merges.reserve(list.size());
    QByteArray joined;
    for (qsizetype i = 0; i < list.size(); ++i) {
        const Json entry = list.at(i);
        const QString here = place + u'.' + QString::number(i);
        QString left;
        QString right;
        if (const auto text = entry.asString()) {
            const qsizetype space = text->indexOf(u' ');
            if (space < 0 || text->indexOf(u' ', space + 1) >= 0)
                return failure(TokenizerFileText::tr("expected two tokens and a space between them"), here);
            left = text->first(space);
            right = text->sliced(space + 1);
        } else if (entry.size() == 2 && entry.at(0).isString() && entry.at(1).isString()) {
            left = entry.at(0).toText();
            right = entry.at(1).toText();
        } else {
            return expected(TokenizerFileText::tr("a pair of tokens"), entry, here);
        }
        const QByteArray leftBytes = tokenSpellingBytes(left, byteLevel);
        const QByteArray rightBytes = tokenSpellingBytes(right, byteLevel);
        joined = leftBytes + rightBytes;
        const int leftId = vocabulary.find(leftBytes);
        const int rightId = vocabulary.find(rightBytes);
        const int id = vocabulary.find(joined);
        if (leftId < 0 || rightId < 0 || id < 0)
            return failure(TokenizerFileText::tr("\"%1\" is not in the vocabulary")
                               .arg(leftId < 0    ? left
                                    : rightId < 0 ? right
                                                  : QString(left + right)),
                           here);
        merges.insert(leftId, rightId, {quint32(i), id});
    }
    return merges;
}

Result<MergeRules> readRules(const Json &model, const Vocabulary &vocabulary, bool byteLevel)
{
    MergeRules rules;
    rules.bytes = byteLevel;
    rules.wholePieceFirst = model[u"ignore_merges"].toBool();
    rules.byteFallback = model[u"byte_fallback"].toBool();
    rules.fuseUnknown = model[u"fuse_unk"].toBool();
    for (const QStringView affix : {u"continuing_subword_prefix", u"end_of_word_suffix"}) {
        if (!model[affix].toText().isEmpty())
            return failure(TokenizerFileText::tr("affixes of words are not supported"), u"model."_s + affix);
    }
    if (model[u"dropout"].toDouble() > 0)
        return failure(TokenizerFileText::tr("random merges are not supported"), u"model.dropout"_s);
    if (const auto unknown = model[u"unk_token"].asString()) {
        rules.unknown = vocabulary.find(unknown->toUtf8());
        if (rules.unknown == Vocabulary::none)
            return failure(TokenizerFileText::tr("\"%1\" is not in the vocabulary").arg(*unknown),
                           u"model.unk_token"_s);
    }
    return rules;
}

Result<void> readAddedTokens(const Json &list, BpeParts &parts)
{
    if (list.isNull() || list.isUndefined())
        return {};
    const QString place = u"added_tokens"_s;
    if (!list.isArray())
        return expected(TokenizerFileText::tr("an array"), list, place);
    QList<AddedToken> raw;
    QList<AddedToken> normalized;
    for (qsizetype i = 0; i < list.size(); ++i) {
        const Json entry = list.at(i);
        const auto id = entry[u"id"].asInteger();
        const auto content = entry[u"content"].asString();
        if (!id || *id < 0 || *id > highestId || !content)
            return expected(TokenizerFileText::tr("a token with id and content"), entry,
                            place + u'.' + QString::number(i));
        AddedToken token{int(*id), *content, entry[u"single_word"].toBool(), entry[u"lstrip"].toBool(),
                         entry[u"rstrip"].toBool()};
        parts.spellings.insert(token.id, content->toUtf8());
        if (entry[u"normalized"].toBool()) {
            token.content = parts.normalizer.apply(token.content);
            normalized.append(token);
        } else {
            raw.append(token);
        }
    }
    parts.added = AddedTokens(raw);
    parts.addedNormalized = AddedTokens(normalized);
    return {};
}

void spellByteTokens(const Vocabulary &vocabulary, BpeParts &parts)
{
    for (int byte = 0; byte < 256; ++byte) {
        const int id = vocabulary.find(byteTokenName(byte));
        if (id != Vocabulary::none)
            parts.spellings.insert(id, QByteArray(1, char(byte)));
    }
}

} // namespace

Result<TokenizerPtr> readHuggingFaceTokenizer(const QByteArray &bytes, const QString &name)
{
    // Half a million merges of two texts each are usual.
    const auto document = parseJsonWithin({.bytes = qsizetype(512) << 20, .values = 8'000'000}, bytes);
    if (!document)
        return std::unexpected(document.error());
    const Json model = document->value(u"model");
    if (!model.isObject())
        return expected(TokenizerFileText::tr("an object"), model, u"model"_s);
    // Files of before 2020 do not name the type; only BPE has merges.
    const QString type = model[u"type"].toText(model.contains(u"merges") ? u"BPE"_s : QString());
    if (type != u"BPE"_s)
        return failure(TokenizerFileText::tr("the tokenizer type \"%1\" is not supported").arg(type),
                       u"model.type"_s, {},
                       TokenizerFileText::tr("Choose a tokenizer of the type BPE, or let the server count."));
    BpeParts parts;
    parts.name = name;
    auto normalizer = readNormalizer(document->value(u"normalizer"), u"normalizer"_s);
    if (!normalizer)
        return std::unexpected(normalizer.error());
    parts.normalizer = *std::move(normalizer);
    auto pretokenizer = readPretokenizer(document->value(u"pre_tokenizer"), u"pre_tokenizer"_s);
    if (!pretokenizer)
        return std::unexpected(pretokenizer.error());
    parts.prefix = std::move(pretokenizer->prefix);
    parts.pretokenizer = Pretokenizer(std::move(pretokenizer->steps));
    const bool byteLevel = pretokenizer->byteLevel;
    auto vocabulary = readVocabulary(model[u"vocab"], byteLevel);
    if (!vocabulary)
        return std::unexpected(vocabulary.error());
    auto merges = readMerges(model[u"merges"], *vocabulary, byteLevel);
    if (!merges)
        return std::unexpected(merges.error());
    const auto rules = readRules(model, *vocabulary, byteLevel);
    if (!rules)
        return std::unexpected(rules.error());
    if (const auto added = readAddedTokens(document->value(u"added_tokens"), parts); !added)
        return std::unexpected(added.error());
    if (rules->byteFallback)
        spellByteTokens(*vocabulary, parts);
    parts.encoder = mergeEncoder(*std::move(vocabulary), *std::move(merges), *rules);
    return bpeTokenizer(std::move(parts));
}

} // namespace snug
