#include "app/commands/terminaloutput.h"

#include "core/model/unseencharacters.h"

#include <cstdio>

namespace snug {

void printError(const QString &line)
{
    std::fprintf(stderr, "snug: %s\n", forTerminal(line).constData());
}

void printLine(const QString &line)
{
    const QByteArray bytes = forTerminal(line) + '\n';
    std::fwrite(bytes.constData(), 1, size_t(bytes.size()), stdout);
}

void printText(const QString &text)
{
    const QByteArray bytes = forTerminal(text, TerminalText::Lines);
    std::fwrite(bytes.constData(), 1, size_t(bytes.size()), stdout);
    std::fflush(stdout);
}

int printJson(const QByteArray &json)
{
    QByteArray bytes = jsonForTerminal(json);
    if (!bytes.endsWith('\n'))
        bytes += '\n';
    std::fwrite(bytes.constData(), 1, size_t(bytes.size()), stdout);
    return std::fflush(stdout) == 0 ? exitDone : exitNo;
}

} // namespace snug
