// send_as: how a template says which message has which role. Rendering writes markers around the
// marked text; afterwards the text is cut at them. See docs/systems/hologram.md#roles.
#pragma once

#include "core/templates/templaterender.h"

namespace snug {

struct RenderedMessage
{
    QString role; // any word of ASCII letters, digits and _; text outside send_as is "system"
    QString content;
    QList<TemplateSpan> spans; // of content

    bool operator==(const RenderedMessage &) const = default;
};

struct RenderedMessages
{
    QList<RenderedMessage> messages; // without blank ones, trimmed, in order; neighbours are not merged
    QStringList templates;           // TemplateSpan::templateIndex
};

QString roleMarker(QStringView marker, QStringView role);
QString endMarker(QStringView marker);

// 256 random bits as text, from the system's source of randomness.
QString freshMarker();

// Without white space at both ends.
RenderedText trimmedText(const RenderedText &rendered);

QList<RenderedMessage> cutAtMarkers(const RenderedText &rendered, const QString &marker);

// With send_as; request.marker has to be fresh.
TemplateResult<RenderedMessages> renderMessages(const TemplateRequest &request,
                                                const std::stop_token &stop = {});
// A system-prompt template: without send_as, trimmed.
TemplateResult<RenderedText> renderSystemPrompt(const TemplateRequest &request,
                                                const std::stop_token &stop = {});

} // namespace snug
