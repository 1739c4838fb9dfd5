#include "widgets/inspector/factmodel.h"

#include "widgets/inspector/factdelegate.h"
#include "widgets/inspector/outboundmodel.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr qsizetype ToolTipLength = 600;

}

void FactModel::setTheme(const Theme &theme)
{
    m_theme = theme;
    if (!m_facts.isEmpty())
        Q_EMIT dataChanged(index(0), index(rowCount() - 1), {StripRole});
}

void FactModel::setFacts(const QList<Fact> &facts)
{
    const auto shorter = std::min(m_facts.size(), facts.size());
    qsizetype prefix = 0;
    while (prefix < shorter && m_facts.at(prefix) == facts.at(prefix))
        ++prefix;
    qsizetype suffix = 0;
    while (suffix < shorter - prefix &&
           m_facts.at(m_facts.size() - 1 - suffix) == facts.at(facts.size() - 1 - suffix))
        ++suffix;
    const qsizetype before = m_facts.size() - prefix - suffix;
    const qsizetype after = facts.size() - prefix - suffix;
    const qsizetype common = std::min(before, after);
    if (common > 0) {
        std::copy_n(facts.cbegin() + prefix, common, m_facts.begin() + prefix);
        Q_EMIT dataChanged(index(int(prefix)), index(int(prefix + common - 1)));
    }
    if (before > common) {
        beginRemoveRows({}, int(prefix + common), int(prefix + before - 1));
        m_facts.remove(prefix + common, before - common);
        endRemoveRows();
    }
    if (after > common) {
        beginInsertRows({}, int(prefix + common), int(prefix + after - 1));
        m_facts = facts;
        endInsertRows();
    }
}

int FactModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_facts.size());
}

Qt::ItemFlags FactModel::flags(const QModelIndex &index) const
{
    if (index.isValid() && m_facts.at(index.row()).section)
        return Qt::ItemIsEnabled;
    return QAbstractListModel::flags(index);
}

QVariant FactModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Fact &fact = m_facts.at(index.row());
    const QString count = fact.tokens < 0 ? QString() : tokensText(fact.tokens, fact.kind);
    switch (role) {
    case Qt::DisplayRole:
    case TitleRole:
        return fact.title;
    case Qt::AccessibleTextRole: {
        QStringList parts{fact.title};
        if (!fact.note.isEmpty())
            parts += fact.note;
        if (!fact.detail.isEmpty())
            parts += fact.detail;
        if (!count.isEmpty())
            parts += tr("%1 tokens").arg(count);
        return parts.join(u", "_s);
    }
    case Qt::ToolTipRole:
        return fact.section ? QVariant() : fact.detail.left(ToolTipLength);
    case NoteRole:
        return fact.note;
    case CountTextRole:
        return count;
    case DetailRole:
        return fact.detail;
    case StripRole:
        if (fact.failed)
            return m_theme.error;
        return fact.group < 0 ? QVariant() : m_theme.source(SourceGroup(fact.group));
    case SectionRole:
        return fact.section;
    default:
        return {};
    }
}

} // namespace snug
