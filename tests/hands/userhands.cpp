#include "tests/hands/userhands.h"

#include <QApplication>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QTest>
#include <QToolButton>
#include <QWindow>

#include <utility>

namespace snug {

static QAbstractButton *buttonOf(const QWidget *parent, const QString &button)
{
    for (QAbstractButton *each : parent->findChildren<QAbstractButton *>()) {
        const QString name = each->text().isEmpty() ? each->accessibleName() : each->text();
        if (QString(name).remove(u'&') == button && each->isVisible() && each->isEnabled())
            return each;
    }
    return nullptr;
}

bool UserHands::click(const QWidget *parent, const QString &button)
{
    QRect before;
    const auto hasSettled = [&] { // new ones get their place in the next rounds of events
        const QAbstractButton *found = buttonOf(parent, button);
        const QRect place = found ? QRect(found->mapTo(found->window(), QPoint()), found->size()) : QRect();
        return place == std::exchange(before, place) && found;
    };
    if (!QTest::qWaitFor(hasSettled))
        return false;
    QTest::mouseClick(buttonOf(parent, button), Qt::LeftButton);
    return true;
}

QMenu *UserHands::menuOf(const QWidget *parent, const QString &button)
{
    QAbstractButton *found = buttonOf(parent, button);
    if (const auto *push = qobject_cast<QPushButton *>(found))
        return push->menu();
    if (const auto *tool = qobject_cast<QToolButton *>(found))
        return tool->menu();
    return nullptr;
}

void UserHands::openMenu(QMenu *menu)
{
    menu->popup({});
    if (!QTest::qWaitForWindowExposed(menu))
        qFatal("a menu does not open");
    QTest::keyClick(menu, Qt::Key_Escape);
}

void UserHands::choose(QComboBox *box, int index)
{
    box->setFocus();
    if (index < 0 || index >= box->count())
        qFatal("there is no item %d", index);
    if (box->currentIndex() == index)
        QTest::keyClick(box, index > 0 ? Qt::Key_Up : Qt::Key_Down);
    bool isChosen = box->count() == 1; // and of others some act and are back at their first item
    const auto connection =
        QObject::connect(box, &QComboBox::activated, box, [&](int item) { isChosen |= item == index; });
    for (int tries = 0; !isChosen && tries < 2 * box->count(); ++tries)
        QTest::keyClick(box, box->currentIndex() < index ? Qt::Key_Down : Qt::Key_Up);
    QObject::disconnect(connection);
    if (!isChosen)
        qFatal("item %d cannot be chosen", index);
}

void UserHands::chooseFile(QFileDialog *dialog, const QString &path)
{
    auto *name = dialog->findChild<QLineEdit *>(QStringLiteral("fileNameEdit"));
    name->setFocus();
    name->selectAll();
    name->insert(path); // keys would open the list of what is there
    auto *buttons = dialog->findChild<QDialogButtonBox *>();
    const QDialogButtonBox::StandardButton accept =
        dialog->acceptMode() == QFileDialog::AcceptSave ? QDialogButtonBox::Save : QDialogButtonBox::Open;
    QTest::mouseClick(buttons->button(accept), Qt::LeftButton);
    if (!QTest::qWaitFor([dialog] { return !dialog->isVisible(); }))
        qFatal("the dialog does not take %s", qPrintable(path));
}

// By the keys: what is clicked must not lie below the pointer when the menu opens, or nothing is chosen.
void UserHands::chooseFromMenu(QMenu *menu, const QStringList &words)
{
    if (menu && !menu->isVisible())
        menu->popup({});
    for (const QString &text : words) {
        if (!menu || !QTest::qWaitForWindowExposed(menu))
            qFatal("no menu opens for “%s”", qPrintable(text));
        const auto wanted = [&]() -> QAction * {
            for (QAction *item : menu->actions()) {
                if (QString(item->text()).remove(u'&') == text && item->isVisible() && item->isEnabled())
                    return item;
            }
            return nullptr;
        };
        if (!QTest::qWaitFor([&] { return wanted() != nullptr; }))
            qFatal("“%s” cannot be chosen", qPrintable(text));
        for (int tries = 0; menu->activeAction() != wanted() && tries < menu->actions().size(); ++tries)
            QTest::keyClick(menu, Qt::Key_Down);
        if (menu->activeAction() != wanted())
            qFatal("the keys do not lead to “%s”", qPrintable(text));
        QMenu *open = std::exchange(menu, wanted()->menu());
        QTest::keyClick(open, Qt::Key_Return);
    }
}

void UserHands::chooseFromContextMenu(QWidget *at, const QPoint &place, const QStringList &words)
{
    QTest::mouseClick(at->window()->windowHandle(), Qt::RightButton, {}, at->mapTo(at->window(), place));
    const auto menu = [] { return qobject_cast<QMenu *>(QApplication::activePopupWidget()); };
    if (!QTest::qWaitFor([&] { return menu() != nullptr; }))
        qFatal("a right click opens no menu");
    chooseFromMenu(menu(), words);
}

// The pointer is moved over the label until it is above the link.
bool UserHands::clickLink(QLabel *label, const QString &address)
{
    constexpr int step = 4;
    QString under;
    const auto hovered =
        QObject::connect(label, &QLabel::linkHovered, label, [&under](const QString &link) { under = link; });
    QPoint place(0, 0);
    while (under != address && place.y() < label->height()) {
        place = place.x() < label->width() ? place + QPoint(step, 0) : QPoint(0, place.y() + step);
        QTest::mouseMove(label, place);
    }
    QObject::disconnect(hovered);
    if (under != address)
        return false;
    QTest::mouseClick(label, Qt::LeftButton, {}, place);
    return true;
}

} // namespace snug
