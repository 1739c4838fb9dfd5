#include "widgets/inspector/messageclipboard.h"

#include "core/formats/jsontext.h"
#include "widgets/inspector/outboundmodel.h"
#include "widgets/inspector/promptcopy.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QGuiApplication>

namespace snug {

QString copyRow(const OutboundModel &model, int row, CopyForm form)
{
    const QList<OutboundMessage> &all = model.wholeMessages();
    const RowPlace place = model.place(row);
    QClipboard *clipboard = QGuiApplication::clipboard();
    switch (form) {
    case CopyForm::Text:
        clipboard->setText(model.message(row).content.text());
        return place.parts > 1 ? QCoreApplication::translate("snug::MessageClipboard", "Block copied")
                               : QCoreApplication::translate("snug::MessageClipboard", "Message copied");
    case CopyForm::Json:
        clipboard->setText(messageAsJson(all.at(place.message)));
        return QCoreApplication::translate("snug::MessageClipboard", "Message copied as JSON");
    case CopyForm::AllWithSources:
        clipboard->setText(messagesAsJsonWithSources(all));
        return QCoreApplication::translate("snug::MessageClipboard", "All messages copied as JSON");
    case CopyForm::AllWithSource:
        clipboard->setText(messagesAsJsonWithSource(all));
        return QCoreApplication::translate("snug::MessageClipboard", "All messages copied with their source");
    case CopyForm::Source:
        clipboard->setText(QString::fromUtf8(writeJson(sourceObjectOf(model.message(row)))).trimmed());
        return QCoreApplication::translate("snug::MessageClipboard", "Source copied");
    }
    return {};
}

} // namespace snug
