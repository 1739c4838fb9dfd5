// What may be done with a link in a stranger's text. Addresses of the web and of mail open, after a question
// where the text hides or disguises the target; everything else is only copied.
#pragma once

#include <QCoreApplication>
#include <QString>
#include <QUrl>

namespace snug {

struct LinkVerdict
{
    enum class Kind : quint8 {
        Open,   // the text tells the truth about the address, or nothing
        Ask,    // where it leads is shown first
        Refuse, // it is never opened
    };

    Kind kind = Kind::Refuse;
    QUrl url;        // what is opened; empty if nothing may be
    QString leadsTo; // host in its ASCII form, or whom a mail goes to; empty if there is none
    QString reason;  // a sentence for the user; empty with Open
    QString address; // to show and to copy, in full: unseen characters are percent-encoded

    friend bool operator==(const LinkVerdict &, const LinkVerdict &) = default;
};

// `address` as the text has it; `shown` is what the reader sees in its place, with what touches it.
LinkVerdict judgeLink(const QString &address, QStringView shown);

} // namespace snug
