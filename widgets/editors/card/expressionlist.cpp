#include "widgets/editors/card/expressionlist.h"

#include "widgets/theme/plainlabel.h"

#include <QListWidget>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace snug {

static constexpr QSize expressionSize(80, 80);

ExpressionList::ExpressionList(QWidget *parent)
    : QWidget(parent)
    , m_title(new PlainLabel(tr("Expressions")))
    , m_list(new QListWidget)
{
    m_list->setObjectName(u"expressions"_s);
    m_list->setAccessibleName(tr("Expressions"));
    m_list->setViewMode(QListView::IconMode);
    m_list->setIconSize(expressionSize);
    m_list->setResizeMode(QListView::Adjust);
    m_list->setMovement(QListView::Static);
    m_list->setUniformItemSizes(true);
    m_list->setSpacing(4);
    auto *about = new PlainLabel(tr("As SillyTavern has them in a folder of the character's name. Snug keeps "
                                    "them, and shows none in chats."));
    about->setForegroundRole(QPalette::PlaceholderText);
    about->setWordWrap(true);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_title);
    column->addWidget(m_list, 1);
    column->addWidget(about);
    hide();
}

void ExpressionList::setExpressions(const QStringList &names)
{
    m_list->clear();
    QPixmap emptyPixmap(expressionSize);
    emptyPixmap.fill(Qt::transparent);
    for (const QString &name : names)
        m_list->addItem(new QListWidgetItem(QIcon(emptyPixmap), name));
    setHidden(names.isEmpty());
}

void ExpressionList::setPicture(int index, const QImage &picture)
{
    QListWidgetItem *item = m_list->item(index);
    if (!item || picture.isNull())
        return;
    const double scale = devicePixelRatioF();
    QPixmap shownPixmap = QPixmap::fromImage(
        picture.scaled(expressionSize * scale, Qt::KeepAspectRatio, Qt::SmoothTransformation));
    shownPixmap.setDevicePixelRatio(scale);
    item->setIcon(QIcon(shownPixmap));
}

} // namespace snug
