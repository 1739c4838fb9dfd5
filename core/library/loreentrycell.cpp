#include "core/library/loreentrycell.h"

#include "core/library/lorefields.h"

#include <QCoreApplication>

#include <cmath>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

using Column = LoreEntriesModel::Column;

QString say(const char *text)
{
    return QCoreApplication::translate("LoreEntry", text);
}

} // namespace

QString loreColumnTitle(Column column)
{
    switch (column) {
    case Column::TitleColumn:
        return say(QT_TRANSLATE_NOOP("LoreEntry", "Title"));
    case Column::KeysColumn:
        return say(QT_TRANSLATE_NOOP("LoreEntry", "Keys"));
    case Column::StrategyColumn:
        return say(QT_TRANSLATE_NOOP("LoreEntry", "Fires on"));
    case Column::PositionColumn:
        return say(QT_TRANSLATE_NOOP("LoreEntry", "Position"));
    case Column::OrderColumn:
        return say(QT_TRANSLATE_NOOP("LoreEntry", "Order"));
    case Column::DepthColumn:
        return say(QT_TRANSLATE_NOOP("LoreEntry", "Depth"));
    case Column::ProbabilityColumn:
        return say(QT_TRANSLATE_NOOP("LoreEntry", "Probability"));
    case Column::GroupColumn:
        return say(QT_TRANSLATE_NOOP("LoreEntry", "Group"));
    case Column::TokensColumn:
        return say(QT_TRANSLATE_NOOP("LoreEntry", "Tokens"));
    case Column::PlaceColumn:
        //: The number of a lore entry in its list
        return say(QT_TRANSLATE_NOOP("LoreEntry", "#"));
    case Column::ColumnCount:
        break;
    }
    return {};
}

QString lorePositionText(LoreEntry::Position position)
{
    switch (position) {
    case LoreEntry::Position::BeforeChar:
        return say(QT_TRANSLATE_NOOP("LoreEntry", "Before the card"));
    case LoreEntry::Position::AfterChar:
        return say(QT_TRANSLATE_NOOP("LoreEntry", "After the card"));
    case LoreEntry::Position::NoteTop:
        return say(QT_TRANSLATE_NOOP("LoreEntry", "Top of the author's note"));
    case LoreEntry::Position::NoteBottom:
        return say(QT_TRANSLATE_NOOP("LoreEntry", "Bottom of the author's note"));
    case LoreEntry::Position::AtDepth:
        return say(QT_TRANSLATE_NOOP("LoreEntry", "In the chat, at a depth"));
    case LoreEntry::Position::ExamplesTop:
        return say(QT_TRANSLATE_NOOP("LoreEntry", "Before the examples"));
    case LoreEntry::Position::ExamplesBottom:
        return say(QT_TRANSLATE_NOOP("LoreEntry", "After the examples"));
    case LoreEntry::Position::Outlet:
        return say(QT_TRANSLATE_NOOP("LoreEntry", "Outlet"));
    }
    return {};
}

LoreStrategy loreStrategy(const LoreEntry &entry)
{
    return entry.constant     ? LoreStrategy::Constant
           : entry.vectorized ? LoreStrategy::Vectors
                              : LoreStrategy::Keys;
}

QString loreStrategyText(LoreStrategy strategy)
{
    switch (strategy) {
    case LoreStrategy::Keys:
        return say(QT_TRANSLATE_NOOP("LoreEntry", "Keys"));
    case LoreStrategy::Constant:
        return say(QT_TRANSLATE_NOOP("LoreEntry", "Always"));
    case LoreStrategy::Vectors:
        return say(QT_TRANSLATE_NOOP("LoreEntry", "Vectors"));
    }
    return {};
}

QString loreCellText(const LoreEntry &entry, Column column)
{
    switch (column) {
    case Column::StrategyColumn:
        return loreStrategyText(loreStrategy(entry));
    case Column::PositionColumn:
        return lorePositionText(entry.position);
    case Column::DepthColumn:
        return entry.position == LoreEntry::Position::AtDepth ? QString::number(entry.depth) : QString();
    case Column::ProbabilityColumn:
        return entry.useProbability ? QString(QString::number(entry.probability) + u" %"_s) : QString();
    default:
        return loreCellValue(entry, column).toString();
    }
}

QVariant loreCellValue(const LoreEntry &entry, Column column)
{
    switch (column) {
    case Column::TitleColumn:
        return entry.title;
    case Column::KeysColumn:
        return entry.keys.join(u", ");
    case Column::StrategyColumn:
        return int(loreStrategy(entry));
    case Column::PositionColumn:
        return int(entry.position);
    case Column::OrderColumn:
        return entry.order;
    case Column::DepthColumn:
        return entry.depth;
    case Column::ProbabilityColumn:
        return entry.probability;
    case Column::GroupColumn:
        return entry.group;
    case Column::TokensColumn: // the model knows these
    case Column::PlaceColumn:
    case Column::ColumnCount:
        break;
    }
    return {};
}

bool setLoreCellValue(LoreEntry &entry, Column column, const QVariant &value)
{
    bool isNumber = false;
    const double number = value.toDouble(&isNumber);
    const bool isWhole = isNumber && std::floor(number) == number && std::abs(number) <= 1'000'000;
    switch (column) {
    case Column::TitleColumn:
        entry.title = value.toString();
        return true;
    case Column::KeysColumn:
        // Untouched text must not re-split keys that contain commas themselves.
        if (value.toString() != entry.keys.join(u", "))
            entry.keys = keysFromText(value.toString());
        return true;
    case Column::StrategyColumn:
        if (!isWhole || number < 0 || number > 2)
            return false;
        entry.constant = int(number) == int(LoreStrategy::Constant);
        entry.vectorized = int(number) == int(LoreStrategy::Vectors);
        return true;
    case Column::PositionColumn:
        if (!isWhole || number < 0 || number > int(LoreEntry::Position::Outlet))
            return false;
        entry.position = LoreEntry::Position(int(number));
        return true;
    case Column::OrderColumn:
        if (!isNumber || !std::isfinite(number))
            return false;
        entry.order = number;
        return true;
    case Column::DepthColumn:
        if (!isWhole || number < 0)
            return false;
        entry.depth = int(number);
        return true;
    case Column::ProbabilityColumn:
        if (!isNumber || !(number >= 0 && number <= 100))
            return false;
        entry.probability = number;
        entry.useProbability = true;
        return true;
    case Column::GroupColumn:
        entry.group = value.toString();
        return true;
    case Column::TokensColumn:
    case Column::PlaceColumn:
    case Column::ColumnCount:
        break;
    }
    return false;
}

} // namespace snug
