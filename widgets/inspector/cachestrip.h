// Below the prompt, in one line: how much of it the server can have kept from the last request; why not more,
// to those who point at it.
#pragma once

#include "core/ledger/countcheck.h"
#include "core/model/chat.h"
#include "core/prompt/promptprefix.h"
#include "core/tokens/tokencounter.h"
#include "widgets/inspector/measuredcount.h"
#include "widgets/theme/theme.h"

#include <QFrame>

#include <optional>

class QToolButton;

namespace snug {

class PlainLabel;

struct CacheFacts
{
    PromptPrefix prefix; // of the prompt now, against the chat's last request
    CountKind kind = CountKind::Estimate;
    std::optional<TokenUsage> last; // what the server said about that request
    std::optional<SilentCut> cut;   // what the server did to it
    MeasuredCount measured = {};    // of earlier requests like it
    int requests = 0;               // that the next two rest on; 0 = too few
    int more = 0;                   // per cent that the server counts more than we do
    int spread = 0;                 // per cent that this varies
    bool canMove = false;           // what stands at the break can be tried below the history
    bool operator==(const CacheFacts &) const = default;
};

class CacheStrip : public QFrame
{
    Q_OBJECT

public:
    explicit CacheStrip(QWidget *parent = nullptr);

    void setTheme(const Theme &theme);
    // Nothing: there was no request yet; the strip hides itself.
    void setFacts(const std::optional<CacheFacts> &facts);

    // "In the server's cache: 85 % of this prompt"
    static QString headline(const CacheFacts &facts);
    // How many tokens that is, what comes first that is different, and what the server said: lines for those
    // who point at it.
    static QString detail(const CacheFacts &facts);

Q_SIGNALS:
    void breakRequested(); // show the place
    void moveRequested();  // try what stands there below the history

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    Theme m_theme = Theme::light();
    std::optional<CacheFacts> m_facts;
    PlainLabel *m_text;
    PlainLabel *m_cut;
    QToolButton *m_show;
    QToolButton *m_move;
};

} // namespace snug
