#include "core/conversion/seamline.h"

#include "core/conversion/conversiontext.h"

namespace snug {

QString seamLine(const SeamRemark &remark)
{
    const int count = remark.before;
    switch (remark.kind) {
    case SeamRemark::Kind::Hoisted:
        return ConversionText::tr("%n leading system message(s) became the system text.", nullptr, count);
    case SeamRemark::Kind::JoinedSystem:
        return ConversionText::tr("%n leading system message(s) became one.", nullptr, count);
    case SeamRemark::Kind::BecameUser:
        return ConversionText::tr("%n later system message(s) became the user's.", nullptr, count);
    case SeamRemark::Kind::BecameUserAfter:
        return ConversionText::tr("%n system message(s) became the user's, after the assistant's.", nullptr,
                                  count);
    case SeamRemark::Kind::Merged:
        return ConversionText::tr("%n message(s) of one role became one.", nullptr, count);
    case SeamRemark::Kind::AllBecameUser:
        return ConversionText::tr("All %n message(s) became one of the user's.", nullptr, count);
    case SeamRemark::Kind::Named:
        return ConversionText::tr("A name was added before %n message(s).", nullptr, count);
    case SeamRemark::Kind::NameRemoved:
        return ConversionText::tr("The service takes no names: %n were left out.", nullptr, count);
    case SeamRemark::Kind::PlaceholderAdded:
        return ConversionText::tr("A user message was added where the service wants one.");
    case SeamRemark::Kind::Prefilled:
        return ConversionText::tr("The beginning of the reply was added at the end.");
    case SeamRemark::Kind::PrefillBecameUser:
        return ConversionText::tr(
            "The model does not accept the beginning of a reply: it became the user's.");
    case SeamRemark::Kind::InstructionAdded:
        return ConversionText::tr("The model does not accept the beginning of a reply: a user message asks "
                                  "it to continue from there.");
    case SeamRemark::Kind::MediaMoved:
        return ConversionText::tr("Pictures of %n assistant message(s) were moved to the next user message.",
                                  nullptr, count);
    case SeamRemark::Kind::EmptyLeftOut:
        return ConversionText::tr("%n message(s) without text were left out.", nullptr, count);
    case SeamRemark::Kind::ToolsAsText:
        return ConversionText::tr("Tool calls of %n message(s) became text.", nullptr, count);
    case SeamRemark::Kind::MediaLeftOut:
        return ConversionText::tr(
            "Pictures of %n message(s) were left out: the service accepts none of that kind.", nullptr,
            count);
    case SeamRemark::Kind::ThoughtsBack:
        return ConversionText::tr("The thoughts of %n earlier reply(s) are sent back with them, unchanged.",
                                  nullptr, count);
    }
    return {};
}

QStringList seamLines(const QList<SeamRemark> &seam)
{
    // Merging is the most frequent deed by far: one line for all of it.
    int merged = 0;
    int becameOf = 0;
    QStringList lines;
    for (const SeamRemark &remark : seam) {
        if (remark.kind == SeamRemark::Kind::Merged) {
            merged += remark.before;
            becameOf += 1;
            continue;
        }
        if (const QString line = seamLine(remark); !lines.contains(line))
            lines.append(line);
    }
    if (becameOf == 1)
        lines.append(seamLine({SeamRemark::Kind::Merged, merged, 1, {}}));
    else if (becameOf > 1)
        lines.append(ConversionText::tr("Neighbours of one role were joined: %1 messages became %2.")
                         .arg(merged)
                         .arg(becameOf));
    return lines;
}

} // namespace snug
