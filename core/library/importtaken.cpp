#include "core/library/importtaken.h"

#include "core/formats/jsontext.h"
#include "core/library/librarystore.h"

#include <QCoreApplication>
#include <QDir>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

struct ImportTakenText
{
    Q_DECLARE_TR_FUNCTIONS(ImportTaken)
};

QString whyOf(const ImportedFile &file)
{
    QStringList parts;
    if (!file.understood.isEmpty())
        parts << file.understood;
    if (!file.place.isEmpty())
        //: %1 is a file in the library
        parts << ImportTakenText::tr("it is now %1").arg(file.place);
    for (const Error &note : file.notes) {
        Error told = note;
        told.file.clear(); // it stands in front of the line already
        parts << told.line();
    }
    return parts.join(u"; "_s);
}

TakenItem itemOf(const ImportedFile &file, const QString &path)
{
    switch (file.outcome) {
    case ImportedFile::Outcome::Imported: {
        // A group's chat without its group has become one of its first speaker's.
        const bool isAsItWas =
            file.isAsItCame && (!path.startsWith(u"group chats/") || file.place.startsWith(u"group chats/"));
        return {isAsItWas ? TakenHow::Taken : TakenHow::Otherwise, path, whyOf(file)};
    }
    case ImportedFile::Outcome::Kept:
        return {TakenHow::WithoutEffect, path, whyOf(file)};
    case ImportedFile::Outcome::Refused:
        break;
    }
    const TakenItem known = takenUnread(path);
    if (known.how != TakenHow::NotUnderstood || !file.problem)
        return known;
    Error problem = *file.problem;
    problem.file.clear();
    return {TakenHow::NotUnderstood, path,
            problem.hint.isEmpty() ? problem.line() : problem.line() + u". "_s + problem.hint};
}

} // namespace

TakenReport importTaken(const ImportReport &report, const QString &folder)
{
    TakenReport taken;
    taken.isImport = true;
    const QString root = QDir::cleanPath(QDir(folder).absolutePath()) + u'/';
    for (const ImportedFile &file : report.files) {
        if (file.path.startsWith(root))
            taken.files.append(itemOf(file, file.path.sliced(root.size())));
    }
    if (const auto settings = readVersioned(root + u"settings.json"_s)) {
        if (const Result<Json> document = parseJson(settings->value))
            taken.settings = takenSettings(*document);
    }
    return taken;
}

} // namespace snug
