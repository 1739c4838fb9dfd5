// The author's note, folded out above the composer: of this chat, of the character, and for chats that say
// nothing themselves.
#pragma once

#include "core/chat/authorsnote.h"
#include "widgets/theme/theme.h"

#include <QTimer>
#include <QWidget>

#include <optional>

class QCheckBox;
class QComboBox;
class QPlainTextEdit;
class QSpinBox;
class QToolButton;

namespace snug {

class PlainLabel;

class NoteFold : public QWidget
{
    Q_OBJECT

public:
    enum class Scope : quint8 { Chat, Character, Default };
    // What is shown; each is what is in effect or on the disk.
    struct Notes
    {
        bool hasChat = false;
        ChatNote chat;
        bool hasCharacter = false; // a chat with one character
        QString characterName;
        CharacterNote character;
        NoteSettings defaults; // characterNotes are not looked at
        bool operator==(const Notes &) const = default;
    };

    explicit NoteFold(QWidget *parent = nullptr);

    void setTheme(const Theme &theme);
    // What is being written stays, unless it is another chat's.
    void setNotes(const Notes &notes, bool isAnotherChat);
    // On its way to the disk without having been written here: it is shown until it is there.
    void setSaving(const CharacterNote &note);
    void setSaving(const NoteSettings &note);
    // What the prompt makes of it: "In this prompt", "Not sent: …".
    void setStatus(const QString &text);
    Scope scope() const;
    void setScope(Scope scope);
    // What has been written and not told yet is told now.
    void flush();

Q_SIGNALS:
    void chatEdited(const snug::ChatNote &note);
    void characterEdited(const snug::CharacterNote &before, const snug::CharacterNote &now);
    void defaultEdited(const snug::NoteSettings &before, const snug::NoteSettings &now);
    void closeRequested();

protected:
    void paintEvent(QPaintEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void fill();
    void edited();
    void showFields();
    ChatNote written() const;
    void setWritten(const ChatNote &note);

    Theme m_theme = Theme::light();
    Notes m_notes;
    QTimer m_quiet; // after the last key
    bool m_isFilling = false;
    bool m_isDirty = false; // written, and not told yet
    // Told, and not on the disk yet: what is shown meanwhile.
    std::optional<CharacterNote> m_savingCharacter;
    std::optional<NoteSettings> m_savingDefault;
    Scope m_shown = Scope::Chat;
    PlainLabel *m_title;
    QComboBox *m_scope;
    PlainLabel *m_status;
    QToolButton *m_close;
    QPlainTextEdit *m_text;
    QCheckBox *m_use;
    QComboBox *m_beside; // the chat's note
    QComboBox *m_place;
    PlainLabel *m_depthLabel;
    QSpinBox *m_depth;
    PlainLabel *m_roleLabel;
    QComboBox *m_role;
    PlainLabel *m_everyLabel;
    QSpinBox *m_every;
};

} // namespace snug
