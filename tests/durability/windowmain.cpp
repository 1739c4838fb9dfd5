// The whole program as the durability harness plays it: started by snug-durability, and killed.
//
//     snug-durability-window play|look FOLDER SEED PACE
#include "tests/durability/playedwindow.h"

#include <QApplication>

using namespace Qt::StringLiterals;
using namespace snug::durability;

int main(int argc, char *argv[])
{
    QApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    const auto part = arguments.value(1) == u"look" ? PlayedWindow::Part::Look : PlayedWindow::Part::Play;
    const PlayedWindow window(application, arguments.value(2), part, arguments.value(3).toUInt(),
                              arguments.value(4).toInt());
    return QApplication::exec();
}
