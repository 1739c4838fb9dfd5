// Above the pages of a card: which card; what it is exported as, its prompt templates, its tokens.
#pragma once

#include "core/model/prompttemplate.h"
#include "widgets/editors/documenthead.h"

class QComboBox;

namespace snug {

class CardEditorHead : public DocumentHead
{
    Q_OBJECT

public:
    explicit CardEditorHead(QWidget *window);

    // Files and the names that they are shown by.
    void setCards(const QList<std::pair<QString, QString>> &cards, const QString &current);

    enum class Export : quint8 { Png, CharX, JsonV3, JsonV2 };

Q_SIGNALS:
    void cardChosen(const QString &file);
    void exportRequested(snug::CardEditorHead::Export form);
    void templateRequested(snug::TemplatePart part);

private:
    QComboBox *m_cards;
};

} // namespace snug
