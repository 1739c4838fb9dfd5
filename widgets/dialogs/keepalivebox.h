// How long a server keeps a model in memory behind a reply.
#pragma once

#include <QComboBox>

#include <optional>

namespace snug {

class KeepAliveBox : public QComboBox
{
    Q_OBJECT

public:
    explicit KeepAliveBox(QWidget *parent = nullptr);

    // Negative = for good; nothing = as the server does. A time that is none of the usual ones is shown, too.
    void setSeconds(std::optional<int> seconds);
    std::optional<int> seconds() const;
};

} // namespace snug
