// A window in which a character card is written: its parts in a list at the left, the chosen one at the
// right.
//
// It shows values and says what the user did; reading, saving, history and counting are done by whoever is
// connected.
#pragma once

#include "core/library/cardfields.h"
#include "core/lint/lintfinding.h"
#include "core/macros/macrowords.h"
#include "widgets/theme/theme.h"

#include <QWidget>

class QListWidget;
class QStackedWidget;

namespace KSyntaxHighlighting {
class Repository;
}

namespace snug {

class CardBookPage;
class CardEditorHead;
class CardFieldsPage;
class CardNotes;
class CardPicturePage;
class CardScriptsPage;
class EditorStatus;
class FindingsBar;
class GreetingsPage;
class PlainLabel;
class SafeNotes;

struct DocumentState;

class CardEditor : public QWidget
{
    Q_OBJECT

public:
    enum class Page : quint8 { Character, Greetings, Examples, Prompts, About, Book, Scripts, Picture };

    // `repository` (may be null: texts without colours) outlives the widget.
    explicit CardEditor(KSyntaxHighlighting::Repository *repository = nullptr, QWidget *parent = nullptr);

    void setTheme(const Theme &theme);
    void setMacros(const QList<MacroWord> &macros);
    void showMacroValue(const QString &macro, const QString &value);
    // What is doubtful in the card as it is edited.
    void setFindings(const QList<LintFinding> &findings);
    void clearFindings();
    void setCard(const QString &file, const Card &card);
    const Card &card() const { return m_card; }
    QString file() const { return m_file; }
    void setState(const DocumentState &state);
    // Off as long as there is no card that could keep what is done.
    void setUsable(bool usable);
    // By CardField; of the chosen greeting; in all, in the user's words.
    void setTokens(const QHash<int, QString> &fields, const QString &greeting, const QString &all);
    void openPage(Page page);
    void openField(CardField field);
    // A step was taken back or done again: its page, and its field.
    void showChangeSince(const Card &before);

    CardEditorHead *head() const { return m_head; }
    GreetingsPage *greetings() const { return m_greetings; }
    CardBookPage *book() const { return m_book; }
    CardPicturePage *picture() const { return m_picture; }
    CardNotes *otherNotes() const { return m_otherNotes; }
    CardFieldsPage *pageOf(CardField field) const;
    EditorStatus *status() const { return m_status; }
    FindingsBar *findings() const { return m_findings; }

Q_SIGNALS:
    // See LorebookEditor::edited().
    void edited(const snug::Card &card, const QString &label, const QString &field);
    void greetingChosen();
    void macroValueRequested(const QString &macro);
    void bookEntryRequested(int uid); // in the lorebook's own editor

private:
    void addPage(const QString &title, QWidget *page);
    void change(const Card &card, const QString &label, const QString &field = {});
    void showCard();
    void showDates();
    QString placeOf(const LintFinding &finding) const;
    void go(const LintFinding &finding);

    Theme m_theme;
    QString m_file;
    Card m_card;
    KSyntaxHighlighting::Repository *m_repository;
    QList<CardFieldsPage *> m_fields;

    CardEditorHead *m_head;
    QListWidget *m_list;
    QStackedWidget *m_pages;
    GreetingsPage *m_greetings;
    CardBookPage *m_book;
    CardScriptsPage *m_scripts;
    CardPicturePage *m_picture;
    SafeNotes *m_notes;
    CardNotes *m_otherNotes;
    PlainLabel *m_dates;
    EditorStatus *m_status;
    FindingsBar *m_findings;
};

} // namespace snug
