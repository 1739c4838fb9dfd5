// Some fields of a card, one below the other.
#pragma once

#include "core/library/cardfields.h"

#include <QHash>
#include <QScrollArea>

class QVBoxLayout;

namespace KSyntaxHighlighting {
class Repository;
}

namespace snug {

class FieldEdit;

class CardFieldsPage : public QScrollArea
{
    Q_OBJECT

public:
    // `repository` may be null.
    CardFieldsPage(const QString &name, const QList<CardField> &fields,
                   KSyntaxHighlighting::Repository *repository, QWidget *parent = nullptr);

    // Does not say edited().
    void setCard(const Card &card);
    void setTokens(CardField field, const QString &text);
    FieldEdit *fieldEdit(CardField field) const { return m_edits.value(int(field)); }
    // Below the fields.
    void addBelow(QWidget *widget);

Q_SIGNALS:
    void edited(snug::CardField field, const QVariant &value);

private:
    QHash<int, FieldEdit *> m_edits;
    QVBoxLayout *m_column;
};

} // namespace snug
