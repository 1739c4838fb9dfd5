#include "core/templates/templateengine.h"

namespace snug {

LocalTemplateEngine::LocalTemplateEngine(RegexEnginePtr regexEngine)
    : m_regexEngine(std::move(regexEngine))
{
}

TemplateResult<RenderedText> LocalTemplateEngine::render(const TemplateRequest &request,
                                                         const std::stop_token &stop)
{
    if (request.regexEngine || !m_regexEngine)
        return renderTemplate(request, stop);
    TemplateRequest searching = request;
    searching.regexEngine = m_regexEngine;
    return renderTemplate(searching, stop);
}

TemplateResult<RenderedMessages> renderMessages(TemplateEngine &engine, const TemplateRequest &request,
                                                const std::stop_token &stop)
{
    const TemplateResult<RenderedText> rendered = engine.render(request, stop);
    if (!rendered)
        return std::unexpected(rendered.error());
    return RenderedMessages{cutAtMarkers(*rendered, request.marker), rendered->templates};
}

TemplateResult<RenderedText> renderSystemPrompt(TemplateEngine &engine, const TemplateRequest &request,
                                                const std::stop_token &stop)
{
    TemplateRequest plain = request;
    plain.marker.clear();
    const TemplateResult<RenderedText> rendered = engine.render(plain, stop);
    if (!rendered)
        return rendered;
    return trimmedText(*rendered);
}

} // namespace snug
