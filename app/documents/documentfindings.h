// How many doubtful things the files of the library's documents hold, as the editors find them. Looked for
// off the window's thread while the Studio is there; a file is judged again once it has changed.
#pragma once

#include "core/library/fileversion.h"
#include "widgets/library/librarydocument.h"

#include <QHash>
#include <QMap>
#include <QObject>
#include <QThreadPool>

#include <stop_token>

namespace snug {

class DocumentFindings : public QObject
{
    Q_OBJECT

public:
    explicit DocumentFindings(QObject *parent = nullptr);
    ~DocumentFindings() override; // stops

    // Notes what is known, and looks for the rest: changed() tells when there is news.
    void note(QMap<DocumentKind, QList<LibraryDocument>> &documents);

Q_SIGNALS:
    void changed();

private:
    struct Judged
    {
        FileStamp stamp;
        int doubtful = 0;
    };
    void judge(const QStringList &paths);
    void take(const QHash<QString, Judged> &judged);

    QHash<QString, Judged> m_known; // by path
    QThreadPool m_thread;           // one: it is in no hurry
    std::stop_source m_stop;
};

} // namespace snug
