// The exact request, as the socket gets it: method, address, headers, body. Keys are dots.
#pragma once

#include "core/wire/wirerequest.h"
#include "widgets/theme/theme.h"

#include <QWidget>

class QLineEdit;
class QPushButton;
class QStackedLayout;
class QToolButton;

namespace snug {

class PlainLabel;
class RequestHead;
class WireBody;

class WirePane : public QWidget
{
    Q_OBJECT

public:
    enum class View : quint8 { Pretty, AsSent };

    explicit WirePane(QWidget *parent = nullptr);

    void setTheme(const Theme &theme);
    // Without a method: none, because there is no connection or because the prompt has failed.
    void setRequest(const WireRequest &request, bool hasFailed = false);
    const WireRequest &request() const { return m_request; }
    void setView(View view);
    void focusFilter();

Q_SIGNALS:
    void copied(const QString &what);

private:
    QToolButton *makeChoice(const QString &text, const QString &tip, View view);
    QPushButton *makeCopyButton();
    void showBody();
    void find(bool fromStart);
    void copy(const QString &text, const QString &what);

    Theme m_theme;
    WireRequest m_request;
    View m_view = View::Pretty;
    RequestHead *m_head;
    QToolButton *m_pretty;
    QToolButton *m_asSent;
    PlainLabel *m_size;
    QPushButton *m_copy;
    QLineEdit *m_find;
    WireBody *m_body;
    PlainLabel *m_empty;
    QStackedLayout *m_stack;
};

} // namespace snug
