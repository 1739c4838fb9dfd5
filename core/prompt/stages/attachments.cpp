#include "core/prompt/stages/attachments.h"

#include "core/prompt/stages/scripts.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

static QString trAttachments(const char *words)
{
    return QCoreApplication::translate("Prompt", words);
}

// Old files hold one file (`file`), newer ones a list.
static QList<Json> filesOf(const Json &extra)
{
    QList<Json> files = extra.value(u"files").items();
    if (const Json file = extra.value(u"file"); file.isObject())
        files.append(file);
    return files;
}

static QStringList captionsOf(const Json &extra)
{
    QStringList captions;
    const auto add = [&captions](const Json &of) {
        if (const QString title = of.value(u"title").toText();
            of.value(u"append_title").toBool() && !title.isEmpty())
            captions.append(title);
    };
    add(extra);
    const Json media = extra.value(u"media");
    for (const Json &each : media.items())
        add(each);
    return captions;
}

static QString textOf(const Json &file, const QHash<QString, QString> &attachments)
{
    const QString text = file.value(u"text").toText();
    return text.isEmpty() ? attachments.value(file.value(u"url").toText()) : text;
}

static TracedText filesText(const QHash<QString, QString> &attachments, const QList<Json> &files,
                            const Source &message)
{
    const TracedText gap = TracedText::computed(u"\n\n"_s, Source(SourceKind::SeparatorNewline));
    QList<TracedText> texts;
    for (const Json &file : files) {
        const QString name = file.value(u"name").toText(file.value(u"url").toText());
        if (const QString text = textOf(file, attachments); !text.isEmpty())
            texts.append(
                TracedText(text, Source(SourceKind::HistoryFile, message.id(), name).inside(message)));
    }
    TracedText all = TracedText::join(texts, gap);
    all.append(gap);
    return all;
}

static bool hasPicture(const Json &extra)
{
    return !extra.value(u"image").toText().isEmpty() || !extra.value(u"video").toText().isEmpty() ||
           std::ranges::any_of(extra.value(u"media").items(),
                               [](const Json &each) { return !each.value(u"url").toText().isEmpty(); });
}

void warnOfMissingFiles(const PromptInputs &inputs, Draft &draft, const Json &extra)
{
    const QString onlyTexts =
        trAttachments(QT_TRANSLATE_NOOP("Prompt", "Pictures in the chat are not sent, only their captions."));
    if (QStringList &warnings = draft.result.trace.warnings;
        hasPicture(extra) && !warnings.contains(onlyTexts))
        warnings.append(onlyTexts);
    for (const Json &file : filesOf(extra)) {
        const QString address = file.value(u"url").toText();
        if (!address.isEmpty() && textOf(file, inputs.attachments).isEmpty())
            draft.result.trace.warnings.append(
                //: %1 is a file's name
                trAttachments(QT_TRANSLATE_NOOP("Prompt", "The attached file “%1” is not in the library, so "
                                                          "its text is not sent."))
                    .arg(file.value(u"name").toText(address)));
    }
}

void addAttachmentsTo(HistoryItem &item, const Json &extra, const QHash<QString, QString> &attachments)
{
    if (!mayHaveAttachments(extra))
        return;
    if (const QList<Json> files = filesOf(extra); !files.isEmpty())
        item.text.prepend(filesText(attachments, files, item.source));
    if (const QStringList captions = captionsOf(extra); !captions.isEmpty())
        item.text.append(TracedText::computed(u"\n\n"_s + captions.join(u"\n\n"),
                                              Source(SourceKind::HistoryCaption, item.source.id(),
                                                     trAttachments(QT_TRANSLATE_NOOP("Prompt", "caption")))
                                                  .inside(item.source)));
}

void addAttachments(const PromptInputs &inputs, Draft &draft)
{
    for (HistoryItem &item : draft.history) {
        const Json &extra = draft.messageAt(inputs, item.index).extra;
        if (!mayHaveAttachments(extra))
            continue;
        warnOfMissingFiles(inputs, draft, extra);
        addAttachmentsTo(item, extra, inputs.attachments);
    }
}

// In a group nobody is told what the others thought.
bool isThoughtBySpeaker(const PromptInputs &inputs, const Draft &draft, const Message &message)
{
    return !inputs.group || message.name == draft.characterName;
}

void addReasoning(const PromptInputs &inputs, Draft &draft)
{
    const ReasoningSettings &settings = inputs.settings.replies.reasoning;
    const bool isContinued = inputs.type == GenerationType::Continue;
    // Other layouts have rules of their own for thoughts.
    const bool isSillyTaverns =
        draft.result.mode == PromptMode::SillyTavern || draft.result.mode == PromptMode::Story;
    if (draft.history.isEmpty() || !isSillyTaverns || (!settings.isAdded && !isContinued))
        return;
    int added = 0;
    for (qsizetype i = draft.history.size() - 1; i >= 0 && !draft.stop.stop_requested(); --i) {
        HistoryItem &item = draft.history[i];
        const bool isPrefix = isContinued && i == draft.history.size() - 1;
        const Message &message = draft.messageAt(inputs, item.index);
        const QString stored = isThoughtBySpeaker(inputs, draft, message) ? message.reasoning() : QString();
        if (!stored.isEmpty() && (isPrefix || (settings.isAdded && added < settings.most))) {
            const Source source = Source(SourceKind::HistoryThinking, item.source.id(),
                                         trAttachments(QT_TRANSLATE_NOOP("Prompt", "thoughts")))
                                      .inside(item.source);
            const int depth = int(draft.history.size() - i) - (isContinued ? 2 : 1);
            const TracedText thoughts = runReasoningScripts(inputs, draft, TracedText(stored, source), depth);
            if (!thoughts.isEmpty() && thoughts.text() != hiddenThoughts) {
                ++added;
                const auto mark = [&](const QString &text) {
                    return draft.macros.expand(TracedText::computed(text, source));
                };
                const bool isOpen = isPrefix && item.text.isEmpty(); // the reply goes on in its thoughts
                TracedText whole = mark(settings.prefix);
                const TracedText separator = mark(settings.separator);
                const TracedText suffix = mark(settings.suffix);
                whole.append(thoughts);
                if (!isOpen) {
                    whole.append(suffix);
                    whole.append(separator);
                }
                item.text.prepend(whole);
            }
        }
        if (!settings.isAdded || added >= settings.most)
            break;
    }
}

} // namespace snug
