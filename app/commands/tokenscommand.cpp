#include "app/commands/tokenscommand.h"

#include "app/commands/terminaloutput.h"
#include "core/tokens/loadtokenizer.h"

#include <QCoreApplication>
#include <QFile>

#include <cstdio>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

struct TokensCommandText
{
    Q_DECLARE_TR_FUNCTIONS(TokensCommand)
};

struct CountRequest
{
    QString tokenizer = u"o200k_base"_s;
    QString file; // empty: standard input
};

Result<CountRequest> countRequestFrom(const QStringList &arguments)
{
    CountRequest request;
    bool onlyFiles = false;
    for (qsizetype i = 0; i < arguments.size(); ++i) {
        const QString &argument = arguments.at(i);
        if (!onlyFiles && argument == u"--"_s) {
            onlyFiles = true;
        } else if (!onlyFiles && argument == u"--tokenizer"_s) {
            if (++i == arguments.size())
                return failure(TokensCommandText::tr("--tokenizer needs a file or a name"));
            request.tokenizer = arguments.at(i);
        } else if (!onlyFiles && argument.startsWith(u"--tokenizer="_s)) {
            request.tokenizer = argument.sliced(12);
        } else if (!onlyFiles && argument.startsWith(u'-') && argument != u"-"_s) {
            return failure(TokensCommandText::tr("unknown option %1").arg(argument));
        } else if (!request.file.isEmpty()) {
            return failure(TokensCommandText::tr("more than one file"));
        } else {
            request.file = argument;
        }
    }
    if (request.file == u"-"_s)
        request.file.clear();
    return request;
}

Result<QString> readText(const QString &path)
{
    QFile file(path);
    const bool open = path.isEmpty() ? file.open(stdin, QIODevice::ReadOnly) : file.open(QIODevice::ReadOnly);
    const QString name = path.isEmpty() ? TokensCommandText::tr("standard input") : path;
    if (!open)
        return failure(file.errorString(), {}, name);
    const QByteArray bytes = file.readAll();
    if (file.error() != QFileDevice::NoError)
        return failure(file.errorString(), {}, name);
    return QString::fromUtf8(bytes);
}

} // namespace

int tokensCommand(const QStringList &arguments)
{
    const auto request = countRequestFrom(arguments);
    if (!request) {
        printError(TokensCommandText::tr("tokens: %1 (usage: snug tokens [--tokenizer FILE|NAME] [FILE]; "
                                         "NAME is o200k_base, unless given, cl100k_base or estimate)")
                       .arg(request.error().line()));
        return exitUsage;
    }
    const auto text = readText(request->file);
    if (!text) {
        printError(text.error().line());
        return exitNo;
    }
    const auto counter = loadTokenizer(request->tokenizer);
    if (!counter) {
        printError(counter.error().line());
        return exitNo;
    }
    std::printf("%d\n", (*counter)->count(*text));
    return exitDone;
}

} // namespace snug
