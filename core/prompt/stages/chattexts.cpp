#include "core/prompt/stages/chattexts.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace snug {

static NotePlace placeOf(double position)
{
    return position == 0   ? NotePlace::AfterMain
           : position == 1 ? NotePlace::InChat
           : position == 2 ? NotePlace::BeforeMain
                           : NotePlace::None;
}

TracedText newestSummary(const PromptInputs &inputs, Draft &draft, qsizetype count)
{
    const QList<int> &rows = factsOf(inputs, draft).withSummary;
    const auto behind = std::ranges::lower_bound(rows, int(count - 1));
    if (behind == rows.begin())
        return {};
    const int row = *std::prev(behind);
    return TracedText(inputs.chat.messages.at(row).extra.value(u"memory").toText(),
                      Source(SourceKind::NoteSummary, QString::number(inputs.scene.rowOf(row)),
                             QCoreApplication::translate("PromptSources", "summary")));
}

static void collectSummary(const PromptInputs &inputs, Draft &draft)
{
    const SummarySettings &settings = inputs.settings.replies.summary;
    if (!settings.isUsed)
        return;
    // As it was when the chat was opened: the message that is typed now is not there yet.
    const TracedText summary = newestSummary(inputs, draft, inputs.chat.messages.size()).trimmed();
    if (summary.isEmpty())
        return;
    const Source &source = summary.spans().first().source;
    ChatText text{.key = u"1_memory"_s,
                  .place = placeOf(settings.position),
                  .depth = settings.depth,
                  .role = settings.role,
                  .isScanned = settings.isScanned,
                  .isKnown = true,
                  .source = source};
    if (settings.layout.isEmpty()) {
        text.text = TracedText::computed(u"Summary: "_s, source);
        text.text.append(summary);
    } else {
        text.text =
            draft.macros.expandWith(u"summary"_s, summary, TracedText::computed(settings.layout, source));
    }
    draft.chatTexts.append(text);
}

// A number as JavaScript's Number() takes it: depths and positions may stand there as text.
static double numberOf(const Json &value, double otherwise)
{
    if (value.isString()) {
        const QString text = value.toText().trimmed();
        bool isNumber = true;
        const double number = text.isEmpty() ? 0 : text.toDouble(&isNumber);
        return isNumber ? number : std::nan("");
    }
    if (value.isBool())
        return value.toBool() ? 1 : 0;
    return value.asDouble().value_or(value.isNull() ? 0 : otherwise);
}

// As JavaScript's String() writes it.
static QString writtenOut(const Json &value)
{
    if (value.isNull())
        return u"null"_s;
    if (value.isBool())
        return value.toBool() ? u"true"_s : u"false"_s;
    return value.toText();
}

// Object.entries() lists keys that are whole numbers first, in ascending order.
static QList<Json::Member> inScriptOrder(const Json &object)
{
    const auto indexOf = [](const QString &key) {
        bool isNumber = false;
        const quint64 index = key.toULongLong(&isNumber);
        return isNumber && QString::number(index) == key && index < 4294967295U ? qint64(index) : qint64(-1);
    };
    QList<Json::Member> members = object.members();
    std::ranges::stable_sort(members, [&](const Json::Member &a, const Json::Member &b) {
        const qint64 left = indexOf(a.key);
        const qint64 right = indexOf(b.key);
        return left >= 0 && (right < 0 || left < right);
    });
    return members;
}

static void collectInjected(const PromptInputs &inputs, Draft &draft)
{
    const Json injected = inputs.chat.metadata().value(u"script_injects");
    for (const Json::Member &each : inScriptOrder(injected)) {
        const Json &inject = each.value;
        const QString words = writtenOut(inject.value(u"value"));
        if (words.isEmpty())
            continue;
        const Source source(SourceKind::NoteInjected, each.key,
                            //: %1 is the name that the user gave the text
                            QCoreApplication::translate("PromptSources", "injected text %1").arg(each.key));
        const double depth = numberOf(inject.value(u"depth"), std::nan(""));
        const double role = numberOf(inject.value(u"role"), 0);
        draft.chatTexts.append(
            {.key = u"script_inject_"_s + each.key,
             .text = TracedText(words, source),
             .place = placeOf(numberOf(inject.value(u"position"), std::nan(""))),
             .depth = depth >= 0 && depth == std::floor(depth) && depth < 1e6 ? int(depth) : -1,
             .role = roleFromNumber(role == std::floor(role) ? int(role) : 0),
             .isScanned = inject.value(u"scan").toBool(),
             .source = source});
        if (!inject.value(u"filter").toText().isEmpty())
            draft.result.trace.warnings.append(
                QCoreApplication::translate("Prompt", "The injected text “%1” has a condition written as a "
                                                      "script. Snug does not run it and sends the text.")
                    .arg(each.key));
    }
}

void collectChatTexts(const PromptInputs &inputs, Draft &draft)
{
    draft.chatTexts.clear();
    collectSummary(inputs, draft);
    collectInjected(inputs, draft);
}

} // namespace snug
