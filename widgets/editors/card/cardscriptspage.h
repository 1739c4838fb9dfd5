// The regex scripts that a card brings, to be read: what they find and put in its place, and where.
#pragma once

#include "core/model/card.h"

#include <QWidget>

class QTreeWidget;

namespace snug {

class PlainLabel;

class CardScriptsPage : public QWidget
{
    Q_OBJECT

public:
    explicit CardScriptsPage(QWidget *parent = nullptr);

    void setCard(const Card &card);

private:
    QList<RegexScript> m_scripts;
    PlainLabel *m_state;
    QTreeWidget *m_list;
};

} // namespace snug
