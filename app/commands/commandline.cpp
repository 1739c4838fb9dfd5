#include "app/commands/commandline.h"

#include "app/commands/assemblecommand.h"
#include "app/commands/benchcommand.h"
#include "app/commands/commandhelp.h"
#include "app/commands/democommand.h"
#include "app/commands/librarycommand.h"
#include "app/commands/lintcommand.h"
#include "app/commands/rendertemplatecommand.h"
#include "app/commands/testcommand.h"
#include "app/commands/tokenscommand.h"

#include <QMap>

using namespace Qt::StringLiterals;

namespace snug {

using Command = int (*)(const QStringList &);

static const QMap<QString, Command> &commands()
{
    static const QMap<QString, Command> table{
        {u"assemble"_s, assembleCommand}, {u"bench"_s, benchCommand},
        {u"export"_s, exportCommand},     {u"import"_s, importCommand},
        {u"lint"_s, lintCommand},         {u"render-template"_s, renderTemplateCommand},
        {u"test"_s, testCommand},         {u"tokens"_s, tokensCommand},
    };
    return table;
}

bool isCommand(const QString &name)
{
    return commands().contains(name);
}

int runCommand(const QString &name, const QStringList &arguments)
{
    const Command command = commands().value(name);
    if (command && asksForHelp(arguments)) {
        printText(helpText(name));
        return exitDone;
    }
    return command ? command(arguments) : exitUsage;
}

bool isWindowCommand(const QString &name)
{
    return name == u"demo";
}

int runWindowCommand(const QString &, QApplication &application, const QStringList &arguments)
{
    return demoCommand(application, arguments);
}

QString usageText()
{
    return u"usage: snug [COMMAND | FOLDER | FILE…]\n\n"
           "  (none)          the window\n"
           "  FOLDER          the window, with this library\n"
           "  FILE…           the window; the files are imported into its library\n"
           "  assemble        the outbound prompt of given files, or of a chat in a library, as JSON\n"
           "  render-template what a template gives for a context, as JSON messages\n"
           "  tokens          the token count of a file or of standard input\n"
           "  import          files into the library\n"
           "  export          a card, persona, preset, lorebook or chat out of the library\n"
           "  lint            what is wrong with cards, presets, lorebooks, scripts, personas, templates\n"
           "  test            tests of prompts in a folder\n"
           "  bench           how long assembly takes on the files of a folder, as JSON\n"
           "  demo            a turn with the Understudy: its reply, the prompt's table, a picture of the "
           "window\n"
           "  --help          this text; after a command, what it takes\n"
           "  --version       the version\n"_s;
}

} // namespace snug
