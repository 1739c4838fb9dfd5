// One persona: who it is, where its text goes, and for which chats it is taken by itself.
#pragma once

#include "core/model/persona.h"
#include "widgets/theme/pictureloader.h"
#include "widgets/theme/theme.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QLineEdit;
class QListWidget;
class QPushButton;
class QSpinBox;
class QToolButton;

namespace KSyntaxHighlighting {
class Repository;
}

namespace snug {

class MacroTextEdit;
class PlainLabel;

// A character or group that a persona can be locked to.
struct PersonaOwner
{
    Persona::Connection connection;
    QString name;
    bool operator==(const PersonaOwner &) const = default;
};

// What there is besides the personas themselves.
struct PersonaDependencies
{
    QString pictureFolder;
    QString inEffect; // picture of the persona that speaks in the open chat; empty: nobody
    QString reason;   // why that one, in the user's words
    QStringList lorebooks;
    QList<PersonaOwner> owners;
    std::optional<PersonaOwner> open; // whose chat is open
    bool hasChat = false;             // a chat that can hold a lock
    QString chatLock;                 // picture of the persona that the open chat is locked to
    bool operator==(const PersonaDependencies &) const = default;
};

class PersonaForm : public QWidget
{
    Q_OBJECT

public:
    explicit PersonaForm(KSyntaxHighlighting::Repository *repository, QWidget *parent = nullptr);

    void setTheme(const Theme &theme);
    // What decodes the pictures; without it letters stand for them.
    void setPictureEngine(const std::shared_ptr<PictureEngine> &engine) { m_loader.setEngine(engine); }
    void setPersona(const std::optional<Persona> &persona, bool isDefault);
    void setAround(const PersonaDependencies &around);
    void setTokens(const QString &text);
    void refreshPicture();
    void focusName();
    // By the key of the persona's file ("lorebook"); others lead to the name.
    void focusField(const QString &key);
    MacroTextEdit *text() const { return m_text; }

Q_SIGNALS:
    // See PresetEditor::edited().
    void edited(const snug::Persona &persona, const QString &label, const QString &field);
    void defaultRequested(bool isOn);
    void chatLockRequested(bool isOn);
    void pictureRequested();
    void useRequested();

private:
    QWidget *makeHead();
    QWidget *makePlace();
    QWidget *makeLocks();
    template <typename Change> void change(const QString &label, const QString &field, Change change);
    void setLock(const Persona::Connection &owner, bool isLocked);
    void showPersona();
    void showLocks();
    void showPicture(const QImage &picture);

    Theme m_theme;
    std::optional<Persona> m_persona;
    PersonaDependencies m_deps;
    bool m_isFilling = false;
    QString m_shownPicture;
    PictureLoader m_loader;
    QToolButton *m_picture;
    QLineEdit *m_name;
    QLineEdit *m_title;
    QCheckBox *m_default;
    QCheckBox *m_ownerLock;
    QCheckBox *m_chatLock;
    QPushButton *m_use;
    QComboBox *m_position;
    PlainLabel *m_depthLabel;
    QSpinBox *m_depth;
    PlainLabel *m_roleLabel;
    QComboBox *m_role;
    QComboBox *m_lorebook;
    MacroTextEdit *m_text;
    PlainLabel *m_tokens;
    QListWidget *m_locks;
    QComboBox *m_newLock;
    QToolButton *m_unlock;
    QWidget *m_content;
    PlainLabel *m_nobody;
};

} // namespace snug
