#include "core/formats/pngtext.h"

#include <QCoreApplication>
#include <QScopeGuard>
#include <QtEndian>

#include <array>
#include <zlib.h>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr QByteArrayView Signature("\x89PNG\r\n\x1a\n", 8);
constexpr qsizetype LargestTexts = 64 * 1024 * 1024; // bytes, all that one reading decompresses
constexpr qsizetype MostChunks = 100'000;
constexpr qsizetype MostTexts = 10'000;

QString trPngText(const char *text)
{
    return QCoreApplication::translate("PngText", text);
}

constexpr qint8 NoBase64 = -1;
constexpr qint8 SkippedInBase64 = -2;

// Both alphabets (RFC 4648, 4 and 5), and blanks.
constexpr std::array<qint8, 256> Base64Values = [] {
    std::array<qint8, 256> values{};
    values.fill(NoBase64);
    const auto set = [&](char c, int value) {
        values[static_cast<unsigned char>(c)] = static_cast<qint8>(value);
    };
    for (int i = 0; i < 26; ++i) {
        set(static_cast<char>('A' + i), i);
        set(static_cast<char>('a' + i), 26 + i);
    }
    for (int i = 0; i < 10; ++i)
        set(static_cast<char>('0' + i), 52 + i);
    for (const auto &[c, value] : {std::pair('+', 62), {'-', 62}, {'/', 63}, {'_', 63}})
        set(c, value);
    for (const char c : {' ', '\n', '\r', '\t', '\0'})
        set(c, SkippedInBase64);
    return values;
}();

struct Chunk
{
    QByteArrayView type;
    QByteArrayView data;
    QByteArrayView whole; // with length and checksum
};

quint32 checksum(QByteArrayView bytes)
{
    return static_cast<quint32>(
        crc32_z(0, reinterpret_cast<const Bytef *>(bytes.data()), static_cast<z_size_t>(bytes.size())));
}

QString chunkPlace(qsizetype number, QByteArrayView type)
{
    return QCoreApplication::translate("PngText", "chunk %1 (%2)")
        .arg(number)
        .arg(QString::fromLatin1(type).toHtmlEscaped());
}

bool isText(QByteArrayView type)
{
    return type == "tEXt" || type == "zTXt" || type == "iTXt";
}

// The chunks up to and with IEND.
Result<QList<Chunk>> chunksOf(QByteArrayView png)
{
    if (!isPng(png))
        return failure(trPngText(QT_TRANSLATE_NOOP("PngText", "this is not a PNG picture")));
    QList<Chunk> chunks;
    for (qsizetype at = Signature.size();;) {
        const qsizetype number = chunks.size() + 1;
        if (number > MostChunks)
            return failure(
                trPngText(QT_TRANSLATE_NOOP("PngText", "the picture has more than 100,000 parts")));
        const qsizetype left = png.size() - at;
        if (left < 12)
            return failure(trPngText(QT_TRANSLATE_NOOP("PngText", "the file ends before the picture does")),
                           chunkPlace(number, "?"));
        const qsizetype length = qFromBigEndian<quint32>(png.sliced(at).data());
        const QByteArrayView type = png.sliced(at + 4, 4);
        if (length > left - 12)
            return failure(trPngText(QT_TRANSLATE_NOOP("PngText", "the file ends inside this chunk")),
                           chunkPlace(number, type));
        const Chunk chunk{type, png.sliced(at + 8, length), png.sliced(at, length + 12)};
        chunks.append(chunk);
        at += length + 12;
        if (type == "IEND")
            return chunks;
    }
}

// Step by step, so that a small file cannot claim all memory. `room`: bytes that may still be made, less
// afterwards.
Result<QByteArray> inflated(QByteArrayView data, qsizetype &room)
{
    z_stream stream{};
    if (inflateInit(&stream) != Z_OK)
        return failure(trPngText(QT_TRANSLATE_NOOP("PngText", "the compressed text could not be read")));
    const auto cleanUp = qScopeGuard([&] { inflateEnd(&stream); });
    stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(data.data()));
    stream.avail_in = static_cast<uInt>(data.size());
    QByteArray text;
    QByteArray step(64 * 1024, Qt::Uninitialized);
    const auto tooLarge = [] {
        return failure(trPngText(
            QT_TRANSLATE_NOOP("PngText", "the compressed texts of this picture are larger than 64 MB")));
    };
    for (int state = Z_OK; state != Z_STREAM_END;) {
        stream.next_out = reinterpret_cast<Bytef *>(step.data());
        stream.avail_out = static_cast<uInt>(step.size());
        state = inflate(&stream, Z_NO_FLUSH);
        if (state != Z_OK && state != Z_STREAM_END)
            return failure(trPngText(QT_TRANSLATE_NOOP("PngText", "the compressed text is damaged")));
        const qsizetype made = step.size() - static_cast<qsizetype>(stream.avail_out);
        if (made > room) {
            room = 0; // the next one is not tried
            return tooLarge();
        }
        room -= made;
        text.append(step.constData(), made);
    }
    return text;
}

QByteArrayView keywordOf(const Chunk &chunk)
{
    return chunk.data.first(std::max<qsizetype>(chunk.data.indexOf('\0'), 0));
}

bool isAmong(QByteArrayView keyword, const QList<QByteArray> &keywords)
{
    return std::ranges::any_of(keywords, [keyword](QByteArrayView name) {
        return name.endsWith('*') ? keyword.first(std::min(keyword.size(), name.size() - 1))
                                            .compare(name.chopped(1), Qt::CaseInsensitive) == 0
                                  : keyword.compare(name, Qt::CaseInsensitive) == 0;
    });
}

// Nothing for a text that is sound as far as one sees and was not asked for.
Result<std::optional<PngText>> textOf(const Chunk &chunk, const QList<QByteArray> &keywords, qsizetype &room)
{
    const QByteArrayView data = chunk.data;
    const quint32 stated = qFromBigEndian<quint32>(chunk.whole.last(4).data());
    if (stated != checksum(chunk.whole.sliced(4, data.size() + 4)))
        return failure(trPngText(QT_TRANSLATE_NOOP("PngText", "the checksum is wrong, the text is damaged")));
    const qsizetype end = data.indexOf('\0');
    const auto broken = [] {
        return failure(
            trPngText(QT_TRANSLATE_NOOP("PngText", "the text chunk has no keyword or is cut short")));
    };
    if (end < 0)
        return broken();
    if (!isAmong(data.first(end), keywords))
        return std::nullopt;
    PngText text{.keyword = data.first(end).toByteArray(), .text = {}, .type = chunk.type.toByteArray()};
    QByteArrayView rest = data.sliced(end + 1);
    bool isCompressed = false;
    if (chunk.type == "zTXt") {
        if (rest.isEmpty())
            return broken();
        isCompressed = true;
        rest = rest.sliced(1);
    } else if (chunk.type == "iTXt") {
        if (rest.size() < 4)
            return broken();
        isCompressed = rest[0] == 1;
        rest = rest.sliced(2);
        for (int part = 0; part < 2; ++part) { // language, translated keyword
            const qsizetype stop = rest.indexOf('\0');
            if (stop < 0)
                return broken();
            rest = rest.sliced(stop + 1);
        }
    }
    if (!isCompressed) {
        text.text = rest.toByteArray();
        return text;
    }
    return inflated(rest, room).transform([&](const QByteArray &bytes) {
        text.text = bytes;
        return std::optional(text);
    });
}

QByteArray madeChunk(const PngText &text)
{
    const QByteArray body = "tEXt"_ba + text.keyword + '\0' + text.text;
    QByteArray chunk(4, '\0');
    qToBigEndian(static_cast<quint32>(body.size() - 4), chunk.data());
    chunk += body;
    QByteArray crc(4, '\0');
    qToBigEndian(checksum(body), crc.data());
    return chunk + crc;
}

} // namespace

bool isPng(QByteArrayView bytes)
{
    return bytes.startsWith(Signature);
}

Result<QList<QByteArray>> pngKeywords(QByteArrayView png)
{
    return chunksOf(png).transform([](const QList<Chunk> &chunks) {
        QList<QByteArray> keywords;
        for (const Chunk &chunk : chunks) {
            if (isText(chunk.type) && !keywordOf(chunk).isEmpty() && keywords.size() < MostTexts)
                keywords.append(keywordOf(chunk).toByteArray());
        }
        return keywords;
    });
}

Result<PngTexts> readPngTexts(QByteArrayView png, const QList<QByteArray> &keywords)
{
    const Result<QList<Chunk>> chunks = chunksOf(png);
    if (!chunks)
        return std::unexpected(chunks.error());
    PngTexts read;
    qsizetype room = LargestTexts;
    for (qsizetype i = 0; i < chunks->size(); ++i) {
        const Chunk &chunk = chunks->at(i);
        if (!isText(chunk.type))
            continue;
        if (read.texts.size() + read.damaged.size() >= MostTexts)
            break;
        if (Result<std::optional<PngText>> text = textOf(chunk, keywords, room)) {
            if (*text)
                read.texts.append(**std::move(text));
        } else {
            text.error().place = chunkPlace(i + 1, chunk.type);
            read.damaged.append(text.error());
        }
    }
    read.inflated = LargestTexts - room;
    return read;
}

bool isPngPictureChunk(QByteArrayView type)
{
    static constexpr QByteArrayView picture[] = {"IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA",
                                                 "cHRM", "sRGB", "iCCP", "pHYs", "sBIT"};
    return std::ranges::find(picture, type) != std::end(picture);
}

Result<QByteArray> pngPictureOnly(QByteArrayView png)
{
    return chunksOf(png).transform([](const QList<Chunk> &chunks) {
        QByteArray out = Signature.toByteArray();
        for (const Chunk &chunk : chunks) {
            if (isPngPictureChunk(chunk.type))
                out += chunk.whole;
        }
        return out;
    });
}

Result<QByteArray> replacePngTexts(QByteArrayView png, const QList<QByteArray> &keywords,
                                   const QList<PngText> &texts)
{
    const Result<QList<Chunk>> chunks = chunksOf(png);
    if (!chunks)
        return std::unexpected(chunks.error());
    QByteArray out = Signature.toByteArray();
    out.reserve(png.size() + 1024);
    qsizetype used = Signature.size();
    for (const Chunk &chunk : *chunks) {
        used += chunk.whole.size();
        if (chunk.type == "IEND") {
            for (const PngText &text : texts)
                out += madeChunk(text);
        }
        if (!isText(chunk.type) || !isAmong(keywordOf(chunk), keywords))
            out += chunk.whole;
    }
    return out + png.sliced(used); // what follows IEND is kept too
}

Result<QByteArray> decodeLooseBase64(QByteArrayView text)
{
    QByteArray bytes(text.size() / 4 * 3 + 3, Qt::Uninitialized);
    char *out = bytes.data();
    quint32 group = 0; // of four digits
    int digits = 0;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const qint8 value = Base64Values[static_cast<unsigned char>(text[i])];
        if (value >= 0) {
            group = group << 6 | static_cast<quint8>(value);
            if (++digits == 4) {
                *out++ = static_cast<char>(group >> 16);
                *out++ = static_cast<char>(group >> 8);
                *out++ = static_cast<char>(group);
                digits = 0;
            }
        } else if (text[i] == '=') {
            break;
        } else if (value == NoBase64) {
            return failure(trPngText(QT_TRANSLATE_NOOP("PngText", "the text is not base64")),
                           QCoreApplication::translate("PngText", "character %1").arg(i + 1));
        }
    }
    if (digits == 1)
        return failure(trPngText(QT_TRANSLATE_NOOP("PngText", "the base64 text is cut short")));
    if (digits >= 2)
        *out++ = static_cast<char>(group >> (digits == 2 ? 4 : 10));
    if (digits == 3)
        *out++ = static_cast<char>(group >> 2);
    bytes.truncate(out - bytes.constData());
    return bytes;
}

} // namespace snug
