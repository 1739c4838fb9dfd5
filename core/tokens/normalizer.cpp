#include "core/tokens/normalizer.h"

namespace snug {

namespace {

struct Apply
{
    QString &text;
    qsizetype longest; // in UTF-16 code units

    bool fits(qsizetype length) const { return length <= longest; }

    void operator()(const UnicodeForm &step) const { text = text.normalized(step.form); }

    void operator()(const Prepend &step) const
    {
        if (!text.isEmpty() && !(step.unlessPresent && text.startsWith(step.text)) &&
            fits(text.size() + step.text.size()))
            text.prepend(step.text);
    }

    void operator()(const Replace &step) const
    {
        const qsizetype longer = step.after.size() - step.before.size();
        if (longer <= 0 || fits(text.size() + text.count(step.before) * longer))
            text.replace(step.before, step.after);
    }

    void operator()(const ReplacePattern &step) const
    {
        QString replaced;
        qsizetype at = 0;
        for (const QRegularExpressionMatch &match : step.pattern.globalMatch(text)) {
            replaced += QStringView(text).sliced(at, match.capturedStart() - at) + step.after;
            at = match.capturedEnd();
            if (!fits(replaced.size() + text.size() - at))
                return;
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
    const qsizetype longest = 40 * text.size() + 4096;
    for (const NormalizeStep &step : steps)
        std::visit(Apply{text, longest}, step);
    return text;
}

} // namespace snug
