// One render under way: statements, and templates that extend, include and import each other.
#pragma once

#include "core/templates/templateevaluation.h"
#include "core/templates/templateoutput.h"

namespace snug {

class Rendering final : public TemplateEvaluation
{
public:
    Rendering(const TemplateRequest &request, const std::stop_token &stop);

    TemplateResult<RenderedText> run();

private:
    // Templates (renderinheritance.cpp).
    TemplateUnitPtr load(const TemplateValue &name);
    TemplateUnitPtr makeUnit(const QString &name, const QString &source);
    TemplateContextPtr makeContext(const TemplateUnitPtr &unit) const;
    void renderUnit(TemplateUnitPtr unit, const TemplateContextPtr &context, const TemplateFramePtr &frame,
                    TemplateOutput &output);
    void renderApart(const TemplateUnitPtr &unit, const TemplateContextPtr &context,
                     const TemplateFramePtr &frame, TemplateOutput &output);
    void renderBlock(const BlockOfTemplate &block, TemplateOutput &output);
    void renderBlockTag(const TemplateStatement &statement, TemplateOutput &output);
    void renderExtends(const TemplateStatement &statement);
    void renderInclude(const TemplateStatement &statement, TemplateOutput &output);
    void renderImport(const TemplateStatement &statement);
    void defineSendAs();

    // Statements (rendering.cpp).
    void render(const TemplateBody &body, TemplateOutput &output);
    void render(const TemplateStatement &statement, TemplateOutput &output);
    void renderOutput(const TemplateStatement &statement, TemplateOutput &output);
    void renderFor(const TemplateStatement &statement, TemplateOutput &output);
    void renderSet(const TemplateStatement &statement);
    void renderSwitch(const TemplateStatement &statement, TemplateOutput &output);
    void print(const TemplateValue &value, int line, TemplateOutput &output);
    TemplateText capture(const TemplateBody &body);
    TemplateValue makeMacro(std::shared_ptr<const TemplateMacro> macro, bool seesFrame) override;

    QHash<QString, TemplateUnitPtr> m_units; // by lower-case name
    QStringList m_templates;
    TemplateUnitPtr *m_parent = nullptr; // what the template being rendered extends
    TemplateOutput *m_final = nullptr;
    int m_includes = 0;
};

} // namespace snug
