// Makes a group, or edits one: name, members and their order, who speaks when, whose cards are sent.
#pragma once

#include "widgets/library/castmodel.h"
#include "widgets/theme/theme.h"

#include <QDialog>

#include <memory>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QLineEdit;
class QListWidget;
class QListWidgetItem;
class QPushButton;

namespace snug {

class CastDelegate;
class PictureEngine;
class PlainLabel;

// It holds the group as edited so far. Editing an existing one tells of every change at once; a new one
// is told when the user says Create.
class GroupDialog : public QDialog
{
    Q_OBJECT

public:
    enum class Purpose : quint8 { Create, Edit };

    explicit GroupDialog(Purpose purpose, QWidget *parent = nullptr);

    void setTheme(const Theme &theme);
    // What decodes the pictures; without it letters stand for them.
    void setPictureEngine(const std::shared_ptr<PictureEngine> &engine);
    // Who can be a member: the characters of the library. Groups among them are passed over.
    void setCast(const QList<CastEntry> &cast);
    void setGroup(const Group &group);
    const Group &group() const { return m_group; }

Q_SIGNALS:
    void edited(const snug::Group &group);
    void createRequested(const snug::Group &group);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QWidget *makeMembers();
    QWidget *makeCandidates();
    QWidget *makeRules();
    void connectMembers();
    void connectRules();
    void fillMembers();
    void fillCandidates();
    void showRules();
    void applyOrder();
    void addCandidate();
    void removeMember();
    void toggleMuted();
    void moveMember(int step);
    void refreshButtons();
    void changed();
    QListWidgetItem *itemFor(const CastEntry &entry) const;
    QString currentMember() const;

    Purpose m_purpose;
    Group m_group;
    QList<CastEntry> m_cast;
    bool m_isFilling = false;
    QLineEdit *m_name;
    QListWidget *m_members;
    QListWidget *m_candidates;
    QLineEdit *m_search;
    PlainLabel *m_noMembers;
    QPushButton *m_add;
    QPushButton *m_remove;
    QPushButton *m_mute;
    QPushButton *m_up;
    QPushButton *m_down;
    QComboBox *m_activation;
    QComboBox *m_generation;
    QLineEdit *m_prefix;
    QLineEdit *m_suffix;
    QCheckBox *m_selfResponses;
    QDoubleSpinBox *m_pause;
    QPushButton *m_create = nullptr;
    CastDelegate *m_delegate;
};

} // namespace snug
