#include "core/prompt/labels.h"
#include "core/prompt/stages/exampletext.h"
#include "core/prompt/stages/groupcards.h"
#include "core/prompt/stages/stages.h"

using namespace Qt::StringLiterals;

namespace snug {

static constexpr QStringView startTag = u"<START>";

QList<TracedText> exampleBlocks(const TracedText &examples)
{
    if (examples.isEmpty() || examples.text() == startTag)
        return {};
    // Text that does not start with the tag (in capitals) is a block of its own.
    QList<TracedText> blocks;
    qsizetype start = examples.text().startsWith(startTag) ? startTag.size() : 0;
    for (;;) {
        const qsizetype next = examples.text().indexOf(startTag, start, Qt::CaseInsensitive);
        blocks.append(examples.mid(start, next < 0 ? -1 : next - start).trimmed());
        if (next < 0)
            return blocks;
        start = next + startTag.size();
    }
}

ExampleBlock exampleLines(const TracedText &block, const ExampleSpeakers &speakers)
{
    enum class Speaker : quint8 { Nobody, User, Character };
    const QString userMark = speakers.user + u':';
    const QString characterMark = speakers.character + u':';
    QString character = speakers.character; // another member's name from that member's first line on
    ExampleBlock result;
    Speaker speaker = Speaker::Nobody;
    qsizetype speechStart = 0;
    const auto finish = [&](qsizetype end) {
        if (speaker == Speaker::Nobody)
            return;
        const QString &name = speaker == Speaker::User ? speakers.user : character;
        TracedText speech = block.mid(speechStart, end - speechStart);
        if (const qsizetype at = speech.text().indexOf(name + u':'); at >= 0)
            speech.remove(at, name.size() + 1);
        speech = speech.trimmed();
        if (speakers.isGroup)
            speech.prepend(TracedText::computed(name + u": "_s, Source(SourceKind::ExampleName, {}, name)));
        result.append({speaker == Speaker::User ? u"example_user"_s : u"example_assistant"_s, speech});
        speechStart = std::min(end + 1, block.size());
    };
    const auto isMembers = [&](QStringView line) {
        return std::ranges::any_of(
            speakers.members, [&](const QString &name) { return line.startsWith(QString(name + u':')); });
    };
    for (qsizetype start = 0; start <= block.size();) {
        qsizetype end = block.text().indexOf(u'\n', start);
        if (end < 0)
            end = block.size();
        const QStringView line = QStringView(block.text()).sliced(start, end - start);
        Speaker next = speaker;
        if (line.startsWith(userMark)) {
            next = Speaker::User;
        } else if (line.startsWith(characterMark)) {
            next = Speaker::Character;
        } else if (isMembers(line)) {
            next = Speaker::Character;
            character = line.first(line.indexOf(u':')).toString();
        }
        if (next != speaker) {
            if (speaker != Speaker::Nobody)
                finish(start - 1);
            speaker = next;
        }
        start = end + 1;
    }
    finish(block.size());
    return result;
}

QList<TracedText> allExampleBlocks(const Draft &draft)
{
    QList<TracedText> blocks = exampleBlocks(draft.card.examples);
    for (const LoreExample &example : draft.lore.examples) {
        // Blanks alone are a block without lines: they send the line between examples.
        const TracedText text = example.text.trimmed();
        const QList<TracedText> added =
            text.isEmpty() && !example.text.isEmpty() ? QList<TracedText>{TracedText()} : exampleBlocks(text);
        if (example.isOnTop)
            blocks = added + blocks;
        else
            blocks += added;
    }
    return blocks;
}

void examplesStage(const PromptInputs &inputs, Draft &draft)
{
    if (inputs.settings.stripExamples && draft.result.mode == PromptMode::SillyTavern)
        return; // {{mesExamples}} still has them
    const ExampleSpeakers speakers{draft.userName, draft.characterName, inputs.group.has_value(),
                                   memberNames(inputs)};
    for (const TracedText &block : allExampleBlocks(draft))
        draft.examples.append(exampleLines(block, speakers));
}

} // namespace snug
