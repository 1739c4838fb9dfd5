// One field in which everything is found by its name: typed, chosen with the arrows, done with Enter.
#pragma once

#include "widgets/theme/theme.h"
#include "widgets/window/palettesearch.h"

#include <QFrame>
#include <QKeySequence>
#include <QPointer>

#include <functional>

class QLineEdit;
class QTreeWidget;

namespace snug {

class PlainLabel;

struct PaletteEntry
{
    QString title;      // "Edit Lorebooks"
    QString place;      // where it is otherwise: "Prompt ▸ Lorebooks", or what it is: "Character"
    QString words = {}; // what else finds it
    QKeySequence key = {};
    std::function<void()> act = {}; // none: it cannot be done now

    SearchedWords searched() const
    {
        return SearchedWords::of(title, place + u' ' + words + u' ' + key.toString());
    }
};

// Lies over the upper part of its window while it is wanted, and goes when the keyboard goes elsewhere.
class CommandPalette : public QFrame
{
    Q_OBJECT

public:
    explicit CommandPalette(QWidget *window);

    void setTheme(const Theme &theme);
    enum class More : quint8 { None, Comes };
    // `hint` stands in the field while nothing is typed. The number of this time. Where more comes, Enter
    // waits for it.
    int open(const QList<PaletteEntry> &entries, const QString &hint, More more = More::None);
    // What has come: before all others, if it is still open for that time; what is chosen stays chosen.
    void addBefore(int time, const QList<PaletteEntry> &entries, const QList<SearchedWords> &searched);
    void close();

    QLineEdit *field() const { return m_field; }
    QTreeWidget *list() const { return m_list; }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void find();
    void place();
    void actOn(int row);

    QLineEdit *m_field;
    QTreeWidget *m_list;
    PlainLabel *m_nothing;
    QList<PaletteEntry> m_entries;
    QList<SearchedWords> m_searched;
    QList<qsizetype> m_found;
    QPointer<QWidget> m_before; // who had the keyboard
    int m_time = 0;
    bool m_awaitsMore = false;
    bool m_isEntered = false; // while more was awaited
};

} // namespace snug
