// A preset's sampler values and limits, each with what it does.
#pragma once

#include "core/model/preset.h"
#include "widgets/theme/theme.h"

#include <QScrollArea>

#include <functional>

class QCheckBox;
class QDoubleSpinBox;
class QGridLayout;
class QSpinBox;

namespace snug {

class PlainLabel;

class SamplerForm : public QScrollArea
{
    Q_OBJECT

public:
    explicit SamplerForm(QWidget *parent = nullptr);

    void setTheme(const Theme &theme);
    void setPreset(const Preset &preset);
    // By the file's key ("top_p"); false if none is of that name.
    bool reveal(const QString &key);
    QString nameOf(const QString &key) const; // empty: none of that name
    // The key of the first value that is another now; empty: none is.
    QString changedSince(const Preset &before) const;

protected:
    void resizeEvent(QResizeEvent *event) override;

Q_SIGNALS:
    // `label` names the step in the history, `field` lets steps of one field be one.
    void edited(const snug::Preset &preset, const QString &label, const QString &field);

private:
    using Value = std::optional<double> SamplerValues::*;
    struct Row
    {
        Value value;
        QCheckBox *isSent;
        QDoubleSpinBox *number;
    };
    struct Meaning
    {
        PlainLabel *label;
        int row; // of the value that it is about; the next one is free for it
    };

    void addNumber(QGridLayout *grid, const QString &key, const QString &name, const QString &meaning,
                   Value value, double from, double to, double step, int decimals);
    void addLimit(QGridLayout *grid, QSpinBox *box, const QString &key, const QString &name,
                  const QString &meaning, int Preset::*value);
    void addMeaning(QGridLayout *grid, int row, const QString &meaning);
    void setMeaningsBelow(bool areBelow);
    void say(const Preset &preset, const QString &field);

    Preset m_preset;
    bool m_isFilling = false;
    QList<Row> m_rows;
    QList<Meaning> m_meanings;
    bool m_areMeaningsBelow = false; // the values, instead of beside them
    QGridLayout *m_grid;
    QSpinBox *m_context;
    QSpinBox *m_reply;
    QCheckBox *m_stream;
    QCheckBox *m_squash;
};

} // namespace snug
