#include "widgets/dialogs/reportdialog.h"

#include <QApplication>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace snug {

ReportDialog::ReportDialog(QWidget *parent)
    : QDialog(parent)
    , m_summary(new QLabel)
    , m_text(new QPlainTextEdit)
{
    setModal(false);
    resize(620, 420);
    m_summary->setWordWrap(true);
    m_summary->setTextFormat(Qt::PlainText);
    m_text->setReadOnly(true);
    m_text->setAccessibleName(tr("Details"));
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    QPushButton *copy = buttons->addButton(tr("&Copy"), QDialogButtonBox::ActionRole);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_summary);
    layout->addWidget(m_text, 1);
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    connect(copy, &QPushButton::clicked, this,
            [this] { QApplication::clipboard()->setText(m_text->toPlainText()); });
}

void ReportDialog::showReport(const QString &title, const QString &summary, const QString &text)
{
    setWindowTitle(title);
    m_summary->setText(summary);
    m_text->setPlainText(text);
    show();
    raise();
}

} // namespace snug
