// `snug tokens`, with nothing but Qt's core.
#include "app/commands/tokenscommand.h"

#include <QCoreApplication>

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    return snug::tokensCommand(QCoreApplication::arguments().mid(2));
}
