#include "app/editors/cardexpressions.h"

#include "app/appcontext.h"
#include "core/library/library.h"
#include "widgets/editors/card/expressionlist.h"

namespace snug {

static constexpr int expressionSide = 160; // pixels, for screens of twice as many

CardExpressions::CardExpressions(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
{
    m_loader.setEngine(app.pictures);
    connect(&m_loader, &PictureLoader::loaded, this, [this](const QString &path, const QImage &image) {
        for (qsizetype i = 0; m_list && i < m_pictures.size(); ++i) {
            if (m_pictures.at(i).path == path)
                m_list->setPicture(int(i), image);
        }
    });
}

void CardExpressions::show(ExpressionList *list, const QString &cardFile)
{
    m_list = list;
    m_card = cardFile;
    m_app.library.perform(
        [cardFile](LibraryStore &store) -> Result<QList<ExpressionPicture>> {
            return expressionPictures(store.layout(), cardFile);
        },
        this,
        [this, cardFile](const Result<QList<ExpressionPicture>> &pictures) {
            if (pictures && cardFile == m_card)
                setPictures(*pictures);
        });
}

void CardExpressions::setPictures(const QList<ExpressionPicture> &pictures)
{
    if (!m_list)
        return;
    m_pictures = pictures;
    QStringList names;
    for (const ExpressionPicture &picture : pictures)
        names.append(picture.name);
    m_list->setExpressions(names);
    for (const ExpressionPicture &picture : pictures)
        m_loader.load(picture.path, picture.path, expressionSide);
}

} // namespace snug
