// Who renders templates. Templates come from anybody, so the window and the command line have them rendered
// by a process of its own (WorkerTemplateEngine); tests may render where they are.
#pragma once

#include "core/templates/sendas.h"

#include <memory>

namespace snug {

class TemplateEngine
{
public:
    virtual ~TemplateEngine() = default;

    // As renderTemplate(); blocks. May be called from any thread, from several at once, and not from the
    // window's. TemplateRequest::regexEngine and trees need not be set.
    virtual TemplateResult<RenderedText> render(const TemplateRequest &request,
                                                const std::stop_token &stop = {}) = 0;
};

using TemplateEnginePtr = std::shared_ptr<TemplateEngine>;

// Renders on the calling thread, within the request's own limits.
class LocalTemplateEngine : public TemplateEngine
{
public:
    explicit LocalTemplateEngine(RegexEnginePtr regexEngine = {});
    TemplateResult<RenderedText> render(const TemplateRequest &request,
                                        const std::stop_token &stop = {}) override;

private:
    const RegexEnginePtr m_regexEngine;
};

// As their namesakes in sendas.h.
TemplateResult<RenderedMessages> renderMessages(TemplateEngine &engine, const TemplateRequest &request,
                                                const std::stop_token &stop = {});
TemplateResult<RenderedText> renderSystemPrompt(TemplateEngine &engine, const TemplateRequest &request,
                                                const std::stop_token &stop = {});

} // namespace snug
