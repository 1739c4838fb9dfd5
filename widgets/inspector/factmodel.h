// Rows for FactDelegate, changed in place.
#pragma once

#include "core/prompt/assembledprompt.h"
#include "widgets/theme/theme.h"

#include <QAbstractListModel>

namespace snug {

struct Fact
{
    QString title;
    QString note;
    QString detail;
    int tokens = -1; // -1 = not shown
    CountKind kind = CountKind::Estimate;
    int group = -1; // SourceGroup of the strip; -1 = none
    bool section = false;
    int number = -1;     // the owner's: which value the row stands for
    bool failed = false; // the strip's colour, whatever the group

    bool operator==(const Fact &) const = default;
};

class FactModel : public QAbstractListModel
{
    Q_OBJECT

public:
    using QAbstractListModel::QAbstractListModel;

    void setTheme(const Theme &theme);
    // Equal rows at both ends stay; what is between is replaced.
    void setFacts(const QList<Fact> &facts);
    const Fact &fact(int row) const { return m_facts.at(row); }

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;

private:
    Theme m_theme = Theme::light();
    QList<Fact> m_facts;
};

} // namespace snug
