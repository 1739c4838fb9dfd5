// "Try it": type a text or pick a message of the open chat, and see which entries fire, through what, and
// why the others do not.
#pragma once

#include "core/prompt/loretrial.h"

#include <QWidget>

#include <optional>

class QComboBox;
class QPlainTextEdit;
class QTreeView;

namespace snug {

class LoreTrialModel;
class PlainLabel;

// A message of the open chat that can be picked.
struct TrialMessage
{
    int index = 0; // in the chat
    QString name;
    QString text;
    bool operator==(const TrialMessage &) const = default;
};

// What is to be tried.
struct LoreTrialWish
{
    QString text;                // typed; of no meaning with a message
    std::optional<int> message;  // of the open chat, as of then
    bool withOtherBooks = false; // those that are in effect beside the one that is edited

    bool isNothing() const { return !message && text.trimmed().isEmpty(); }
    bool operator==(const LoreTrialWish &) const = default;
};

class LoreTrialPane : public QWidget
{
    Q_OBJECT

public:
    explicit LoreTrialPane(QWidget *parent = nullptr);

    // Newest first.
    void setMessages(const QList<TrialMessage> &messages);
    LoreTrialWish wish() const;
    void setResult(const LoreTrialResult &result, const QString &ownBook);
    void focusText();
    LoreTrialModel *model() const { return m_model; }

Q_SIGNALS:
    void wished(const snug::LoreTrialWish &wish);
    void entryChosen(const QString &book, int uid);

private:
    void tell();
    QWidget *makeQuestion();

    QList<TrialMessage> m_messages;
    QComboBox *m_what;
    QComboBox *m_books;
    QPlainTextEdit *m_text;
    PlainLabel *m_summary;
    QTreeView *m_view;
    LoreTrialModel *m_model;
    QString m_typed;
};

} // namespace snug
