#include "widgets/editors/samplerform.h"

#include "widgets/theme/plainlabel.h"

#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QGridLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

SamplerForm::SamplerForm(QWidget *parent)
    : QScrollArea(parent)
    , m_context(new QSpinBox)
    , m_reply(new QSpinBox)
    , m_stream(new QCheckBox(tr("&Stream the reply")))
    , m_squash(new QCheckBox(tr("S&quash system messages that follow each other into one")))
{
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setFocusPolicy(Qt::NoFocus);
    setAccessibleName(tr("Sampler values"));
    auto *content = new QWidget;
    auto *grid = new QGridLayout(content);
    m_grid = grid;
    grid->setContentsMargins(18, 14, 18, 18);
    grid->setHorizontalSpacing(14);
    grid->setVerticalSpacing(9);
    grid->setColumnStretch(2, 1);
    addLimit(grid, m_context, u"openai_max_context"_s, tr("Context size"),
             tr("Tokens that prompt and reply may have together."), &Preset::contextSize);
    addLimit(grid, m_reply, u"openai_max_tokens"_s, tr("Reply"),
             tr("Tokens that the reply may have; kept free in the context."), &Preset::maxTokens);
    addNumber(grid, u"temperature"_s, tr("Temperature"),
              tr("Higher: more surprising words. 0 takes the likeliest each time."),
              &SamplerValues::temperature, 0, 5, 0.05, 2);
    addNumber(grid, u"top_p"_s, tr("Top P"),
              tr("Only the likeliest words that together have this share. 1 is off."), &SamplerValues::topP,
              0, 1, 0.01, 3);
    addNumber(grid, u"top_k"_s, tr("Top K"), tr("Only this many of the likeliest words. 0 is off."),
              &SamplerValues::topK, 0, 1'000, 1, 0);
    addNumber(grid, u"min_p"_s, tr("Min P"),
              tr("Only words at least this likely, compared with the likeliest. 0 is off."),
              &SamplerValues::minP, 0, 1, 0.005, 3);
    addNumber(grid, u"top_a"_s, tr("Top A"), tr("As Min P, but stricter the surer the model is. 0 is off."),
              &SamplerValues::topA, 0, 1, 0.01, 3);
    addNumber(grid, u"frequency_penalty"_s, tr("Frequency penalty"),
              tr("The more often a word has occurred, the less likely it is. 0 is off."),
              &SamplerValues::frequencyPenalty, -2, 2, 0.05, 2);
    addNumber(grid, u"presence_penalty"_s, tr("Presence penalty"),
              tr("A word that has occurred at all is less likely. 0 is off."),
              &SamplerValues::presencePenalty, -2, 2, 0.05, 2);
    addNumber(grid, u"repetition_penalty"_s, tr("Repetition penalty"),
              tr("Makes words that are in the prompt less likely. 1 is off."),
              &SamplerValues::repetitionPenalty, 0.5, 3, 0.01, 2);
    m_stream->setObjectName(u"stream_openai"_s);
    m_squash->setObjectName(u"squash_system_messages"_s);
    const int row = grid->rowCount();
    grid->addWidget(m_stream, row, 0, 1, 3);
    grid->addWidget(m_squash, row + 1, 0, 1, 3);
    grid->setRowStretch(row + 2, 1);
    setWidget(content);
    connect(m_stream, &QCheckBox::toggled, this, [this](bool on) {
        Preset preset = m_preset;
        preset.stream = on;
        say(preset, {});
    });
    connect(m_squash, &QCheckBox::toggled, this, [this](bool on) {
        Preset preset = m_preset;
        preset.squashSystemMessages = on;
        say(preset, {});
    });
}

void SamplerForm::addMeaning(QGridLayout *grid, int row, const QString &meaning)
{
    auto *label = new PlainLabel(meaning);
    label->setWordWrap(true);
    grid->addWidget(label, row, 2);
    grid->setRowMinimumHeight(row + 1, 0); // so that the next value leaves it free
    m_meanings.append({label, row});
}

void SamplerForm::setMeaningsBelow(bool areBelow)
{
    if (areBelow == m_areMeaningsBelow)
        return;
    m_areMeaningsBelow = areBelow;
    for (const Meaning &meaning : std::as_const(m_meanings)) {
        m_grid->removeWidget(meaning.label);
        meaning.label->setContentsMargins(0, 0, 0, areBelow ? 10 : 0); // nearer to its own value
        if (areBelow)
            m_grid->addWidget(meaning.label, meaning.row + 1, 0, 1, 3);
        else
            m_grid->addWidget(meaning.label, meaning.row, 2);
    }
}

void SamplerForm::resizeEvent(QResizeEvent *event)
{
    int values = 0;
    for (const int column : {0, 1}) {
        int widest = 0;
        for (const Meaning &meaning : std::as_const(m_meanings))
            widest = std::max(widest, m_grid->itemAtPosition(meaning.row, column)->sizeHint().width());
        values += widest + m_grid->horizontalSpacing();
    }
    const QMargins around = m_grid->contentsMargins();
    const int beside = viewport()->width() - values - around.left() - around.right();
    setMeaningsBelow(beside < 40 * fontMetrics().averageCharWidth()); // there, a sentence of ten words fits
    QScrollArea::resizeEvent(event);
}

void SamplerForm::addLimit(QGridLayout *grid, QSpinBox *box, const QString &key, const QString &name,
                           const QString &meaning, int Preset::*value)
{
    const int row = grid->rowCount();
    auto *label = new PlainLabel(name);
    label->setBuddy(box);
    box->setRange(0, 10'000'000);
    box->setSingleStep(256);
    box->setGroupSeparatorShown(true);
    box->setObjectName(key);
    box->setAccessibleName(name);
    box->setAccessibleDescription(meaning);
    grid->addWidget(label, row, 0);
    grid->addWidget(box, row, 1);
    addMeaning(grid, row, meaning);
    connect(box, &QSpinBox::valueChanged, this, [this, value, name](int number) {
        Preset preset = m_preset;
        preset.*value = number;
        say(preset, name);
    });
}

void SamplerForm::addNumber(QGridLayout *grid, const QString &key, const QString &name,
                            const QString &meaning, Value value, double from, double to, double step,
                            int decimals)
{
    const int row = grid->rowCount();
    auto *isSent = new QCheckBox(name);
    isSent->setToolTip(tr("Without a tick it is not in the file, and the server's own value counts"));
    auto *number = new QDoubleSpinBox;
    number->setRange(from, to);
    number->setSingleStep(step);
    number->setDecimals(decimals);
    number->setObjectName(key);
    number->setAccessibleName(name);
    number->setAccessibleDescription(meaning);
    grid->addWidget(isSent, row, 0);
    grid->addWidget(number, row, 1);
    addMeaning(grid, row, meaning);
    m_rows.append({value, isSent, number});
    connect(isSent, &QCheckBox::toggled, this, [this, value, number](bool on) {
        Preset preset = m_preset;
        preset.samplers.*value = on ? std::optional(number->value()) : std::nullopt;
        say(preset, {});
    });
    connect(number, &QDoubleSpinBox::valueChanged, this, [this, value, name](double now) {
        Preset preset = m_preset;
        preset.samplers.*value = now;
        say(preset, name);
    });
}

bool SamplerForm::reveal(const QString &key)
{
    auto *box = widget()->findChild<QAbstractSpinBox *>(key);
    if (!box)
        return false;
    ensureWidgetVisible(box);
    box->setFocus(Qt::OtherFocusReason);
    return true;
}

QString SamplerForm::changedSince(const Preset &before) const
{
    if (before.contextSize != m_preset.contextSize)
        return m_context->objectName();
    if (before.maxTokens != m_preset.maxTokens)
        return m_reply->objectName();
    const auto row = std::ranges::find_if(m_rows, [&](const Row &each) {
        return before.samplers.*each.value != m_preset.samplers.*each.value;
    });
    return row == m_rows.end() ? QString() : row->number->objectName();
}

QString SamplerForm::nameOf(const QString &key) const
{
    const auto *box = widget()->findChild<QAbstractSpinBox *>(key);
    return box ? box->accessibleName() : QString();
}

void SamplerForm::say(const Preset &preset, const QString &field)
{
    if (m_isFilling || preset == m_preset)
        return;
    m_preset = preset;
    Q_EMIT edited(preset, tr("Change Value"), field.isEmpty() ? QString() : u"value/"_s + field);
}

void SamplerForm::setTheme(const Theme &theme)
{
    QPalette dim = theme.palette();
    dim.setColor(QPalette::WindowText, theme.textDim);
    for (const Meaning &meaning : std::as_const(m_meanings))
        meaning.label->setPalette(dim);
}

void SamplerForm::setPreset(const Preset &preset)
{
    m_preset = preset;
    m_isFilling = true;
    for (const Row &row : std::as_const(m_rows)) {
        const std::optional<double> value = preset.samplers.*row.value;
        row.isSent->setChecked(value.has_value());
        row.number->setEnabled(value.has_value());
        if (value)
            row.number->setValue(*value);
    }
    m_context->setValue(preset.contextSize);
    m_reply->setValue(preset.maxTokens);
    m_stream->setChecked(preset.stream);
    m_squash->setChecked(preset.squashSystemMessages);
    m_isFilling = false;
}

} // namespace snug
