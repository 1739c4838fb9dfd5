#include "widgets/editors/card/cardpicturepage.h"

#include "widgets/editors/card/cardassets.h"
#include "widgets/editors/card/expressionlist.h"
#include "widgets/theme/plainlabel.h"

#include <QHBoxLayout>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace snug {

static constexpr QSize shownSize(260, 390);

CardPicturePage::CardPicturePage(QWidget *parent)
    : QWidget(parent)
    , m_picture(new PlainLabel)
    , m_size(new PlainLabel)
    , m_crop(new QPushButton(tr("&Crop…")))
    , m_assets(new CardAssets)
    , m_expressions(new ExpressionList)
{
    auto *replace = new QPushButton(tr("&Replace…"));
    replace->setObjectName(u"replacePicture"_s);
    m_picture->setAlignment(Qt::AlignHCenter | Qt::AlignTop);
    m_picture->setMinimumWidth(shownSize.width());
    m_size->setForegroundRole(QPalette::PlaceholderText);
    m_size->setAlignment(Qt::AlignHCenter);
    m_crop->setObjectName(u"cropPicture"_s);
    auto *left = new QVBoxLayout;
    left->addWidget(m_picture);
    left->addWidget(m_size);
    left->addWidget(replace);
    left->addWidget(m_crop);
    left->addStretch(1);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(12, 8, 12, 12);
    row->setSpacing(16);
    row->addLayout(left);
    auto *right = new QVBoxLayout;
    right->setSpacing(12);
    right->addWidget(m_assets, 1);
    right->addWidget(m_expressions, 1);
    row->addLayout(right, 1);
    connect(replace, &QPushButton::clicked, this, &CardPicturePage::replaceRequested);
    connect(m_crop, &QPushButton::clicked, this, &CardPicturePage::cropRequested);
    setPicture(QImage(), {});
}

void CardPicturePage::setCard(const Card &card)
{
    m_assets->setAssets(card.assets);
}

void CardPicturePage::setPicture(const QImage &picture, QSize fullSize)
{
    m_image = picture;
    m_fullSize = fullSize;
    m_crop->setEnabled(!picture.isNull());
    if (picture.isNull()) {
        m_picture->clear();
        m_size->clear();
        return;
    }
    const double scale = devicePixelRatioF();
    QPixmap shown =
        QPixmap::fromImage(picture.scaled(shownSize * scale, Qt::KeepAspectRatio, Qt::SmoothTransformation));
    shown.setDevicePixelRatio(scale);
    m_picture->setPixmap(shown);
    //: Width and height in pixels
    m_size->setText(tr("%1 × %2").arg(fullSize.width()).arg(fullSize.height()));
}

} // namespace snug
