#include "core/prompt/labels.h"
#include "core/prompt/stages/exampletext.h"
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

ExampleBlock exampleLines(const TracedText &block, const QString &userName, const QString &characterName)
{
    enum class Speaker : quint8 { Nobody, User, Character };
    const QString userMark = userName + u':';
    const QString characterMark = characterName + u':';
    ExampleBlock result;
    Speaker speaker = Speaker::Nobody;
    qsizetype speechStart = 0;
    const auto finish = [&](qsizetype end) {
        if (speaker == Speaker::Nobody)
            return;
        TracedText speech = block.mid(speechStart, end - speechStart);
        const QString &mark = speaker == Speaker::User ? userMark : characterMark;
        if (const qsizetype at = speech.text().indexOf(mark); at >= 0)
            speech.remove(at, mark.size());
        result.append(
            {speaker == Speaker::User ? u"example_user"_s : u"example_assistant"_s, speech.trimmed()});
        speechStart = std::min(end + 1, block.size());
    };
    for (qsizetype start = 0; start <= block.size();) {
        qsizetype end = block.text().indexOf(u'\n', start);
        if (end < 0)
            end = block.size();
        const QStringView line = QStringView(block.text()).sliced(start, end - start);
        Speaker next = speaker;
        if (line.startsWith(userMark))
            next = Speaker::User;
        else if (line.startsWith(characterMark))
            next = Speaker::Character;
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
        const QList<TracedText> added = exampleBlocks(example.text.trimmed());
        if (example.isOnTop)
            blocks = added + blocks;
        else
            blocks += added;
    }
    return blocks;
}

void examplesStage(const PromptInputs &, Draft &draft)
{
    for (const TracedText &block : allExampleBlocks(draft))
        draft.examples.append(exampleLines(block, draft.userName, draft.characterName));
}

} // namespace snug
