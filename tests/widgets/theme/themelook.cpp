// themelook FOLDER: every icon and colour, light and dark, as pictures to look at.
#include "widgets/theme/icons.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/windowstyle.h"

#include <QApplication>
#include <QDir>
#include <QPainter>

using namespace snug;
using namespace Qt::StringLiterals;

static QImage look(const Theme &theme)
{
    QImage image(1400, 760, QImage::Format_RGB32);
    image.setDevicePixelRatio(2);
    image.fill(theme.surface);
    QPainter painter(&image);
    painter.setFont(theme.smallFont());
    for (int i = 0; i < iconCount; ++i) {
        const QRect cell(10 + (i % 14) * 48, 10 + (i / 14) * 50, 46, 46);
        icon(IconName(i), theme.text).paint(&painter, QRect(cell.x() + 2, cell.y() + 4, 24, 24));
        icon(IconName(i), theme.textDim).paint(&painter, QRect(cell.x() + 28, cell.y() + 10, 16, 16));
        painter.setPen(theme.textDim);
        painter.drawText(cell.adjusted(0, 30, 10, 6), iconFileName(IconName(i)));
    }
    for (int group = 0; group <= int(SourceGroup::Template); ++group) {
        const QRect row(10, 130 + group * 26, 330, 24);
        painter.fillRect(row, theme.sourceGround(SourceGroup(group)));
        painter.fillRect(QRect(row.topLeft(), QSize(3, 24)), theme.source(SourceGroup(group)));
        painter.setPen(theme.text);
        painter.drawText(row.adjusted(12, 0, 0, 0), Qt::AlignVCenter, u"source group %1, 1,234"_s.arg(group));
    }
    const QList<std::pair<QString, QColor>> texts{
        {u"text"_s, theme.text},         {u"textDim"_s, theme.textDim}, {u"action"_s, theme.action},
        {u"accent"_s, theme.accent},     {u"warning"_s, theme.warning}, {u"error"_s, theme.error},
        {u"positive"_s, theme.positive}, {u"whatIf"_s, theme.whatIf}};
    for (int i = 0; i < texts.size(); ++i) {
        painter.setPen(texts[i].second);
        painter.drawText(QRect(360, 130 + i * 26, 120, 24), Qt::AlignVCenter, texts[i].first);
    }
    const QList<QColor> grounds{theme.surface,    theme.pane,        theme.raised,
                                theme.hover,      theme.selection,   theme.userGround,
                                theme.codeGround, theme.addedGround, theme.removedGround};
    for (int i = 0; i < grounds.size(); ++i) {
        painter.fillRect(QRect(490, 130 + i * 26, 190, 24), grounds[i]);
        painter.setPen(theme.text);
        painter.drawText(QRect(500, 130 + i * 26, 190, 24), Qt::AlignVCenter, grounds[i].name());
    }
    return image;
}

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    const QDir folder(argc > 1 ? QString::fromLocal8Bit(argv[1]) : QDir::currentPath());
    for (const Theme &theme : {Theme::light(), Theme::dark()}) {
        applyTheme(application, theme);
        const QString name = theme.isDark() ? u"theme-dark.png"_s : u"theme-light.png"_s;
        if (!look(theme).save(folder.filePath(name)))
            return 1;
    }
    return 0;
}
