// Brings the pictures of a character's expressions from the library into the card's editor.
#pragma once

#include "core/library/expressionpictures.h"
#include "widgets/theme/pictureloader.h"

#include <QObject>
#include <QPointer>

namespace snug {

struct AppContext;
class ExpressionList;

class CardExpressions : public QObject
{
    Q_OBJECT

public:
    explicit CardExpressions(const AppContext &app, QObject *parent = nullptr);

    void show(ExpressionList *list, const QString &cardFile);

private:
    void setPictures(const QList<ExpressionPicture> &pictures);

    const AppContext &m_app;
    PictureLoader m_loader;
    QPointer<ExpressionList> m_list;
    QString m_card;
    QList<ExpressionPicture> m_pictures;
};

} // namespace snug
