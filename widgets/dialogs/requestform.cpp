#include "widgets/dialogs/requestform.h"

#include "core/conversion/requestextras.h"
#include "core/wire/requestsettingsfile.h"
#include "core/wire/serviceask.h"
#include "widgets/dialogs/keepalivebox.h"
#include "widgets/dialogs/modelsentences.h"
#include "widgets/theme/plainlabel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QFormLayout>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr int asThePresetSays = -1;
constexpr int asIsKnown = -1;
constexpr int withoutThinking = 2; // of thoughts, beside yes and no

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

QString noLogProbsSentence(LogProbTraits::Answer answer)
{
    switch (answer) {
    case LogProbTraits::Answer::Said:
        return {};
    case LogProbTraits::Answer::NotSaid:
        return RequestForm::tr("This service is not known to say how likely its words were.");
    case LogProbTraits::Answer::NotWhileThinking:
        return RequestForm::tr("The service does not report this for models that think, or while they do.");
    case LogProbTraits::Answer::NotByResponses:
        return RequestForm::tr(
            "The service reports this in chat completions only, not in the Responses API.");
    case LogProbTraits::Answer::NotAsSillyTavern:
        return RequestForm::tr("SillyTavern 1.19 does not ask this service for it.");
    case LogProbTraits::Answer::OnlyAsTokenNumbers:
        return RequestForm::tr(
            "The service reports this only for token numbers, whose texts are not known here.");
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
    m_layout->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
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
    makeClaims();
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
    m_thoughts->addItem(tr("Turn thinking off"), withoutThinking);
    m_thoughts->setToolTip(tr("Thoughts that are not asked for are still thought, and paid for. "
                              "Not every model can do without."));
    m_prefill = new QLineEdit;
    m_prefill->setPlaceholderText(tr("what each reply begins with"));
    makeLogProbs();
    m_cacheSystem = new QCheckBox(tr("Keep the system text in the service's cache"));
    m_cacheDepth = new QSpinBox;
    m_cacheDepth->setRange(-1, 99);
    m_cacheDepth->setSpecialValueText(tr("no mark in the chat"));
    m_cacheDepth->setSuffix(tr(" turns from the end"));
    m_cacheHour = new QCheckBox(tr("For an hour, not five minutes"));
    m_cacheNote = new PlainLabel;
    m_cacheNote->setWordWrap(true);
    m_layout->addRow(tr("&Post-processing"), m_postProcessing);
    m_layout->addRow(tr("&Reasoning effort"), m_effort);
    m_layout->addRow(tr("&Verbosity"), m_verbosity);
    m_layout->addRow(tr("T&houghts"), m_thoughts);
    m_layout->addRow(tr("Pref&ill"), m_prefill);
    m_keepAlive = new KeepAliveBox;
    m_layout->addRow(tr("Keep in memory"), m_keepAlive);
    m_layout->addRow(tr("Probabilities"), m_logProbRow);
    m_layout->addRow(tr("Cache"), m_cacheSystem);
    m_layout->addRow(QString(), m_cacheDepth);
    m_layout->addRow(QString(), m_cacheHour);
    m_layout->addRow(QString(), m_cacheNote);
    m_cacheDepth->setAccessibleName(tr("Cache mark in the chat"));
    for (QComboBox *box :
         {m_postProcessing, m_effort, m_verbosity, m_thoughts, static_cast<QComboBox *>(m_keepAlive)})
        connect(box, &QComboBox::activated, this, &RequestForm::edited);
    for (QCheckBox *box : {m_cacheSystem, m_cacheHour})
        connect(box, &QCheckBox::clicked, this, &RequestForm::edited);
    connect(m_cacheDepth, &QSpinBox::editingFinished, this, &RequestForm::edited);
    connect(m_prefill, &QLineEdit::editingFinished, this, &RequestForm::edited);
}

// The user's word about the model, where what Snug knows of it is out of date.
void RequestForm::makeClaims()
{
    m_claimRow = new QWidget;
    auto *grid = new QGridLayout(m_claimRow);
    grid->setContentsMargins(0, 0, 0, 0);
    const QList<std::pair<std::optional<bool> UserClaims::*, QString>> rows{
        {&UserClaims::takesPrefill, tr("a beginning of the reply (prefill)")},
        {&UserClaims::takesSamplers, tr("temperature and top_p")},
        {&UserClaims::takesPenalties, tr("penalties")},
        {&UserClaims::takesStop, tr("stop texts")},
        {&UserClaims::takesSystemText, tr("system messages")},
        {&UserClaims::saysLogProbs, tr("log-probabilities")},
    };
    for (const auto &[claim, name] : rows) {
        auto *box = new QComboBox;
        box->addItem(tr("as known"), asIsKnown);
        //: the model takes it
        box->addItem(tr("yes"), 1);
        //: the model does not take it
        box->addItem(tr("no"), 0);
        auto *label = new PlainLabel(name);
        label->setBuddy(box);
        box->setAccessibleName(name);
        grid->addWidget(label, int(m_claims.size()), 0);
        grid->addWidget(box, int(m_claims.size()), 1);
        m_claims.append({claim, box});
        connect(box, &QComboBox::activated, this, &RequestForm::edited);
    }
    grid->setColumnStretch(1, 1);
    m_layout->addRow(tr("The model takes"), m_claimRow);
    m_claimRow->setToolTip(tr("Snug goes by the model's name. Correct it here where it is wrong."));
    m_mostReply = new QSpinBox;
    m_mostReply->setObjectName(u"mostReply"_s);
    m_mostReply->setRange(0, 4'000'000);
    m_mostReply->setSingleStep(1024);
    m_mostReply->setSpecialValueText(tr("as known"));
    m_mostReply->setSuffix(tr(" tokens"));
    m_mostReply->setToolTip(tr("No request asks for a longer reply than this, whatever the preset says."));
    m_layout->addRow(tr("Longest reply"), m_mostReply);
    connect(m_mostReply, &QSpinBox::editingFinished, this, &RequestForm::edited);
}

void RequestForm::showClaims(const Connection &connection)
{
    for (const ClaimBox &each : std::as_const(m_claims)) {
        const std::optional<bool> &claimed = m_settings.claims.*each.claim;
        chooseValue(each.box, claimed ? int(*claimed) : asIsKnown);
    }
    m_layout->setRowVisible(m_claimRow, !connection.completesText());
    m_claimRow->setEnabled(!m_settings.isCompatible); // SillyTavern knows what it knows
    m_mostReply->setValue(m_settings.claims.mostReply.value_or(0));
    m_layout->setRowVisible(m_mostReply, !connection.completesText());
    m_mostReply->setEnabled(!m_settings.isCompatible);
}

void RequestForm::makeLogProbs()
{
    m_logProbRow = new QWidget;
    m_logProbs = new QCheckBox(tr("Ask for log-probabilities"));
    m_logProbs->setObjectName(u"logProbs"_s);
    m_logProbs->setToolTip(tr("How likely each word of a reply was. The request's Answer page in the history "
                              "shows them, with the alternatives."));
    m_alternatives = new QSpinBox;
    m_alternatives->setObjectName(u"logProbAlternatives"_s);
    m_alternatives->setAccessibleName(tr("Alternatives to each word"));
    m_alternatives->setSpecialValueText(tr("without alternatives"));
    m_alternatives->setSuffix(tr(" alternatives each"));
    m_noLogProbs = new PlainLabel;
    m_noLogProbs->setObjectName(u"noLogProbs"_s);
    m_noLogProbs->setWordWrap(true);
    auto *fields = new QHBoxLayout;
    fields->addWidget(m_logProbs);
    fields->addWidget(m_alternatives);
    fields->addStretch(1);
    auto *column = new QVBoxLayout(m_logProbRow);
    column->setContentsMargins(0, 0, 0, 0);
    column->addLayout(fields);
    column->addWidget(m_noLogProbs);
    connect(m_logProbs, &QCheckBox::clicked, this, [this](bool on) {
        m_alternatives->setEnabled(on);
        Q_EMIT edited();
    });
    connect(m_alternatives, &QSpinBox::editingFinished, this, &RequestForm::edited);
}

void RequestForm::showLogProbs(const Connection &connection)
{
    constexpr int usualAlternatives = 5;
    const LogProbTraits traits = logProbTraits(connection);
    const std::optional<int> asked = m_settings.logProbAlternatives;
    m_logProbs->setChecked(asked.has_value());
    // What another service was asked for can be taken back everywhere.
    m_logProbs->setEnabled(traits.isSaid() || asked);
    m_alternatives->setRange(0, std::max(traits.mostAlternatives, asked.value_or(0)));
    m_alternatives->setValue(asked.value_or(std::min(usualAlternatives, traits.mostAlternatives)));
    m_alternatives->setEnabled(traits.isSaid() && asked);
    m_alternatives->setVisible(traits.mostAlternatives > 0);
    m_noLogProbs->setText(noLogProbsSentence(traits.answer));
    m_noLogProbs->setVisible(!traits.isSaid());
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
    m_layout->setRowVisible(m_keepAlive, connection.kind == Connection::Kind::TextService
                                             ? connection.textService == TextService::Ollama
                                             : is(ChatService::Ollama));
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
    chooseValue(m_thoughts, shown.turnsThinkingOff ? withoutThinking
                            : shown.showsThoughts  ? int(*shown.showsThoughts)
                                                   : asThePresetSays);
    m_prefill->setText(shown.prefill);
    m_keepAlive->setSeconds(shown.options.keepAliveSeconds);
    m_cacheSystem->setChecked(shown.cache.system);
    m_cacheDepth->setValue(shown.cache.depth);
    m_cacheHour->setChecked(shown.cache.forAnHour);
    m_cacheNote->setText(cacheSentence(connection));
    m_layout->setRowVisible(m_cacheNote, hasCacheMarks && !m_cacheNote->text().isEmpty());
    showLogProbs(connection);
    showClaims(connection);
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
    settings.turnsThinkingOff = chosen(m_thoughts) == withoutThinking;
    if (!settings.turnsThinkingOff)
        settings.showsThoughts =
            chosen(m_thoughts) < 0 ? std::nullopt : std::optional(chosen(m_thoughts) == 1);
    settings.options.keepAliveSeconds = m_keepAlive->seconds();
    settings.prefill = m_prefill->text();
    for (const ClaimBox &each : std::as_const(m_claims)) {
        const int claimed = each.box->currentData().toInt();
        settings.claims.*each.claim = claimed == asIsKnown ? std::nullopt : std::optional(claimed == 1);
    }
    settings.claims.mostReply = m_mostReply->value() > 0 ? std::optional(m_mostReply->value()) : std::nullopt;
    settings.logProbAlternatives =
        m_logProbs->isChecked() ? std::optional(m_alternatives->value()) : std::nullopt;
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
