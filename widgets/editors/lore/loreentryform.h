// All of one lorebook entry, as a form that folds: what it is, where it goes, when it fires.
#pragma once

#include "core/library/lorefields.h"
#include "core/lint/lintfinding.h"

#include <QHash>
#include <QScrollArea>

#include <initializer_list>
#include <optional>

class QGridLayout;
class QVBoxLayout;

namespace KSyntaxHighlighting {
class Repository;
}

namespace snug {

class FieldEdit;
class FoldingSection;
class PlainLabel;

class LoreEntryForm : public QScrollArea
{
    Q_OBJECT

public:
    // `repository` may be null.
    explicit LoreEntryForm(KSyntaxHighlighting::Repository *repository, QWidget *parent = nullptr);

    // Does not say edited(). Another uid scrolls back to the top.
    void setEntry(const LoreEntry &entry);
    const LoreEntry &entry() const { return m_entry; }
    // Of this entry; shown below the fields that they are about, the others at the top.
    void setFindings(const QList<LintFinding> &findings);
    // "~88 tokens", or empty.
    void setTokens(const QString &text);
    // Unfolds what it is in.
    void focusField(LoreField field);
    FieldEdit *fieldEdit(LoreField field) const { return m_edits.value(int(field)); }

Q_SIGNALS:
    void edited(const snug::LoreEntry &entry, snug::LoreField field);

private:
    QGridLayout *addSection(const QString &title);
    void addField(QGridLayout *grid, LoreField field, QWidget *beside = nullptr);
    void addFields(QGridLayout *grid, std::initializer_list<LoreField> fields);
    void onEdited(int field, const QVariant &value);
    void showUsedFields();
    void showSummaries();

    struct Section
    {
        FoldingSection *widget;
        QList<LoreField> fields;
    };

    LoreEntry m_entry;
    QHash<int, FieldEdit *> m_edits; // by LoreField
    QList<Section> m_sections;
    QVBoxLayout *m_column;
    PlainLabel *m_findings;
    PlainLabel *m_tokens;
};

// The field that a finding is about: by the last words of its place.
std::optional<LoreField> loreFieldOf(const LintFinding &finding);

} // namespace snug
