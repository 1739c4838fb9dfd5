// Read-only view of a request's body: JSON in colours, as far as one can see it.
#pragma once

#include "widgets/inspector/bodytext.h"
#include "widgets/theme/theme.h"

#include <QPlainTextEdit>

#include <memory>

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
    // Replaces only what differs; selection and scroll position stay.
    void setBody(const BodyText &body);
    const BodyText &body() const { return m_body; }

protected:
    // Without the cuts that are only there for the eye.
    QMimeData *createMimeDataFromSelection() const override;
    void scrollContentsBy(int dx, int dy) override;
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    void replaceLines(const LineChange &change, const QList<QStringView> &after);
    void colourVisible();

    BodyText m_body;
    std::unique_ptr<JsonColours> m_colours;
    int m_revision = 0; // of text and theme; a block with this state is coloured
};

} // namespace snug
