#include "widgets/dialogs/keepalivebox.h"

#include <utility>

namespace snug {

KeepAliveBox::KeepAliveBox(QWidget *parent)
    : QComboBox(parent)
{
    addItem(tr("as the server does")); // without data
    for (const auto &[seconds, title] :
         {std::pair(0, tr("Not at all")), std::pair(300, tr("5 minutes")), std::pair(1800, tr("30 minutes")),
          std::pair(3600, tr("An hour")), std::pair(-1, tr("Until the server ends"))})
        addItem(title, seconds);
    setToolTip(tr("How long the model stays in the server's memory behind a reply"));
}

void KeepAliveBox::setSeconds(std::optional<int> seconds)
{
    if (!seconds)
        return setCurrentIndex(0);
    if (findData(*seconds) < 0)
        addItem(tr("%n second(s)", nullptr, *seconds), *seconds);
    setCurrentIndex(findData(*seconds));
}

std::optional<int> KeepAliveBox::seconds() const
{
    const QVariant data = currentData();
    return data.isValid() ? std::optional(data.toInt()) : std::nullopt;
}

} // namespace snug
