// The whole program as the durability harness plays it: started by snug-durability, and killed.
//
//     snug-durability-window play|look|write|rest FOLDER SEED PACE
//     snug-durability-window soak FOLDER TURNS
#include "tests/durability/playedwindow.h"
#include "tests/durability/qtthreads.h"
#include "tests/durability/soakedwindow.h"

#include <QApplication>

using namespace Qt::StringLiterals;
using namespace snug::durability;

int main(int argc, char *argv[])
{
    Synchronized<QApplication> application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.value(1) == u"soak") {
        const SoakedWindow window(application, arguments.value(2), arguments.value(3).toInt());
        return QApplication::exec();
    }
    using Part = PlayedWindow::Part;
    const QHash<QString, Part> parts{
        {u"look"_s, Part::Look}, {u"write"_s, Part::Write}, {u"rest"_s, Part::Rest}};
    const PlayedWindow window(application, arguments.value(2), parts.value(arguments.value(1), Part::Play),
                              arguments.value(3).toUInt(), arguments.value(4).toInt());
    return QApplication::exec();
}
