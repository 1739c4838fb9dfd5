#include "widgets/dialogs/reportdialog.h"

#include "widgets/theme/plainlabel.h"

#include <QApplication>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace snug {

ReportDialog::ReportDialog(QWidget *parent)
    : QDialog(parent)
    , m_summary(new PlainLabel)
    , m_text(new QPlainTextEdit)
{
    setModal(false);
    resize(620, 420);
    m_summary->setWordWrap(true);
    m_text->setReadOnly(true);
    m_text->setAccessibleName(tr("Details"));
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    QPushButton *copy = buttons->addButton(tr("&Copy"), QDialogButtonBox::ActionRole);
    m_steps = buttons->addButton(QString(), QDialogButtonBox::ActionRole);
    m_steps->setObjectName(u"reportSteps"_s);
    m_steps->setMenu(new QMenu(m_steps));
    m_steps->hide();
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
    offer({}, {});
    show();
    raise();
}

void ReportDialog::offer(const QString &name, const QList<Step> &steps)
{
    m_steps->setText(name);
    m_steps->setVisible(!steps.isEmpty());
    m_steps->menu()->clear();
    for (const Step &step : steps)
        connect(m_steps->menu()->addAction(step.text), &QAction::triggered, this, step.act);
}

} // namespace snug
