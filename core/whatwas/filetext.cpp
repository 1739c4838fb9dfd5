#include "core/whatwas/filetext.h"

#include "core/formats/cardpng.h"
#include "core/formats/chatjsonl.h"
#include "core/formats/filekind.h"

#include <QCoreApplication>
#include <QStringDecoder>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

QString chatText(const QByteArray &bytes)
{
    const Chat chat = readChat(bytes).chat;
    QStringList shown;
    qsizetype length = 0;
    for (auto message = chat.messages.crbegin(); message != chat.messages.crend() && length < FileTextLimit;
         ++message) {
        const QString text = message->text.left(FileTextLimit);
        shown.prepend(message->name + u":\n"_s + text);
        length += text.size();
    }
    const qsizetype before = chat.messages.size() - shown.size();
    if (before > 0)
        shown.prepend(QCoreApplication::translate("WhatWas", "(Messages before these: %1)").arg(before));
    return shown.join(u"\n\n"_s);
}

QString cardText(const Card &card)
{
    QStringList parts{card.name};
    const auto add = [&](const QString &title, const QString &text) {
        if (!text.trimmed().isEmpty())
            parts.append(title + u":\n"_s + text);
    };
    add(QCoreApplication::translate("WhatWas", "Description"), card.description);
    add(QCoreApplication::translate("WhatWas", "Personality"), card.personality);
    add(QCoreApplication::translate("WhatWas", "Scenario"), card.scenario);
    add(QCoreApplication::translate("WhatWas", "First message"), card.firstMessage);
    for (const QString &greeting : card.alternateGreetings)
        add(QCoreApplication::translate("WhatWas", "Alternate greeting"), greeting);
    add(QCoreApplication::translate("WhatWas", "Examples of dialogue"), card.messageExamples);
    add(QCoreApplication::translate("WhatWas", "System prompt"), card.systemPrompt);
    add(QCoreApplication::translate("WhatWas", "Post-history instructions"), card.postHistoryInstructions);
    add(QCoreApplication::translate("WhatWas", "Creator's notes"), card.creatorNotes);
    return parts.join(u"\n\n"_s).left(FileTextLimit);
}

// Nothing for what is no text.
QString plainText(const QByteArray &bytes)
{
    // A character has four bytes at most; one that is cut off at the end does not count.
    const QByteArrayView beginning = QByteArrayView(bytes).first(qMin(bytes.size(), 4 * FileTextLimit));
    QStringDecoder decoder(QStringDecoder::Utf8);
    const QString text = decoder(beginning);
    return decoder.hasError() || text.contains(QChar(0)) ? QString() : text.left(FileTextLimit);
}

} // namespace

QString fileText(const QByteArray &bytes)
{
    const FileKind kind = fileKindOf(bytes);
    if (kind == FileKind::Chat)
        return chatText(bytes);
    if (kind == FileKind::CardPng) {
        if (const auto card = readNewestCardPng(bytes))
            return cardText(*card);
    }
    return plainText(bytes);
}

} // namespace snug
