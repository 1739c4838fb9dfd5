#include "widgets/dialogs/linkdialog.h"

#include "widgets/theme/plainlabel.h"

#include <QDialogButtonBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace snug {

LinkDialog::LinkDialog(const LinkVerdict &verdict, QWidget *parent)
    : QDialog(parent)
{
    setWindowTitle(tr("Link"));
    setObjectName(u"linkDialog"_s);
    auto *reason = new PlainLabel(verdict.reason);
    reason->setWordWrap(true);
    auto *address = new QPlainTextEdit(verdict.address);
    address->setReadOnly(true);
    address->setTabChangesFocus(true);
    address->setWordWrapMode(QTextOption::WrapAnywhere);
    address->setAccessibleName(tr("Address of the link"));
    const int lines = 3;
    address->setFixedHeight(address->fontMetrics().lineSpacing() * lines +
                            2 * int(address->document()->documentMargin()) + 2 * address->frameWidth());

    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    QPushButton *copy = buttons->addButton(tr("&Copy"), QDialogButtonBox::ActionRole);
    copy->setObjectName(u"copyLink"_s);
    if (verdict.kind != LinkVerdict::Kind::Refuse) {
        QPushButton *open = buttons->addButton(tr("&Open"), QDialogButtonBox::ActionRole);
        open->setObjectName(u"openLink"_s);
        open->setAutoDefault(false);
        connect(open, &QPushButton::clicked, this, [this, url = verdict.url] {
            Q_EMIT openRequested(url);
            accept();
        });
    }
    copy->setDefault(true);
    connect(copy, &QPushButton::clicked, this, [this, text = verdict.address] {
        Q_EMIT copyRequested(text);
        accept();
    });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);

    auto *column = new QVBoxLayout(this);
    column->addWidget(reason);
    column->addWidget(address);
    column->addWidget(buttons);
    copy->setFocus();
    resize(fontMetrics().averageCharWidth() * 64, sizeHint().height());
}

} // namespace snug
