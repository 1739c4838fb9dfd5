#include "app/desktop.h"

#include "widgets/dialogs/linkdialog.h"

#include <QClipboard>
#include <QDesktopServices>
#include <QFileInfo>
#include <QGuiApplication>
#include <QWidget>

namespace snug {

void followLink(const QString &address, const QString &shown, QWidget *window)
{
    const LinkVerdict verdict = judgeLink(address, shown);
    if (verdict.kind == LinkVerdict::Kind::Open) {
        QDesktopServices::openUrl(verdict.url);
        return;
    }
    auto *dialog = new LinkDialog(verdict, window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(dialog, &LinkDialog::openRequested, dialog,
                     [](const QUrl &url) { QDesktopServices::openUrl(url); });
    QObject::connect(dialog, &LinkDialog::copyRequested, dialog,
                     [](const QString &text) { QGuiApplication::clipboard()->setText(text); });
    dialog->open();
}

void showFolder(const QString &folder)
{
    if (QFileInfo(folder).isDir())
        QDesktopServices::openUrl(QUrl::fromLocalFile(folder));
}

} // namespace snug
