// Read-only view of a request's body: JSON in colours, as far as one can see it.
#pragma once

#include "widgets/inspector/bodytext.h"
#include "widgets/theme/theme.h"

#include <QPlainTextEdit>
#include <QTimer>

#include <chrono>
#include <memory>
#include <optional>

namespace snug {

class JsonColours;
struct LineChange;

class WireBody : public QPlainTextEdit
{
    Q_OBJECT

public:
    explicit WireBody(QWidget *parent = nullptr);
    ~WireBody() override;

    void setTheme(const Theme &theme);
    // Replaces only what differs; selection and scroll position stay. A long body comes in steps,
    // its first lines at once.
    void setBody(const BodyText &body);
    const BodyText &body() const { return m_body; }
    bool isFilled() const { return m_filledLines == m_body.lines.size(); }

Q_SIGNALS:
    void filled(); // after a body that came in steps

protected:
    // Without the cuts that are only there for the eye.
    QMimeData *createMimeDataFromSelection() const override;
    void scrollContentsBy(int dx, int dy) override;
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    void fillSome(std::chrono::milliseconds time);
    void replaceLines(const LineChange &change, const QList<QStringView> &after);
    void colourVisible();

    BodyText m_body;
    qsizetype m_filledLines = 0; // of m_body, that the editor has
    qsizetype m_filledText = 0;  // where the next one begins
    QTimer m_filling;
    std::optional<Theme> m_theme;
    std::unique_ptr<JsonColours> m_colours; // made when JSON is first seen: they take some milliseconds
    int m_revision = 0;                     // of text and theme; a block with this state is coloured
};

} // namespace snug
