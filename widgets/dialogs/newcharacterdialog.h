// What a character needs to begin with: a name; a picture, a description and a first message if the user has
// them. The rest is the editor's.
#pragma once

#include <QDialog>
#include <QImage>

class QLineEdit;
class QPlainTextEdit;
class QPushButton;

namespace snug {

class PlainLabel;

class NewCharacterDialog : public QDialog
{
    Q_OBJECT

public:
    explicit NewCharacterDialog(QWidget *parent = nullptr);

    void setName(const QString &name);
    void setDescription(const QString &description);
    // In the place of the letter that stands for the character otherwise. A null one: the letter again.
    void setPicture(const QImage &picture);
    // Why what was chosen is not taken, or the character could not be made; empty: nothing is wrong.
    void setProblem(const QString &problem);

    QString name() const;
    QString description() const;
    QString greeting() const;

Q_SIGNALS:
    void pictureRequested(); // the user wants to choose a file
    void pictureDropped(const QString &path);
    void createRequested();

protected:
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;

private:
    void showPicture();
    void showState();

    QImage m_picture;
    PlainLabel *m_shown;
    QLineEdit *m_name;
    QPlainTextEdit *m_description;
    QPlainTextEdit *m_greeting;
    PlainLabel *m_problem;
    QPushButton *m_create;
};

} // namespace snug
