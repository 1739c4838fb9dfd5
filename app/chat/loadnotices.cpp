#include "app/chat/loadnotices.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "app/desktop.h"
#include "core/library/library.h"
#include "core/wire/serverwords.h"
#include "widgets/dialogs/reportdialog.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"

#include <QFileInfo>
#include <QHash>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace snug {

static constexpr qsizetype mostBytesShown = 400; // of a line
static constexpr qsizetype mostWordsShown = 120; // characters

LoadNotices::LoadNotices(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
{
    connect(&app.chat, &ChatController::fileRead, this, &LoadNotices::show);
    connect(&app.chat, &ChatController::leaving, this,
            [this] { m_app.chatPane.notices()->dismiss(noticeId()); });
}

QString LoadNotices::noticeId()
{
    return u"unreadableLines"_s;
}

// What is in them, by their numbers in the file.
static QHash<qsizetype, QByteArray> unreadableByLine(const Chat &chat)
{
    QHash<qsizetype, QByteArray> lines;
    qsizetype number = chat.header.isUndefined() ? 0 : 1;
    qsizetype kept = 0;
    for (qsizetype message = 0; message <= chat.messages.size(); ++message) {
        for (; kept < chat.unreadableLines.size() && chat.unreadableLines.at(kept).beforeMessage <= message;
             ++kept)
            lines.insert(++number, chat.unreadableLines.at(kept).bytes);
        ++number;
    }
    return lines;
}

// Which line, why, and its first words.
static QString linesText(const LoadedChat &chat)
{
    static const QRegularExpression lineNumber(u"\\d+"_s); // of "line 12, column 3", in any language
    const QHash<qsizetype, QByteArray> contents = unreadableByLine(chat.chat);
    QStringList lines;
    for (const Error &warning : chat.warnings) {
        lines.append(warning.inFile({}).line());
        const qsizetype number = lineNumber.match(warning.place).captured().toLongLong();
        const QByteArray bytes = contents.value(number).left(mostBytesShown);
        if (!bytes.isEmpty())
            lines.append(u"    "_s + shownWords(QString::fromUtf8(bytes).simplified(), mostWordsShown));
    }
    return lines.join(u'\n');
}

void LoadNotices::show(const LoadedChat &chat)
{
    if (chat.warnings.isEmpty() && chat.tornBytes == 0)
        return;
    const QString file = chatPath(m_app.library.layout(), *m_app.chat.reference());
    const QString name = QFileInfo(file).fileName();
    const int lines = int(chat.warnings.size());
    const bool isAll = lines > 0 && chat.chat.messages.isEmpty();
    QString text;
    if (isAll)
        //: %1 is a file
        text = tr("Nothing in %1 can be read as a chat, and the file is left as it is.").arg(name);
    else if (lines > 0)
        //: %1 is a file
        text = tr("%n line(s) of %1 cannot be read and are not shown.", nullptr, lines).arg(name);
    else
        //: %1 is a file
        text = tr("The end of %1 was cut off in the middle of a line.").arg(name);
    const auto showReport = [this, file, torn = chat.tornBytes > 0, lines = linesText(chat)] {
        report(file, torn, lines);
    };
    m_app.chatPane.notices()->post(
        noticeId(),
        {isAll ? Notice::Kind::Problem : Notice::Kind::Hint,
         text,
         {{tr("Show"), showReport}, {tr("Show in Folder"), [file] { showFolder(QFileInfo(file).path()); }}}});
}

void LoadNotices::report(const QString &file, bool isTorn, const QString &lines)
{
    const QString name = QFileInfo(file).fileName();
    QStringList sentences;
    if (isTorn)
        //: %1 and %2 are files
        sentences.append(
            tr("The end of %1 was cut off in the middle of a line. What is left of it goes to %2 "
               "as soon as something is written there.")
                .arg(name, name + u".torn"));
    if (!lines.isEmpty())
        //: %1 is a file
        sentences.append(tr("These lines of %1 stay in the file as they are.").arg(name));
    auto *dialog = new ReportDialog(&m_app.window);
    dialog->setObjectName(u"unreadableLines"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->showReport(tr("Lines That Cannot Be Read"), sentences.join(u' '), lines);
    dialog->offer(tr("&File"), {{tr("Show in Folder"), [file] { showFolder(QFileInfo(file).path()); }}});
}

} // namespace snug
