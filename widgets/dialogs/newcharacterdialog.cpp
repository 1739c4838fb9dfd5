#include "widgets/dialogs/newcharacterdialog.h"

#include "widgets/theme/monogram.h"
#include "widgets/theme/plainlabel.h"

#include <QDialogButtonBox>
#include <QDragEnterEvent>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace snug {

// As large as the picture is shown here, in device-independent pixels.
static constexpr QSize shownPicture(132, 198);

static QPlainTextEdit *textField(const QString &accessibleName, const QString &hint)
{
    auto *field = new QPlainTextEdit;
    field->setAccessibleName(accessibleName);
    field->setPlaceholderText(hint);
    field->setTabChangesFocus(true);
    return field;
}

NewCharacterDialog::NewCharacterDialog(QWidget *parent)
    : QDialog(parent)
    , m_shown(new PlainLabel)
    , m_name(new QLineEdit)
    , m_description(textField(tr("Description"),
                              tr("Who they are, how they look and talk. It goes into every prompt.")))
    , m_greeting(
          textField(tr("First message"), tr("What they say or do when a chat begins. May stay empty.")))
    , m_problem(new PlainLabel)
    , m_create(nullptr)
{
    setModal(false);
    setAcceptDrops(true);
    setWindowTitle(tr("New Character"));
    resize(620, 460);
    m_shown->setFixedSize(shownPicture);
    m_shown->setAlignment(Qt::AlignCenter);
    m_shown->setAccessibleName(tr("Picture"));
    auto *choose = new QPushButton(tr("&Picture…"));
    auto *left = new QVBoxLayout;
    left->addWidget(m_shown);
    left->addWidget(choose);
    left->addStretch();
    auto *form = new QFormLayout;
    form->setRowWrapPolicy(QFormLayout::WrapAllRows);
    form->setVerticalSpacing(4);
    form->addRow(tr("&Name"), m_name);
    form->addRow(tr("&Description"), m_description);
    form->addRow(tr("&First message"), m_greeting);
    auto *parts = new QHBoxLayout;
    parts->setSpacing(16);
    parts->addLayout(left);
    parts->addLayout(form, 1);
    m_problem->setWordWrap(true);
    m_problem->hide();
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    m_create = buttons->addButton(tr("&Create"), QDialogButtonBox::AcceptRole);
    m_create->setDefault(true);
    buttons->button(QDialogButtonBox::Cancel)->setAutoDefault(false);
    auto *column = new QVBoxLayout(this);
    column->setSpacing(12);
    column->addLayout(parts, 1);
    column->addWidget(m_problem);
    column->addWidget(buttons);

    connect(choose, &QPushButton::clicked, this, &NewCharacterDialog::pictureRequested);
    connect(m_name, &QLineEdit::textChanged, this, [this] {
        showPicture();
        showState();
    });
    connect(m_create, &QPushButton::clicked, this, &NewCharacterDialog::createRequested);
    connect(buttons, &QDialogButtonBox::rejected, this, &QWidget::close);
    m_name->setFocus();
    showPicture();
    showState();
}

void NewCharacterDialog::setName(const QString &name)
{
    m_name->setText(name);
}

void NewCharacterDialog::setDescription(const QString &description)
{
    m_description->setPlainText(description);
}

void NewCharacterDialog::setPicture(const QImage &picture)
{
    m_picture = picture;
    showPicture();
}

void NewCharacterDialog::setProblem(const QString &problem)
{
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
}

QString NewCharacterDialog::name() const
{
    return m_name->text().trimmed();
}

QString NewCharacterDialog::description() const
{
    return m_description->toPlainText();
}

QString NewCharacterDialog::greeting() const
{
    return m_greeting->toPlainText();
}

void NewCharacterDialog::dragEnterEvent(QDragEnterEvent *event)
{
    if (event->mimeData()->hasUrls() && event->mimeData()->urls().value(0).isLocalFile())
        event->acceptProposedAction();
}

void NewCharacterDialog::dropEvent(QDropEvent *event)
{
    event->acceptProposedAction();
    Q_EMIT pictureDropped(event->mimeData()->urls().value(0).toLocalFile());
}

void NewCharacterDialog::showPicture()
{
    const QImage picture = m_picture.isNull() ? monogramPicture(name()) : m_picture;
    const qreal scale = devicePixelRatioF();
    QPixmap pixmap = QPixmap::fromImage(
        picture.scaled(shownPicture * scale, Qt::KeepAspectRatio, Qt::SmoothTransformation));
    pixmap.setDevicePixelRatio(scale);
    m_shown->setPixmap(pixmap);
}

void NewCharacterDialog::showState()
{
    m_create->setEnabled(!name().isEmpty());
    m_create->setToolTip(m_create->isEnabled() ? QString() : tr("A name is needed"));
}

} // namespace snug
