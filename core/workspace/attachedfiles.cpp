#include "core/workspace/attachedfiles.h"

#include "core/library/fileversion.h"

#include <QStringDecoder>
#include <QUrl>

#include <optional>

using namespace Qt::StringLiterals;

namespace snug {

static constexpr qint64 largestFile = 16 * 1024 * 1024; // bytes

QString attachedFileName(const QString &address)
{
    QString path = address;
    if (path.startsWith(u'/'))
        path.remove(0, 1);
    static constexpr QStringView folder = u"user/files/";
    if (!path.startsWith(folder))
        return {};
    const QString name = QUrl::fromPercentEncoding(path.sliced(folder.size()).toUtf8());
    const bool isName = !name.isEmpty() && name != u"." && name != u".." && !name.contains(u'/') &&
                        !name.contains(u'\\') && !name.contains(QChar(0));
    return isName ? name : QString();
}

AttachedFiles::AttachedFiles(Library *library, QObject *parent)
    : QObject(parent)
    , m_library(library)
{
    connect(library, &Library::closed, this, [this] {
        m_texts.clear();
        m_reading.clear();
    });
}

QHash<QString, QString> AttachedFiles::textsFor(const Chat &chat, const ChatFacts &facts)
{
    QHash<QString, QString> texts;
    const auto take = [&](const Json &file) {
        const QString address = file.value(u"url").toText();
        if (address.isEmpty() || !file.value(u"text").toText().isEmpty())
            return;
        if (const auto known = m_texts.constFind(address); known == m_texts.cend())
            read(address);
        else if (*known)
            texts.insert(address, **known);
    };
    for (const int row : facts.withFiles) {
        const Message &message = chat.messages.at(row);
        const Json files = message.extra.value(u"files");
        for (const Json &file : files.items())
            take(file);
        if (const Json file = message.extra.value(u"file"); file.isObject())
            take(file);
    }
    return texts;
}

void AttachedFiles::read(const QString &address)
{
    const QString name = attachedFileName(address);
    if (name.isEmpty() || !m_library->isOpen()) {
        m_texts.insert(address, std::nullopt);
        return;
    }
    if (m_reading.contains(address))
        return;
    m_reading.insert(address);
    const QString path = m_library->layout().root() + u"/user/files/"_s + name;
    m_library->perform(
        [path](LibraryStore &) -> Result<std::optional<QString>> {
            const auto file = readVersioned(path, largestFile);
            if (!file)
                return std::optional<QString>();
            QStringDecoder decoder(QStringDecoder::Utf8);
            const QString text = decoder(file->value);
            return decoder.hasError() ? std::nullopt : std::optional(text);
        },
        this,
        [this, address](const Result<std::optional<QString>> &text) {
            if (!m_reading.remove(address))
                return;
            m_texts.insert(address, text ? *text : std::nullopt);
            Q_EMIT changed();
        });
}

} // namespace snug
