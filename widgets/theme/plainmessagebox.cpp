#include "widgets/theme/plainmessagebox.h"

namespace snug {

QMessageBox *newPlainMessageBox(QMessageBox::Icon icon, const QString &title, const QString &text,
                                QMessageBox::StandardButtons buttons, QWidget *parent)
{
    auto *box = new QMessageBox(icon, title, {}, buttons, parent);
    box->setTextFormat(Qt::PlainText); // before any word is in it
    box->setText(text);
    box->setAttribute(Qt::WA_DeleteOnClose);
    return box;
}

} // namespace snug
