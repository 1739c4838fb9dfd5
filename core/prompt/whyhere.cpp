#include "core/prompt/whyhere.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

struct WhyHereText
{
    Q_DECLARE_TR_FUNCTIONS(WhyHere)
};

QString whyLore(const Source &link, const Trace &trace)
{
    const QString id = link.id();
    const auto row = std::ranges::find_if(trace.lore, [&](const LoreTrace &each) {
        return each.fired && id.endsWith(u'.' + QString::number(each.uid)) &&
               id.size() == each.book.size() + 1 + QString::number(each.uid).size() &&
               id.startsWith(each.book);
    });
    return row == trace.lore.cend() ? QString() : loreReason(*row);
}

QString whyLink(const Source &link, const Trace &trace)
{
    const SourceKind kind = link.kind();
    const SourceFamily family = link.family();
    if (family == SourceFamily::WorldBook || family == SourceFamily::Memory)
        return whyLore(link, trace);
    if (kind == SourceKind::NewUser)
        return WhyHereText::tr("It is in the composer.");
    if (family == SourceFamily::History)
        return WhyHereText::tr("A message of the chat; the newest are sent, as far as they fit.");
    if (kind == SourceKind::PresetRelative)
        return WhyHereText::tr("The block is switched on in the preset's order.");
    if (kind == SourceKind::PresetInChat)
        return WhyHereText::tr("The block is switched on, and its depth places it in the chat.");
    if (kind == SourceKind::PresetUnlisted)
        return WhyHereText::tr("The preset's order does not list it, so it is at the end.");
    if (kind == SourceKind::PresetText)
        return WhyHereText::tr("The preset's own text for this place.");
    if (kind == SourceKind::CardDepthPrompt)
        return WhyHereText::tr("The card brings it; its depth places it in the chat.");
    if (family == SourceFamily::Note)
        return WhyHereText::tr("The note is due at this message.");
    if (family == SourceFamily::Control)
        return WhyHereText::tr("This kind of reply asks for it.");
    if (kind == SourceKind::PersonaDescription)
        return WhyHereText::tr("The persona in use.");
    return {};
}

} // namespace

QString whyHere(const Source &source, const Trace &trace)
{
    for (Source link = source;; link = link.parent()) {
        if (link.family() == SourceFamily::WorldBook && !link.id().isEmpty())
            return whyLore(link, trace); // not why the block around it is there
        if (const QString why = whyLink(link, trace); !why.isEmpty())
            return why;
        if (!link.hasParent())
            return {};
    }
}

} // namespace snug
