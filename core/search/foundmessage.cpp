#include "core/search/foundmessage.h"

#include <algorithm>

namespace snug {

namespace {

// As excerpts are written.
QString onOneLine(QString text)
{
    for (QChar &c : text) {
        if (c == u'\n' || c == u'\t' || c == u'\r')
            c = u' ';
    }
    return text;
}

// Which alternative has the text, from the one where it was; the shown one counts as the message has it.
std::optional<int> swipeWith(const Message &message, const QString &text, int likely)
{
    const auto has = [&](int swipe) {
        const bool isShown = message.swipes.isEmpty() || swipe == message.activeSwipe;
        return onOneLine(isShown ? message.text : message.swipes[swipe].text).contains(text);
    };
    if (message.swipes.size() < 2)
        return has(message.activeSwipe) ? std::optional(-1) : std::nullopt;
    if (likely >= 0 && likely < message.swipes.size() && has(likely))
        return likely;
    for (int swipe = 0; swipe < message.swipes.size(); ++swipe) {
        if (has(swipe))
            return swipe;
    }
    return {};
}

} // namespace

std::optional<FoundMessage> foundMessage(const QList<Message> &messages, const FoundText &found)
{
    QString text = found.place.text;
    if (text.startsWith(u'…'))
        text.remove(0, 1);
    if (text.endsWith(u'…'))
        text.chop(1);
    for (qsizetype away = 0; away < std::max<qsizetype>(messages.size(), found.place.row + 1); ++away) {
        for (const qsizetype row : {found.place.row - away, found.place.row + away}) {
            if (row < 0 || row >= messages.size())
                continue;
            if (const auto swipe = swipeWith(messages[row], text, found.place.swipe))
                return FoundMessage{row, *swipe};
        }
    }
    return {};
}

} // namespace snug
