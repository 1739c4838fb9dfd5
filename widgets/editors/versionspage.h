// Earlier states of a document beside the present one: what was different, place by place, and the way back.
#pragma once

#include "core/editing/jsonchanges.h"
#include "core/editing/versions.h"

#include <QWidget>

#include <optional>

class QListWidget;
class QPlainTextEdit;
class QPushButton;
class QTreeWidget;

namespace snug {

class PlainLabel;

class VersionsPage : public QWidget
{
    Q_OBJECT

public:
    // `name` is the document's.
    explicit VersionsPage(const QString &name, QWidget *parent = nullptr);

    void setVersions(const QList<KeptVersion> &versions);
    // Of the version chosen last.
    void setChanges(const QList<JsonChange> &changes);
    void showProblem(const QString &text);
    // Documents inside pictures: the picture can be put back as well.
    void setHasPicture(bool hasPicture);

    std::optional<KeptVersion> current() const;
    QListWidget *versions() const { return m_versions; }
    QTreeWidget *changes() const { return m_list; }

Q_SIGNALS:
    void chosen(const snug::KeptVersion &version);
    void putBackRequested(const snug::KeptVersion &version);
    // Of one of the changes shown; the page stays, and wants the changes anew.
    void placeRequested(const snug::KeptVersion &version, const snug::JsonChange &place);
    void pictureRequested(const snug::KeptVersion &version);

protected:
    void changeEvent(QEvent *event) override;

private:
    int currentChange() const; // -1: none
    void showChange();

    QList<KeptVersion> m_kept;
    QList<JsonChange> m_shown;
    QListWidget *m_versions;
    PlainLabel *m_state;
    QTreeWidget *m_list;
    QPlainTextEdit *m_before;
    QPlainTextEdit *m_now;
    QPushButton *m_putBack;
    QPushButton *m_putPlaceBack;
    QPushButton *m_picture;
};

} // namespace snug
