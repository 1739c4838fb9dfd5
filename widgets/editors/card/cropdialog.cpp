#include "widgets/editors/card/cropdialog.h"

#include "widgets/editors/card/cropview.h"
#include "widgets/theme/plainlabel.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace snug {

static constexpr QSize PartSize(160, 240);
static constexpr int SideWidth = 260;

CropDialog::CropDialog(const QImage &picture, QSize fullSize, QWidget *parent)
    : QDialog(parent)
    , m_picture(picture)
    , m_fullSize(fullSize)
    , m_view(new CropView(picture, fullSize))
    , m_shape(new QComboBox)
    , m_part(new PlainLabel)
    , m_size(new PlainLabel)
{
    setObjectName(u"cropDialog"_s);
    setWindowTitle(tr("Crop Picture"));
    m_shape->addItem(tr("Two to three, as cards are shown"), CardShape);
    m_shape->addItem(tr("Free"), QSize());
    m_shape->setAccessibleName(tr("Shape of the part"));
    m_shape->view()->setAccessibleName(m_shape->accessibleName());
    m_part->setFixedSize(PartSize);
    m_part->setAlignment(Qt::AlignCenter);
    m_size->setForegroundRole(QPalette::PlaceholderText);
    m_size->setAlignment(Qt::AlignHCenter);
    auto *hint =
        new PlainLabel(tr("Drag the frame or its corners. Arrow keys move it, Ctrl and arrow keys change its "
                          "size, Shift makes larger steps."));
    hint->setWordWrap(true);
    hint->setForegroundRole(QPalette::PlaceholderText);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    buttons->button(QDialogButtonBox::Ok)->setText(tr("&Crop"));

    auto *side = new QVBoxLayout;
    side->addWidget(m_shape);
    side->addWidget(m_part, 0, Qt::AlignHCenter);
    side->addWidget(m_size);
    side->addWidget(hint);
    side->addStretch(1);
    auto *halves = new QHBoxLayout;
    halves->addWidget(m_view, 1);
    halves->addLayout(side);
    auto *column = new QVBoxLayout(this);
    column->addLayout(halves, 1);
    column->addWidget(buttons);

    connect(m_shape, &QComboBox::currentIndexChanged, this,
            [this] { m_view->setShape(m_shape->currentData().toSize()); });
    connect(m_view, &CropView::frameChanged, this, &CropDialog::showPart);
    connect(buttons, &QDialogButtonBox::accepted, this, [this] {
        Q_EMIT cropped(m_view->frame());
        accept();
    });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    m_shape->setMaximumWidth(SideWidth);
    hint->setMaximumWidth(SideWidth);
    resize(880, 640);
    m_view->setShape(CardShape);
    showPart();
    m_view->setFocus();
}

void CropDialog::showPart()
{
    const QRect frame = m_view->frame();
    const double ratio = devicePixelRatioF();
    const double scale = double(m_picture.width()) / m_fullSize.width();
    const QRect here = QRectF(QPointF(frame.topLeft()) * scale, QSizeF(frame.size()) * scale).toRect();
    QPixmap part = QPixmap::fromImage(
        m_picture.copy(here).scaled(PartSize * ratio, Qt::KeepAspectRatio, Qt::SmoothTransformation));
    part.setDevicePixelRatio(ratio);
    m_part->setPixmap(part);
    //: Width and height in pixels
    m_size->setText(tr("%1 × %2").arg(frame.width()).arg(frame.height()));
}

} // namespace snug
