#include "core/prompt/unsentlore.h"

#include "core/prompt/promptaccount.h"
#include "core/prompt/promptblocks.h"

#include <QCoreApplication>
#include <QSet>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

struct UnsentLoreText
{
    Q_DECLARE_TR_FUNCTIONS(UnsentLore)
};

QString reasonBy(const LoreEntry *entry, bool isOneText)
{
    using Position = LoreEntry::Position;
    if (!entry || isOneText) // there the templates decide
        return UnsentLoreText::tr("None of it is sent");
    switch (entry->position) {
    case Position::ExamplesTop:
    case Position::ExamplesBottom: // docs/sillytavern/examples.md
        return UnsentLoreText::tr("None of it is sent: beside the examples only speech is, in lines that "
                                  "begin with {{user}}: or {{char}}:");
    case Position::NoteTop:
    case Position::NoteBottom:
        return UnsentLoreText::tr("None of it is sent: its place is beside the note, which is not sent now");
    case Position::BeforeChar:
    case Position::AfterChar:
        return UnsentLoreText::tr("None of it is sent: the preset's block for it is off or missing");
    case Position::Outlet:
        return entry->outletName.isEmpty()
                   ? UnsentLoreText::tr("None of it is sent: it goes to an outlet and names none")
                   : UnsentLoreText::tr("None of it is sent: nothing asks for its outlet “%1”")
                         .arg(entry->outletName);
    case Position::AtDepth:
        break;
    }
    return UnsentLoreText::tr("None of it is sent");
}

} // namespace

QHash<QString, QString> unsentLore(const AssembledPrompt &prompt)
{
    const bool isOneText = prompt.prompt.has_value();
    if (!isOneText && prompt.mode != PromptMode::SillyTavern) // whose lore has names of its own
        return {};
    QSet<QString> sent;
    const QList<OutboundMessage> blocks = promptBlocks(prompt); // shares, as long as it is only read
    for (const OutboundMessage &message : blocks) {
        for (const Span &span : message.content.spans())
            sent.insert(ownerOf(span.source).id());
    }
    const LoreIndexPtr &index = prompt.trace.loreEvidence.index;
    QHash<QString, QString> unsent;
    for (qsizetype i = 0; i < prompt.trace.lore.size(); ++i) {
        const LoreTrace &row = prompt.trace.lore.at(i);
        const QString id = u"%1.%2"_s.arg(row.book).arg(row.uid);
        if (!row.fired || sent.contains(id))
            continue;
        const bool isKnown = index && i < index->size();
        unsent.insert(id, reasonBy(isKnown ? index->candidates()[size_t(i)].entry : nullptr, isOneText));
    }
    return unsent;
}

} // namespace snug
