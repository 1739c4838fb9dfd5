// All fuzz targets in one program: `snug-fuzz NAME [libFuzzer's options and folders]`. One program, because
// thirty that are linked with sanitizers would take longer to make than to run.
#include "tests/fuzz/fuzzing.h"

#include <QDir>
#include <QFile>
#include <QGuiApplication>

#include <algorithm>
#include <vector>

using namespace Qt::StringLiterals;

namespace {

const FuzzTarget *chosen = nullptr;

// libFuzzer starts itself again for some of its modes, with the options but without the name.
constexpr const char *nameVariable = "SNUG_FUZZ_TARGET";

const FuzzTarget *targetNamed(const QByteArray &name)
{
    for (const FuzzTarget *target = FuzzTarget::first; target; target = target->next) {
        if (name == target->name)
            return target;
    }
    return nullptr;
}

[[noreturn]] void listTargets(int status)
{
    QByteArrayList names;
    for (const FuzzTarget *target = FuzzTarget::first; target; target = target->next)
        names.append(target->name);
    std::ranges::sort(names);
    std::puts(names.join('\n').constData());
    std::exit(status);
}

// The options that CMakeLists.txt gives the target stand before those of the command line, which win.
void replaceNameByOptions(int &count, char **&arguments)
{
    QFile file(QStringLiteral(SNUG_FUZZ_OPTIONS "/") + QString::fromLatin1(chosen->name));
    const bool isOpen = file.open(QIODevice::ReadOnly);
    static QByteArrayList lines;
    lines = isOpen ? file.readAll().trimmed().split('\n') : QByteArrayList();
    static std::vector<char *> all;
    all.push_back(arguments[0]);
    for (QByteArray &line : lines)
        all.push_back(line.data());
    all.insert(all.end(), arguments + 2, arguments + count);
    count = int(all.size());
    all.push_back(nullptr);
    arguments = all.data();
}

} // namespace

// Freed memory that is kept aside counts as used: little of it, so that the limit is the input's.
extern "C" const char *__asan_default_options()
{
    return "quarantine_size_mb=16:malloc_context_size=12";
}

extern "C" const char *__ubsan_default_options()
{
    return "print_stacktrace=1";
}

extern "C" int LLVMFuzzerInitialize(int *count, char ***arguments)
{
    if (qEnvironmentVariableIsSet(nameVariable)) {
        chosen = targetNamed(qgetenv(nameVariable));
    } else if (*count > 1) {
        chosen = targetNamed((*arguments)[1]);
        if (chosen) {
            qputenv(nameVariable, chosen->name);
            replaceNameByOptions(*count, *arguments);
        }
    }
    if (!chosen)
        listTargets(*count > 1 ? 2 : 0);
    qputenv("QT_QPA_PLATFORM", "offscreen");
    qputenv("TZ", "UTC");
    // Where a write that must reach the disk costs nothing.
    if (!qEnvironmentVariableIsSet("TMPDIR") && QDir(u"/dev/shm"_s).exists())
        qputenv("TMPDIR", "/dev/shm");
    static int one = 1;
    static const QGuiApplication application(one, *arguments);
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, std::size_t size)
{
    chosen->run(QByteArray(reinterpret_cast<const char *>(data), qsizetype(size)));
    return 0;
}
