// Who the user can be, with pictures: searched, sorted, found by typing.
#pragma once

#include "core/model/persona.h"
#include "widgets/theme/theme.h"

#include <QWidget>

#include <memory>

class QComboBox;
class QLineEdit;
class QListView;
class QSortFilterProxyModel;

namespace snug {

class PersonaDelegate;
class PersonasModel;
class PictureEngine;
class PlainLabel;

class PersonaListPane : public QWidget
{
    Q_OBJECT

public:
    enum class Order : quint8 { AsInFile, ByName, ByTitle };

    explicit PersonaListPane(QWidget *parent = nullptr);

    void setTheme(const Theme &theme);
    // What decodes the pictures; without it letters stand for them.
    void setPictureEngine(const std::shared_ptr<PictureEngine> &engine);
    void setFolder(const QString &folder); // of the pictures
    // `marked` differ from the file.
    void setPersonas(const QList<Persona> &personas, const QString &defaultAvatar, const QString &inEffect,
                     const QSet<QString> &marked);
    QString current() const; // picture; empty: nobody
    QStringList chosen() const;
    void choose(const QString &avatar);
    void setOrder(Order order);
    void refreshPicture(const QString &avatar);
    void focusList();
    QLineEdit *searchLine() const { return m_search; }
    void focusSearch();
    QListView *view() const { return m_view; }

Q_SIGNALS:
    void currentChangedTo(const QString &avatar);
    void menuRequested(const QPoint &globalPosition);
    void activated(); // Return, a double click: the form wants the keyboard

private:
    void showEmptyState();

    PersonasModel *m_personas;
    QSortFilterProxyModel *m_order;
    PersonaDelegate *m_delegate;
    QLineEdit *m_search;
    QComboBox *m_sort;
    QListView *m_view;
    PlainLabel *m_empty;
};

} // namespace snug
