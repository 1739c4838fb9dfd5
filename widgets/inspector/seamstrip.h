// Between the prompt as it is put together and as it goes: what became of its messages for this service, and
// which values are not sent. One line, folded; a line each when unfolded.
#pragma once

#include "core/conversion/outboundprompt.h"
#include "widgets/theme/theme.h"

#include <QWidget>

class QToolButton;

namespace snug {

class PlainLabel;

class SeamStrip : public QWidget
{
    Q_OBJECT

public:
    explicit SeamStrip(QWidget *parent = nullptr);

    void setTheme(const Theme &theme);
    // `assembled`, `sent`: how many messages there were and are. Hides itself if there is nothing to say.
    void setSeam(const QList<SeamRemark> &seam, qsizetype assembled, qsizetype sent,
                 const QStringList &leftOut);
    QStringList lines() const { return m_lines; }
    bool isUnfolded() const;

private:
    QStringList m_lines;
    QToolButton *m_toggle;
    PlainLabel *m_text;
};

} // namespace snug
