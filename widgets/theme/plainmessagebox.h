// A message box whose sentences are characters, whatever the names in them look like.
#pragma once

#include <QMessageBox>

namespace snug {

// Deletes itself when it is closed; the caller adds buttons and opens it.
QMessageBox *newPlainMessageBox(QMessageBox::Icon icon, const QString &title, const QString &text,
                                QMessageBox::StandardButtons buttons, QWidget *parent);

} // namespace snug
