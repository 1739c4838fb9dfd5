// To whom one writes: everybody, or those whose names are picked.
#pragma once

#include "widgets/theme/theme.h"

#include <QStringList>
#include <QWidget>

namespace snug {

class Chip;
class PlainLabel;

// Chips in a line, or in as many as it takes; arrows move between them, Space and Enter pick.
class Recipients : public QWidget
{
    Q_OBJECT

public:
    explicit Recipients(QWidget *parent = nullptr);

    void setTheme(const Theme &theme);
    // Who can be picked. Names that cannot stand in a tag are shown, but not to pick. Who is chosen and not
    // there any more is chosen no longer.
    void setNames(const QStringList &names);
    QStringList chosen() const; // in the order of the names; empty = everybody
    void setChosen(const QStringList &names);

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;

Q_SIGNALS:
    void chosenChanged(const QStringList &names); // by the user, or because somebody is gone
    void left();                                  // Escape: back to the text

protected:
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    int place(int width, bool moves) const;
    void pick(const Chip *chip);
    void showEveryone();

    Theme m_theme = Theme::light();
    PlainLabel *m_to;
    Chip *m_everyone;
    QList<Chip *> m_chips; // in the order of m_names
    QStringList m_names;
};

} // namespace snug
