// Method, address and headers of a request, with keys as dots.
#pragma once

#include "core/wire/wirerequest.h"
#include "widgets/theme/theme.h"

#include <QPlainTextEdit>

namespace snug {

class RequestHead : public QPlainTextEdit
{
    Q_OBJECT

public:
    explicit RequestHead(QWidget *parent = nullptr);

    void setTheme(const Theme &theme);
    void setRequest(const WireRequest &request);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void showText();
    void fitHeight();

    Theme m_theme;
    WireRequest m_request;
};

} // namespace snug
