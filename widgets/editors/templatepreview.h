// The messages that a template gives, in the colours of where each stretch came from.
#pragma once

#include "core/prompt/assembledprompt.h"
#include "widgets/theme/theme.h"

#include <QTextEdit>

namespace snug {

class TemplatePreview : public QTextEdit
{
    Q_OBJECT

public:
    explicit TemplatePreview(QWidget *parent = nullptr);

    void setTheme(const Theme &theme);
    // With what each costs; the last line has what they cost beside their texts.
    void setMessages(const QList<OutboundMessage> &messages, const Budget &budget);
    void setText(const TracedText &text);   // one text without heads, as completions have it
    void clearMessages(const QString &why); // nothing that is old is left to be seen

Q_SIGNALS:
    // A click on this stretch; see Source for its chain.
    void sourceChosen(const snug::Source &source, qsizetype position);

protected:
    void mouseReleaseEvent(QMouseEvent *event) override;
    bool event(QEvent *event) override;

private:
    struct Stretch
    {
        int start = 0; // in the document
        int end = 0;
        Span span;
    };

    void render();
    QString restText() const;
    const Stretch *stretchAt(const QPoint &position) const;

    Theme m_theme;
    QList<OutboundMessage> m_messages;
    Budget m_budget;
    bool m_hasHeads = true;
    QString m_why;
    QList<Stretch> m_stretches;
};

} // namespace snug
