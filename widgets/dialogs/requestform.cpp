#include "widgets/dialogs/requestform.h"

#include "core/conversion/requestextras.h"
#include "core/wire/requestsettingsfile.h"
#include "core/wire/serviceask.h"
#include "widgets/theme/plainlabel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>

#include <utility>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr int asThePresetSays = -1;

void chooseValue(QComboBox *box, int value)
{
    box->setCurrentIndex(std::max(0, box->findData(value)));
}

QString postProcessingTitle(PostProcessing mode)
{
    switch (mode) {
    case PostProcessing::None:
        return RequestForm::tr("None");
    case PostProcessing::Merge:
        return RequestForm::tr("Merge consecutive roles (no tools)");
    case PostProcessing::MergeTools:
        return RequestForm::tr("Merge consecutive roles (with tools)");
    case PostProcessing::Semi:
        return RequestForm::tr("Semi-strict (alternating roles; no tools)");
    case PostProcessing::SemiTools:
        return RequestForm::tr("Semi-strict (alternating roles; with tools)");
    case PostProcessing::Strict:
        return RequestForm::tr("Strict (user first, alternating roles; no tools)");
    case PostProcessing::StrictTools:
        return RequestForm::tr("Strict (user first, alternating roles; with tools)");
    case PostProcessing::Single:
        return RequestForm::tr("Single user message (no tools)");
    }
    return {};
}

} // namespace

RequestForm::RequestForm(QWidget *parent)
    : QWidget(parent)
    , m_toggle(new QToolButton(this))
    , m_fields(new QWidget(this))
    , m_layout(new QFormLayout(m_fields))
{
    m_toggle->setText(tr("How requests are made"));
    m_toggle->setObjectName(u"requestSettings"_s);
    m_toggle->setCheckable(true);
    m_toggle->setAutoRaise(true);
    m_toggle->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_toggle->setArrowType(Qt::RightArrow);
    m_layout->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    m_layout->setContentsMargins(0, 4, 0, 0);
    m_fields->hide();
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_toggle, 0, Qt::AlignLeft);
    column->addWidget(m_fields);
    connect(m_toggle, &QToolButton::toggled, this, [this](bool on) {
        m_toggle->setArrowType(on ? Qt::DownArrow : Qt::RightArrow);
        m_fields->setVisible(on);
    });

    m_deployment = addOption(tr("Deployment"));
    m_apiVersion = addOption(tr("API version"));
    m_account = addOption(tr("Account ID"));
    m_project = addOption(tr("Project"));
    m_region = addOption(tr("Region"));
    m_providers = addOption(tr("Providers"));
    m_providers->setToolTip(tr("Who may answer, in this order, separated by commas"));
    makeChoices();
    m_headers = addExtra(tr("Extra headers"), u"X-Team: blue"_s);
    m_body = addExtra(tr("Extra body keys"), u"top_k: 20"_s);
    m_leftOut = addExtra(tr("Body keys to leave out"), u"- frequency_penalty"_s);
    m_problem = new PlainLabel;
    m_problem->setWordWrap(true);
    m_layout->addRow(QString(), m_problem);
    m_refused = new QWidget;
    m_refusedText = new PlainLabel;
    m_refusedText->setWordWrap(true);
    auto *again = new QPushButton(tr("Send Them Again"));
    auto *row = new QHBoxLayout(m_refused);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_refusedText, 1);
    row->addWidget(again, 0, Qt::AlignTop);
    m_layout->addRow(QString(), m_refused);
    connect(again, &QPushButton::clicked, this, [this] {
        m_settings.refused.clear();
        showRefused();
        Q_EMIT edited();
    });
    m_responses = new QCheckBox(tr("Ask by the Responses API"));
    m_responses->setObjectName(u"responses"_s);
    m_responses->setToolTip(
        tr("Instead of chat completions: summaries of thoughts are shown, and the thoughts "
           "themselves go back encrypted with the next request. Nothing is kept there."));
    m_layout->addRow(QString(), m_responses);
    connect(m_responses, &QCheckBox::clicked, this, &RequestForm::edited);
    m_compatible = new QCheckBox(tr("As SillyTavern 1.19 sends it"));
    m_compatible->setToolTip(tr("Value for value, also where the service's documentation says otherwise"));
    m_layout->addRow(QString(), m_compatible);
    connect(m_compatible, &QCheckBox::clicked, this, &RequestForm::edited);
}

void RequestForm::makeChoices()
{
    m_postProcessing = new QComboBox;
    for (const PostProcessing mode : {PostProcessing::None, PostProcessing::Merge, PostProcessing::MergeTools,
                                      PostProcessing::Semi, PostProcessing::SemiTools, PostProcessing::Strict,
                                      PostProcessing::StrictTools, PostProcessing::Single})
        m_postProcessing->addItem(postProcessingTitle(mode), int(mode));
    m_postProcessing->setToolTip(
        tr("SillyTavern's prompt post-processing: for servers whose templates want roles to take turns"));
    const QString asPreset = tr("as the preset says");
    m_effort = new QComboBox;
    m_effort->addItem(asPreset, asThePresetSays);
    for (const auto &[effort, title] :
         {std::pair(Effort::Auto, tr("Auto")), std::pair(Effort::Min, tr("Minimum")),
          std::pair(Effort::Low, tr("Low")), std::pair(Effort::Medium, tr("Medium")),
          std::pair(Effort::High, tr("High")), std::pair(Effort::Max, tr("Maximum"))})
        m_effort->addItem(title, int(effort));
    m_verbosity = new QComboBox;
    m_verbosity->addItem(asPreset, asThePresetSays);
    for (const auto &[verbosity, title] :
         {std::pair(Verbosity::Auto, tr("Auto")), std::pair(Verbosity::Low, tr("Low")),
          std::pair(Verbosity::Medium, tr("Medium")), std::pair(Verbosity::High, tr("High"))})
        m_verbosity->addItem(title, int(verbosity));
    m_thoughts = new QComboBox;
    m_thoughts->addItem(asPreset, asThePresetSays);
    m_thoughts->addItem(tr("Ask for them"), 1);
    m_thoughts->addItem(tr("Do not ask for them"), 0);
    m_prefill = new QLineEdit;
    m_prefill->setPlaceholderText(tr("what each reply begins with"));
    m_cacheSystem = new QCheckBox(tr("Keep the system text in the service's cache"));
    m_cacheDepth = new QSpinBox;
    m_cacheDepth->setRange(-1, 99);
    m_cacheDepth->setSpecialValueText(tr("no mark in the chat"));
    m_cacheDepth->setSuffix(tr(" turns from the end"));
    m_cacheHour = new QCheckBox(tr("For an hour, not five minutes"));
    m_layout->addRow(tr("&Post-processing"), m_postProcessing);
    m_layout->addRow(tr("&Reasoning effort"), m_effort);
    m_layout->addRow(tr("&Verbosity"), m_verbosity);
    m_layout->addRow(tr("T&houghts"), m_thoughts);
    m_layout->addRow(tr("Pref&ill"), m_prefill);
    m_layout->addRow(tr("Cache"), m_cacheSystem);
    m_layout->addRow(QString(), m_cacheDepth);
    m_layout->addRow(QString(), m_cacheHour);
    m_cacheDepth->setAccessibleName(tr("Cache mark in the chat"));
    for (QComboBox *box : {m_postProcessing, m_effort, m_verbosity, m_thoughts})
        connect(box, &QComboBox::activated, this, &RequestForm::edited);
    for (QCheckBox *box : {m_cacheSystem, m_cacheHour})
        connect(box, &QCheckBox::clicked, this, &RequestForm::edited);
    connect(m_cacheDepth, &QSpinBox::editingFinished, this, &RequestForm::edited);
    connect(m_prefill, &QLineEdit::editingFinished, this, &RequestForm::edited);
}

QLineEdit *RequestForm::addOption(const QString &label)
{
    auto *field = new QLineEdit;
    m_layout->addRow(label, field);
    field->setAccessibleName(label);
    connect(field, &QLineEdit::editingFinished, this, &RequestForm::edited);
    return field;
}

QPlainTextEdit *RequestForm::addExtra(const QString &label, const QString &example)
{
    auto *field = new QPlainTextEdit;
    field->setPlaceholderText(example);
    field->setAccessibleName(label);
    field->setToolTip(tr("YAML or JSON, as in SillyTavern"));
    field->setTabChangesFocus(true);
    field->setFixedHeight(field->fontMetrics().lineSpacing() * 3 + 10);
    field->installEventFilter(this);
    m_layout->addRow(label, field);
    return field;
}

// A text is done when another field is looked at.
bool RequestForm::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::FocusOut) {
        showProblem();
        Q_EMIT edited();
    }
    return QWidget::eventFilter(watched, event);
}

void RequestForm::showConnection(const Connection &connection)
{
    m_settings = connection.request;
    const RequestSettings &shown = m_settings;
    const bool isChat = !connection.completesText();
    const bool isService = connection.kind == Connection::Kind::ChatService;
    const ChatService service = chatServiceOf(connection);
    const auto is = [&](ChatService wanted) { return isService && service == wanted; };
    const bool isVertex = is(ChatService::Vertex);
    const bool isClaude = isService && service == ChatService::Claude;
    const bool hasCacheMarks =
        isClaude || (isChat && (service == ChatService::OpenRouter || service == ChatService::ElectronHub ||
                                service == ChatService::NanoGpt));
    m_layout->setRowVisible(m_deployment, is(ChatService::Azure));
    m_layout->setRowVisible(m_apiVersion, is(ChatService::Azure));
    m_layout->setRowVisible(m_account, is(ChatService::WorkersAi));
    m_layout->setRowVisible(m_project, isVertex);
    m_layout->setRowVisible(m_region, isVertex);
    m_layout->setRowVisible(m_providers, isChat && service == ChatService::OpenRouter);
    for (QWidget *field : {static_cast<QWidget *>(m_postProcessing), static_cast<QWidget *>(m_effort),
                           static_cast<QWidget *>(m_verbosity), static_cast<QWidget *>(m_thoughts),
                           static_cast<QWidget *>(m_prefill)})
        m_layout->setRowVisible(field, isChat);
    for (QWidget *field : {static_cast<QWidget *>(m_cacheSystem), static_cast<QWidget *>(m_cacheDepth),
                           static_cast<QWidget *>(m_cacheHour)})
        m_layout->setRowVisible(field, hasCacheMarks);
    chooseValue(m_postProcessing, int(shown.postProcessing));
    chooseValue(m_effort, shown.effort ? int(*shown.effort) : asThePresetSays);
    chooseValue(m_verbosity, shown.verbosity ? int(*shown.verbosity) : asThePresetSays);
    chooseValue(m_thoughts, shown.showsThoughts ? int(*shown.showsThoughts) : asThePresetSays);
    m_prefill->setText(shown.prefill);
    m_cacheSystem->setChecked(shown.cache.system);
    m_cacheDepth->setValue(shown.cache.depth);
    m_cacheHour->setChecked(shown.cache.forAnHour);
    m_deployment->setText(shown.options.deployment);
    m_apiVersion->setText(shown.options.apiVersion);
    m_account->setText(shown.options.account);
    m_project->setText(shown.options.project);
    m_region->setText(shown.options.region);
    m_providers->setText(shown.options.providers.join(u", "_s));
    for (const auto &[field, text] :
         {std::pair(m_headers, shown.extras.headers), std::pair(m_body, shown.extras.body),
          std::pair(m_leftOut, shown.extras.leftOut)}) {
        if (field->toPlainText() != text)
            field->setPlainText(text);
    }
    m_layout->setRowVisible(m_responses, isChat && hasResponses(service));
    m_responses->setChecked(shown.options.usesResponses);
    m_compatible->setChecked(shown.isCompatible);
    showProblem();
    showRefused();
}

RequestSettings RequestForm::settings() const
{
    RequestSettings settings = m_settings;
    settings.postProcessing = PostProcessing(m_postProcessing->currentData().toInt());
    const auto chosen = [](const QComboBox *box) { return box->currentData().toInt(); };
    settings.effort = chosen(m_effort) < 0 ? std::nullopt : std::optional(Effort(chosen(m_effort)));
    settings.verbosity =
        chosen(m_verbosity) < 0 ? std::nullopt : std::optional(Verbosity(chosen(m_verbosity)));
    settings.showsThoughts = chosen(m_thoughts) < 0 ? std::nullopt : std::optional(chosen(m_thoughts) == 1);
    settings.prefill = m_prefill->text();
    settings.cache.system = m_cacheSystem->isChecked();
    settings.cache.depth = m_cacheDepth->value();
    settings.cache.forAnHour = m_cacheHour->isChecked();
    settings.options.deployment = m_deployment->text().trimmed();
    settings.options.apiVersion = m_apiVersion->text().trimmed();
    settings.options.account = m_account->text().trimmed();
    settings.options.project = m_project->text().trimmed();
    settings.options.region = m_region->text().trimmed();
    settings.options.providers.clear();
    for (const QString &name : m_providers->text().split(u',', Qt::SkipEmptyParts)) {
        if (!name.trimmed().isEmpty())
            settings.options.providers.append(name.trimmed());
    }
    settings.extras = {m_headers->toPlainText(), m_body->toPlainText(), m_leftOut->toPlainText()};
    settings.options.usesResponses = m_responses->isChecked();
    settings.isCompatible = m_compatible->isChecked();
    return settings;
}

void RequestForm::showProblem()
{
    const RequestExtras extras{m_headers->toPlainText(), m_body->toPlainText(), m_leftOut->toPlainText()};
    QStringList lines;
    if (const Result<ReadExtras> read = readExtras(extras); !read)
        lines << tr("This cannot be read, and is not sent: %1").arg(read.error().line());
    if (const QStringList names = credentialsIn(extras); !names.isEmpty())
        //: %1 is the name of a header or a key: "authorization"
        lines << tr("“%1” is a credential. It is used until Snug ends and not kept; only the key above is.")
                     .arg(names.join(u"”, “"_s));
    m_problem->setText(lines.join(u'\n'));
    m_layout->setRowVisible(m_problem, !lines.isEmpty());
}

void RequestForm::showRefused()
{
    QStringList names;
    for (const RequestSettings::Refusal &refusal : std::as_const(m_settings.refused)) {
        //: %1 is a key of a request: "top_p"; %2 a model's name
        names << (refusal.model.isEmpty() ? refusal.key : tr("%1 (%2)").arg(refusal.key, refusal.model));
    }
    m_refusedText->setText(tr("Left out, because the server refused them: %1").arg(names.join(u", "_s)));
    m_layout->setRowVisible(m_refused, !names.isEmpty());
}

} // namespace snug
