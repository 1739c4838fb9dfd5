// The regex scripts that a card brings, to be read: what they find and put in its place, and where.
#pragma once

#include "core/model/card.h"

#include <QWidget>

class QLabel;
class QTreeWidget;

namespace snug {

class CardScriptsPage : public QWidget
{
    Q_OBJECT

public:
    explicit CardScriptsPage(QWidget *parent = nullptr);

    void setCard(const Card &card);

private:
    QList<RegexScript> m_scripts;
    QLabel *m_state;
    QTreeWidget *m_list;
};

} // namespace snug
