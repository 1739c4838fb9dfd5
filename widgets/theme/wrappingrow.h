// A row of fields that goes on in another line where there is no room: nothing is cut off in a narrow pane.
#pragma once

#include <QLayout>

#include <memory>
#include <vector>

namespace snug {

// Each field is as wide as it likes to be, in the middle of its line; what expands shares the rest of its
// line. A label stays in one line with the field that it is the buddy of.
class WrappingRow : public QLayout
{
    Q_OBJECT

public:
    explicit WrappingRow(int spacing, QWidget *parent = nullptr);
    ~WrappingRow() override;

    void addItem(QLayoutItem *item) override;
    int count() const override { return int(m_items.size()); }
    QLayoutItem *itemAt(int index) const override;
    QLayoutItem *takeAt(int index) override;

    Qt::Orientations expandingDirections() const override { return {}; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;    // in one line
    QSize minimumSize() const override; // of one line with the widest field
    void setGeometry(const QRect &rect) override;

private:
    struct Line
    {
        std::vector<QLayoutItem *> items;
        QSize size;
    };

    std::vector<std::vector<QLayoutItem *>> fields() const; // what stays together; nothing hidden
    QSize sizeOf(const std::vector<QLayoutItem *> &items) const;
    std::vector<Line> linesOf(int width) const;
    void place(const Line &line, const QRect &rect) const;

    std::vector<std::unique_ptr<QLayoutItem>> m_items;
};

} // namespace snug
