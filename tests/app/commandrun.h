// The real program, as other programs run it.
#pragma once

#include <QByteArray>
#include <QProcess>
#include <QString>
#include <QStringList>

namespace snug::commandrun {

struct Run
{
    int code = -1;
    QByteArray output;
    QString errors;
};

inline Run run(const QStringList &arguments, const QByteArray &input = {})
{
    QProcess process;
    process.start(QStringLiteral(SNUG_PROGRAM), arguments);
    process.write(input);
    process.closeWriteChannel();
    if (!process.waitForFinished(120'000) || process.exitStatus() != QProcess::NormalExit)
        return {};
    return {process.exitCode(), process.readAllStandardOutput(),
            QString::fromUtf8(process.readAllStandardError())};
}

// Below tests/data.
inline QString data(const QString &path)
{
    return QStringLiteral(SNUG_SOURCE_DIR "/tests/data/") + path;
}

} // namespace snug::commandrun
