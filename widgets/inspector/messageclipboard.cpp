#include "widgets/inspector/messageclipboard.h"

#include "core/formats/jsontext.h"
#include "widgets/inspector/promptcopy.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QGuiApplication>

namespace snug {

QString copyMessages(const QList<OutboundMessage> &all, int row, CopyForm form)
{
    QClipboard *clipboard = QGuiApplication::clipboard();
    switch (form) {
    case CopyForm::Text:
        clipboard->setText(all.at(row).content.text());
        return QCoreApplication::translate("snug::MessageClipboard", "Message copied");
    case CopyForm::Json:
        clipboard->setText(messageAsJson(all.at(row)));
        return QCoreApplication::translate("snug::MessageClipboard", "Message copied as JSON");
    case CopyForm::AllWithSources:
        clipboard->setText(messagesAsJsonWithSources(all));
        return QCoreApplication::translate("snug::MessageClipboard", "All messages copied as JSON");
    case CopyForm::AllWithSource:
        clipboard->setText(messagesAsJsonWithSource(all));
        return QCoreApplication::translate("snug::MessageClipboard", "All messages copied with their source");
    case CopyForm::Source:
        clipboard->setText(QString::fromUtf8(writeJson(sourceObjectOf(all.at(row)))).trimmed());
        return QCoreApplication::translate("snug::MessageClipboard", "Source copied");
    }
    return {};
}

} // namespace snug
