#include "app/commands/rendertemplatecommand.h"

#include "app/cases/inputfiles.h"
#include "app/commands/commandline.h"
#include "core/formats/jsontext.h"
#include "core/templates/templateshapes.h"
#include "core/templates/workertemplateengine.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

struct RenderTemplateCommandText
{
    Q_DECLARE_TR_FUNCTIONS(RenderTemplateCommand)
};

struct RenderRequest
{
    QString templateFile;
    QString contextFile;
};

Result<RenderRequest> renderRequestFrom(const QStringList &arguments)
{
    RenderRequest request;
    for (qsizetype i = 0; i < arguments.size(); ++i) {
        const QString name = arguments[i].section(u'=', 0, 0);
        QString *const target = name == u"--template"  ? &request.templateFile
                                : name == u"--context" ? &request.contextFile
                                                       : nullptr;
        if (!target)
            return failure(RenderTemplateCommandText::tr("unknown option %1").arg(arguments[i]));
        if (arguments[i].contains(u'='))
            *target = arguments[i].section(u'=', 1);
        else if (++i < arguments.size())
            *target = arguments[i];
        if (target->isEmpty())
            return failure(RenderTemplateCommandText::tr("%1 needs a file").arg(name));
    }
    if (request.templateFile.isEmpty() || request.contextFile.isEmpty())
        return failure(RenderTemplateCommandText::tr("--template and --context are needed"));
    return request;
}

Result<RenderedMessages> rendered(const RenderRequest &request)
{
    const Result<QByteArray> source = readInputFile(request.templateFile);
    if (!source)
        return std::unexpected(source.error());
    const Result<Json> context = readJsonFile(request.contextFile);
    if (!context)
        return std::unexpected(context.error());
    if (!context->isObject())
        return failure(RenderTemplateCommandText::tr("expected an object, found %1").arg(context->typeName()),
                       {}, request.contextFile);
    const TemplateRequest work{
        .source = QString::fromUtf8(*source), .context = shapedContext(*context), .marker = freshMarker()};
    WorkerTemplateEngine engine(templateWorkerProgram(QCoreApplication::applicationDirPath()));
    const auto messages = renderMessages(engine, work);
    if (!messages)
        return std::unexpected(messages.error().asError(request.templateFile));
    return *messages;
}

} // namespace

int renderTemplateCommand(const QStringList &arguments)
{
    const Result<RenderRequest> request = renderRequestFrom(arguments);
    if (!request) {
        printError(RenderTemplateCommandText::tr(
                       "render-template: %1 (usage: snug render-template --template FILE --context FILE)")
                       .arg(request.error().line()));
        return exitUsage;
    }
    const Result<RenderedMessages> result = rendered(*request);
    if (!result) {
        printError(result.error().line());
        return exitNo;
    }
    Json messages = Json::array();
    for (const RenderedMessage &message : result->messages)
        messages.append(
            Json::object({{u"role"_s, Json(message.role)}, {u"content"_s, Json(message.content)}}));
    return printJson(writeJsonLine(Json::object({{u"messages"_s, messages}})));
}

} // namespace snug
