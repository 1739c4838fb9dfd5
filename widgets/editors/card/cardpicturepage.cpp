#include "widgets/editors/card/cardpicturepage.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>

using namespace Qt::StringLiterals;

namespace snug {

static constexpr QSize shownSize(260, 390);

CardPicturePage::CardPicturePage(QWidget *parent)
    : QWidget(parent)
    , m_picture(new QLabel)
    , m_size(new QLabel)
    , m_assets(new QTreeWidget)
    , m_none(new QLabel(tr("The card names no other assets.")))
{
    auto *replace = new QPushButton(tr("&Replace…"));
    replace->setObjectName(u"replacePicture"_s);
    m_picture->setAlignment(Qt::AlignHCenter | Qt::AlignTop);
    m_picture->setMinimumWidth(shownSize.width());
    m_size->setForegroundRole(QPalette::PlaceholderText);
    m_size->setAlignment(Qt::AlignHCenter);
    m_none->setForegroundRole(QPalette::PlaceholderText);
    m_none->setAlignment(Qt::AlignTop);
    m_assets->setAccessibleName(tr("Assets"));
    m_assets->header()->setAccessibleName(tr("Columns of the assets"));
    m_assets->setRootIsDecorated(false);
    m_assets->setHeaderLabels({tr("Kind"), tr("Name"), tr("Type"), tr("Where it is")});
    auto *left = new QVBoxLayout;
    left->addWidget(m_picture);
    left->addWidget(m_size);
    left->addWidget(replace);
    left->addStretch(1);
    auto *right = new QVBoxLayout;
    right->addWidget(m_none);
    right->addWidget(m_assets, 1);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(12, 8, 12, 12);
    row->setSpacing(16);
    row->addLayout(left);
    row->addLayout(right, 1);
    connect(replace, &QPushButton::clicked, this, &CardPicturePage::replaceWanted);
    setCard(Card());
}

void CardPicturePage::setCard(const Card &card)
{
    m_assets->clear();
    for (const CardAsset &asset : card.assets) {
        // Data of megabytes are not for reading.
        const QString where = asset.uri.startsWith(u"data:") ? tr("inside the card") : asset.uri;
        m_assets->addTopLevelItem(new QTreeWidgetItem({asset.type, asset.name, asset.extension, where}));
    }
    m_assets->setVisible(!card.assets.isEmpty());
    m_none->setVisible(card.assets.isEmpty());
}

void CardPicturePage::setPicture(const QImage &picture)
{
    const double scale = devicePixelRatioF();
    QPixmap shown =
        QPixmap::fromImage(picture.scaled(shownSize * scale, Qt::KeepAspectRatio, Qt::SmoothTransformation));
    shown.setDevicePixelRatio(scale);
    m_picture->setPixmap(shown);
    //: Width and height in pixels
    m_size->setText(picture.isNull() ? QString() : tr("%1 × %2").arg(picture.width()).arg(picture.height()));
}

} // namespace snug
