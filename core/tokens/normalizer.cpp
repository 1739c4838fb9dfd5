#include "core/tokens/normalizer.h"

namespace snug {

namespace {

struct Apply
{
    QString &text;

    void operator()(const UnicodeForm &step) const { text = text.normalized(step.form); }

    void operator()(const Prepend &step) const
    {
        if (!text.isEmpty() && !(step.unlessPresent && text.startsWith(step.text)))
            text.prepend(step.text);
    }

    void operator()(const Replace &step) const { text.replace(step.before, step.after); }

    void operator()(const ReplacePattern &step) const
    {
        QString replaced;
        qsizetype at = 0;
        for (const QRegularExpressionMatch &match : step.pattern.globalMatch(text)) {
            replaced += QStringView(text).sliced(at, match.capturedStart() - at) + step.after;
            at = match.capturedEnd();
        }
        text = replaced + QStringView(text).sliced(at);
    }

    void operator()(const Lowercase &) const { text = text.toLower(); }

    void operator()(const StripSpaces &step) const
    {
        qsizetype first = 0;
        qsizetype last = text.size();
        while (step.left && first < last && text.at(first).isSpace())
            ++first;
        while (step.right && last > first && text.at(last - 1).isSpace())
            --last;
        text = text.sliced(first, last - first);
    }
};

} // namespace

QString Normalizer::apply(QString text) const
{
    for (const NormalizeStep &step : steps)
        std::visit(Apply{text}, step);
    return text;
}

} // namespace snug
