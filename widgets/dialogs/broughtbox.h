// What choosing a connection chooses along with it, and whether the user wants that.
#pragma once

#include "core/model/broughtchoices.h"

#include <QWidget>

class QCheckBox;

namespace snug {

class PlainLabel;

class BroughtBox : public QWidget
{
    Q_OBJECT

public:
    explicit BroughtBox(QWidget *parent = nullptr);

    void setChoices(const BroughtChoices &choices);
    const BroughtChoices &choices() const { return m_choices; }
    // Nothing to be shown: it brings nothing, and nothing was left out.
    bool isEmpty() const;

Q_SIGNALS:
    void edited();

private:
    BroughtChoices m_choices;
    QCheckBox *m_isWanted = nullptr;
    PlainLabel *m_list = nullptr;
};

} // namespace snug
