// A window in which personas are kept: everybody in a list with pictures, the chosen one at the right.
//
// It shows values and says what the user did; files, pictures, history and the prompt are with whoever is
// connected.
#pragma once

#include "core/editing/documentparts.h"
#include "core/lint/lintfinding.h"
#include "core/macros/macrowords.h"
#include "widgets/editors/documenthead.h"
#include "widgets/editors/persona/personaform.h"

#include <QWidget>

#include <memory>

class QMenu;

namespace snug {

class EditorStatus;
class ElidedLabel;
class FindingsBar;
class PersonaListPane;
class PictureEngine;

class PersonaEditor : public QWidget
{
    Q_OBJECT

public:
    explicit PersonaEditor(KSyntaxHighlighting::Repository *repository, QWidget *parent = nullptr);
    ~PersonaEditor() override;

    void setTheme(const Theme &theme);
    // What decodes the pictures; without it letters stand for them.
    void setPictureEngine(const std::shared_ptr<PictureEngine> &engine);
    void setMacros(const QList<MacroWord> &macros);
    // `unlisted` are pictures without an entry, which SillyTavern shows as personas too.
    void setState(const PersonaList &list, const PersonaList &saved, const QList<Persona> &unlisted,
                  const DocumentState &state);
    const PersonaList &list() const { return m_list; }
    void setAround(const PersonaDependencies &around);
    void setTokens(const QString &text);
    // What is doubtful in all of them; a finding's block is the persona's picture.
    void setFindings(const QList<LintFinding> &findings);
    // Once it is there.
    void choose(const QString &avatar);
    QString current() const { return m_current; }
    std::optional<Persona> currentPersona() const;
    void refreshPicture(const QString &avatar);

    DocumentHead *head() const { return m_head; }
    EditorStatus *status() const { return m_status; }
    PersonaForm *form() const { return m_form; }
    PersonaListPane *people() const { return m_people; }
    FindingsBar *findings() const { return m_findings; }

Q_SIGNALS:
    // See PresetEditor::edited().
    void edited(const snug::PersonaList &list, const QString &label, const QString &field);
    void chosen(const QString &avatar);
    void newRequested();
    void duplicateRequested(const QString &avatar);
    void pictureRequested(const QString &avatar);
    void pictureDeletionRequested(const QStringList &avatars); // of unlisted ones
    void useRequested(const QString &avatar);
    void chatLockRequested(const QString &avatar, bool isOn);
    void importRequested();
    void exportRequested();

private:
    void makeActions();
    void connectForm();
    void remove();
    void toggleDefault();
    void showList();
    void showCurrent();
    void showTextFindings();
    QString placeOf(const LintFinding &finding) const;
    void go(const LintFinding &finding);

    PersonaList m_list;
    PersonaList m_saved;
    QList<Persona> m_unlisted;
    PersonaDependencies m_deps;
    QString m_current;
    QString m_wanted; // to be chosen once it is there
    DocumentHead *m_head;
    ElidedLabel *m_name;
    EditorStatus *m_status;
    PersonaListPane *m_people;
    PersonaForm *m_form;
    QMenu *m_menu;
    FindingsBar *m_findings;
};

} // namespace snug
