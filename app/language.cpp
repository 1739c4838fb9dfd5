#include "app/language.h"

#include <QCoreApplication>
#include <QLocale>
#include <QTranslator>

using namespace Qt::StringLiterals;

namespace snug {

void installLanguage(QCoreApplication &application)
{
    auto *translator = new QTranslator(&application);
    if (translator->load(QLocale(), u"snug"_s, u"_"_s, u":/snug/translations"_s) ||
        translator->load(u":/snug/translations/snug_en"_s))
        application.installTranslator(translator);
}

} // namespace snug
