// The creator's notes in other languages: one language at a time.
#pragma once

#include "core/library/cardextras.h"

#include <QWidget>

class QComboBox;
class QPlainTextEdit;
class QPushButton;

namespace snug {

class CardNotes : public QWidget
{
    Q_OBJECT

public:
    explicit CardNotes(QWidget *parent = nullptr);

    void setNotes(const QList<NotesInLanguage> &notes);
    void choose(const QString &language);
    QPlainTextEdit *text() const { return m_text; }
    // Adds one, if it is a language's code and not there yet; false otherwise.
    bool add(const QString &language);

Q_SIGNALS:
    void edited(const QList<snug::NotesInLanguage> &notes, const QString &what, const QString &field);

private:
    int current() const;
    void askForLanguage();
    void showText();

    QList<NotesInLanguage> m_notes;
    QComboBox *m_languages;
    QPushButton *m_remove;
    QPlainTextEdit *m_text;
    bool m_isSetting = false;
};

} // namespace snug
