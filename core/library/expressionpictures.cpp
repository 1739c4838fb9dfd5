#include "core/library/expressionpictures.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

static constexpr qsizetype mostExpressions = 300;

bool isExpressionPicture(QStringView fileName)
{
    static const QStringList endings{u".png"_s, u".jpg"_s, u".jpeg"_s, u".webp"_s, u".gif"_s};
    return std::ranges::any_of(
        endings, [&](const QString &ending) { return fileName.endsWith(ending, Qt::CaseInsensitive); });
}

QList<ExpressionPicture> expressionPictures(const LibraryLayout &layout, const QString &cardFile)
{
    QList<ExpressionPicture> pictures;
    const QString card = QFileInfo(cardFile).completeBaseName();
    if (card.isEmpty())
        return pictures;
    const QDir folder(layout.folder(LibraryLayout::Folder::Characters) + u'/' + card);
    const QFileInfoList files = folder.entryInfoList(QDir::Files | QDir::NoSymLinks, QDir::Name);
    for (const QFileInfo &file : files) {
        if (isExpressionPicture(file.fileName()) && pictures.size() < mostExpressions)
            pictures.append({file.completeBaseName(), file.filePath()});
    }
    std::ranges::sort(pictures, [](const ExpressionPicture &one, const ExpressionPicture &other) {
        return one.name.compare(other.name, Qt::CaseInsensitive) < 0;
    });
    return pictures;
}

} // namespace snug
