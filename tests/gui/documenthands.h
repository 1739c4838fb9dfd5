// The open program for tests of what is done to documents: the list of the Studio, its rows, and the dialogs
// that it opens.
#pragma once

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "tests/gui/openprogram.h"
#include "widgets/library/documentkindnames.h"
#include "widgets/library/documenttree.h"
#include "widgets/window/actions.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/studio.h"

#include <QAction>
#include <QInputDialog>
#include <QItemSelectionModel>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTest>
#include <QTreeWidget>

#include <memory>

namespace snug {

using namespace Qt::StringLiterals;

class DocumentHands
{
protected:
    const AppContext &app() const { return m_program->app(); }

    static QTreeWidgetItem *headOf(const DocumentTree *tree, DocumentKind kind)
    {
        return tree->list()->topLevelItem(int(listedKinds().indexOf(kind)));
    }

    // In the Studio, with the first of that kind chosen, or their head.
    DocumentTree *openedOn(DocumentKind kind)
    {
        app().actions.action(ActionId::ManageLibrary)->trigger();
        DocumentTree *tree = app().studio.documents();
        if (!QTest::qWaitFor([&] { return tree->isVisible() && count(tree, DocumentKind::Card) > 0; }))
            return nullptr;
        m_kind = kind;
        QTreeWidgetItem *head = headOf(tree, kind);
        // Whatever key the last test held down.
        tree->list()->setCurrentItem(head->childCount() > 0 ? head->child(0) : head, 0,
                                     QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
        tree->list()->setFocus();
        return tree;
    }

    static constexpr QItemSelectionModel::SelectionFlags onlyThat =
        QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows;

    // By clicks, the later ones with Ctrl.
    static void chooseAll(const DocumentTree *tree, const QList<QTreeWidgetItem *> &rows)
    {
        tree->list()->setFocus();
        tree->list()->setCurrentItem(rows.first(), 0, onlyThat);
        for (QTreeWidgetItem *row : rows.sliced(1)) {
            tree->list()->scrollToItem(row);
            QTest::mouseClick(tree->list()->viewport(), Qt::LeftButton, Qt::ControlModifier,
                              tree->list()->visualItemRect(row).center());
        }
        QCOMPARE(tree->list()->selectedItems().size(), rows.size());
    }

    static int count(const DocumentTree *tree, DocumentKind kind) { return headOf(tree, kind)->childCount(); }

    // Of the kind that it was opened on.
    int count(const DocumentTree *tree) const { return count(tree, m_kind); }

    static QStringList scripts(const DocumentTree *tree)
    {
        QStringList names;
        const QTreeWidgetItem *head = headOf(tree, DocumentKind::Script);
        for (int row = 0; row < head->childCount(); ++row)
            names.append(head->child(row)->text(0));
        return names;
    }

    static QString chosen(const DocumentTree *tree)
    {
        const auto document = tree->current();
        return document ? document->name : QString();
    }

    // Into the dialog that asks for a name, and Enter.
    bool type(const QString &name)
    {
        const auto dialogs = app().window.findChildren<QInputDialog *>();
        for (QInputDialog *dialog : dialogs) {
            if (!dialog->isVisible())
                continue;
            auto *field = dialog->findChild<QLineEdit *>();
            field->selectAll();
            QTest::keyClicks(field, name);
            QTest::keyClick(field, Qt::Key_Return);
            return true;
        }
        return false;
    }

    static QPushButton *button(QWidget *dialog, const QString &text)
    {
        for (QPushButton *each : dialog->findChildren<QPushButton *>()) {
            if (each->text().remove(u'&') == text)
                return each;
        }
        return nullptr;
    }

    static bool says(QWidget *dialog, const QString &text)
    {
        for (const QLabel *label : dialog->findChildren<QLabel *>()) {
            if (label->isVisible() && label->text().contains(text))
                return true;
        }
        return false;
    }

    std::unique_ptr<OpenProgram> m_program;
    DocumentKind m_kind = DocumentKind::Card;
};

} // namespace snug
