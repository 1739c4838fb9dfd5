// What is said of the step from messages to requests, for translators: one context.
#pragma once

#include <QCoreApplication>

namespace snug {

struct ConversionText
{
    Q_DECLARE_TR_FUNCTIONS(Conversion)
};

} // namespace snug
