// Where a link of a stranger's text leads, in full, before anything is done with it. Opening is offered only
// where the verdict allows it, and is never what Enter does.
#pragma once

#include "core/chat/linkverdict.h"

#include <QDialog>

namespace snug {

class LinkDialog : public QDialog
{
    Q_OBJECT

public:
    explicit LinkDialog(const LinkVerdict &verdict, QWidget *parent = nullptr);

Q_SIGNALS:
    void openRequested(const QUrl &url);
    void copyRequested(const QString &address);
};

} // namespace snug
