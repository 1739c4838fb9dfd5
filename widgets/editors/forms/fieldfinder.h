// Finds a field of an editor by its name, by what it means, or by SillyTavern's word for it, and puts the
// keyboard into it, on whichever page it is. With a line of its own, or below a line that is there already.
#pragma once

#include <QFrame>
#include <QList>
#include <QPointer>
#include <QStringList>

class QLineEdit;
class QListWidget;

namespace snug {

class FieldFinder : public QFrame
{
    Q_OBJECT

public:
    explicit FieldFinder(QWidget *parent = nullptr);

    // The fields of these; later ones behind earlier ones. They outlive this.
    void setForms(const QList<QWidget *> &forms) { m_forms = forms; }
    // Also what is typed here is looked for; the line keeps what it does.
    void follow(QLineEdit *line);

    void open();
    QLineEdit *line() const { return m_line; }
    QListWidget *list() const { return m_list; }

Q_SIGNALS:
    // Before it gets the keyboard: whoever has to show something for that does.
    void aboutToShow(QWidget *field);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    struct Field
    {
        QPointer<QWidget> control;
        QString name = {};
        QString word = {}; // by which it was found, if that is not its name
        int rank = 0;
    };
    QList<Field> matching(const QString &text) const;
    void look(const QString &text);
    void choose(int row);
    void close();

    QList<QWidget *> m_forms;
    QLineEdit *m_line;
    QLineEdit *m_followed = nullptr;
    QListWidget *m_list;
    QList<Field> m_found;
};

// Names (as objects) of fields that are found by words of another program.
QStringList fieldsWithOtherWords();

// Shows the page that the field is on, scrolls to it, and gives it the keyboard.
void revealField(QWidget *field);

} // namespace snug
