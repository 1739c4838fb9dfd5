#include "core/library/chatbackground.h"

#include <QDir>
#include <QUrl>

using namespace Qt::StringLiterals;

namespace snug {

// What CSS says in url(…), with or without quotes.
static QString addressOf(const QString &css)
{
    const QString text = css.trimmed();
    if (!text.startsWith("url("_L1, Qt::CaseInsensitive) || !text.endsWith(u')'))
        return {};
    QString address = text.sliced(4).chopped(1).trimmed();
    for (const QChar quote : {u'"', u'\''}) {
        if (address.startsWith(quote))
            return address.size() >= 2 && address.endsWith(quote) ? address.sliced(1).chopped(1) : QString();
    }
    return address;
}

QString chatBackground(const Json &metadata)
{
    const QString file =
        QUrl::fromPercentEncoding(addressOf(metadata.value(u"custom_background").toText()).toUtf8());
    const QString clean = QDir::cleanPath(file);
    const bool isBelow = !file.isEmpty() && !file.contains(u':') && !file.contains(u'\\') &&
                         !file.contains(QChar(0)) && QDir::isRelativePath(clean) && clean != ".."_L1 &&
                         clean != "."_L1 && !clean.startsWith("../"_L1);
    return isBelow ? clean : QString();
}

} // namespace snug
