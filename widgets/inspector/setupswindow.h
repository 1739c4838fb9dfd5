// Two set-ups of one chat beside each other: what each is made of, how the prompts differ, what they cost,
// and, if wanted, what each answers. It shows values and says what the user wants.
#pragma once

#include "core/prompt/promptchanges.h"
#include "core/prompt/promptprefix.h"
#include "widgets/theme/theme.h"

#include <QWidget>

#include <array>
#include <optional>

class QComboBox;
class QPlainTextEdit;
class QPushButton;
class QTabWidget;
class QToolButton;

namespace snug {

class ChangesPane;
class ComparisonPane;
class PlainLabel;

// What a side is made of; empty and nothing: as it is in effect.
struct SetupChoice
{
    QString preset;
    QString connection; // id
    QString persona;    // picture file name
    std::optional<QStringList> books;

    bool operator==(const SetupChoice &) const = default;
};

// What there is to choose from, ids with the user's words.
struct SetupOffers
{
    QStringList presets;
    QList<std::pair<QString, QString>> connections;
    QList<std::pair<QString, QString>> personas;
    QStringList books;
    QStringList booksInEffect;

    bool operator==(const SetupOffers &) const = default;
};

struct SetupReply
{
    QString text;
    QString note; // "waiting…", "41 tokens", why it failed
    bool isUnderWay = false;
    bool canBeTaken = false;

    bool operator==(const SetupReply &) const = default;
};

class SetupsWindow : public QWidget
{
    Q_OBJECT

public:
    explicit SetupsWindow(QWidget *parent = nullptr);

    static constexpr int sides = 2;

    void setTheme(const Theme &theme);
    void setOffers(const SetupOffers &offers);
    void setChoice(int side, const SetupChoice &choice);
    SetupChoice choice(int side) const { return m_choices[size_t(side)]; }
    // Of both; how much of each the server has in its cache from the chat's last request, where that is
    // known.
    void setPrompts(const AssembledPrompt &first, const AssembledPrompt &second,
                    const QList<PromptChange> &changes,
                    const std::array<std::optional<PromptPrefix>, sides> &cached);
    void setReply(int side, const SetupReply &reply);
    // Why there is nothing to compare; empty: there is.
    void setProblem(const QString &text);

    ChangesPane *changes() const { return m_changes; }
    QString facts(int side) const; // "~3,412 tokens, 85 % of it cached"

Q_SIGNALS:
    void choiceChanged(int side);
    void sendRequested();
    void stopRequested();
    void keepRequested(int side);
    void closing();

protected:
    void closeEvent(QCloseEvent *event) override;

private:
    struct Side
    {
        QComboBox *preset = nullptr;
        QComboBox *connection = nullptr;
        QComboBox *persona = nullptr;
        QToolButton *books = nullptr;
        PlainLabel *facts = nullptr;
        QPlainTextEdit *reply = nullptr;
        PlainLabel *note = nullptr;
        QPushButton *take = nullptr;
        bool isUnderWay = false;
    };
    QWidget *makeSide(int side);
    QWidget *makeReplies();
    void fill(int side);
    void fillBooks(int side);
    void onChoice(int side);
    Side &at(int side) { return m_sides[size_t(side)]; }

    Theme m_theme = Theme::light();
    SetupOffers m_offers;
    std::array<SetupChoice, sides> m_choices;
    std::array<Side, sides> m_sides;
    PlainLabel *m_problem;
    QTabWidget *m_pages;
    ChangesPane *m_changes;
    ComparisonPane *m_texts;
    QPushButton *m_send;
    QPushButton *m_stop;
};

} // namespace snug
