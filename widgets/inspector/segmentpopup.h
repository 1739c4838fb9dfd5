// The small window beside a segment that says where its text came from.
#pragma once

#include "widgets/inspector/segmentfacts.h"
#include "widgets/theme/theme.h"

#include <QFrame>

namespace snug {

class PlainLabel;

class SegmentPopup : public QFrame
{
    Q_OBJECT

public:
    explicit SegmentPopup(QWidget *parent);

    void setTheme(const Theme &theme);
    // Shows it below `place` (global), above it where there is no room; never over it.
    void showFor(const SegmentFacts &facts, const QRect &place);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    Theme m_theme;
    SourceGroup m_group = SourceGroup::Preset;
    PlainLabel *m_path;
    PlainLabel *m_size;
};

} // namespace snug
