#include "widgets/dialogs/connectionform.h"

#include "core/wire/address.h"
#include "core/wire/embeddings.h"
#include "core/wire/modellists.h"
#include "core/wire/networktransport.h"
#include "core/wire/tokenizerchoice.h"
#include "core/wire/wholecount.h"
#include "core/wire/withoutkeys.h"
#include "widgets/dialogs/broughtbox.h"
#include "widgets/dialogs/modelbox.h"
#include "widgets/dialogs/modelsentences.h"
#include "widgets/dialogs/requestform.h"
#include "widgets/dialogs/servicebox.h"
#include "widgets/theme/plainlabel.h"
#include "widgets/theme/wrappedlabel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QFrame>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include <utility>

using namespace Qt::StringLiterals;

namespace snug {

ConnectionForm::ConnectionForm(QWidget *parent)
    : QWidget(parent)
{
    m_layout = new QFormLayout(this);
    m_layout->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_layout->setRowWrapPolicy(QFormLayout::DontWrapRows);

    m_name = new QLineEdit;
    m_service = new ServiceBox;
    m_url = new QLineEdit;
    m_addressNote = new PlainLabel;
    m_addressNote->setWordWrap(true);
    makeQuestion();
    m_model = new ModelBox;
    m_embeddingModel = new QLineEdit;
    m_embeddingModel->setPlaceholderText(tr("the same model"));
    m_measures = new QCheckBox(tr("&Find lorebook entries by their meaning at this server"));
    m_measures->setToolTip(
        tr("Send the server's /v1/embeddings the texts of vectorized lorebook entries, and the last "
           "messages again with each new one"));
    m_key = new QLineEdit;
    m_key->setEchoMode(QLineEdit::Password);
    m_key->setPlaceholderText(tr("Paste a key and press Enter"));
    m_keyState = new PlainLabel;
    m_keyState->setWordWrap(true);
    m_forgetKey = new QPushButton(tr("Forget Key"));
    m_context = new QSpinBox;
    m_context->setRange(0, 4'000'000);
    m_context->setSingleStep(1024);
    m_context->setSpecialValueText(tr("as the preset says"));
    m_context->setSuffix(tr(" tokens"));
    m_silence = new QSpinBox;
    m_silence->setRange(0, 3600);
    m_silence->setSpecialValueText(tr("wait for ever"));
    m_silence->setSuffix(tr(" s of silence"));
    m_tokenizer = new QLineEdit;
    m_tokenizer->setToolTip(tr("A tokenizer.json or tiktoken file, a built-in vocabulary (o200k_base, "
                               "cl100k_base), or a family such as ~llama-3, for the nearest one"));
    m_counts = new QCheckBox(tr("C&ount tokens at this server"));
    m_counts->setToolTip(tr("Send the server every text that is counted, also while you type"));
    auto *pick = new QPushButton(tr("Choose…"));
    m_test = new QPushButton(tr("Test"));
    m_result = new PlainLabel;
    m_result->setWordWrap(true);
    m_result->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_about = new PlainLabel(tr("The Understudy answers without a network and without a model. It lets "
                                "you try everything right away; it does not understand what it reads."));
    m_about->setWordWrap(true);

    m_keyRow = new QHBoxLayout;
    m_keyRow->addWidget(m_key, 1);
    m_keyRow->addWidget(m_forgetKey);
    m_keyPage = new QPushButton(tr("Get a Key…"));
    m_keyRow->addWidget(m_keyPage);
    auto *tokenizerRow = new QHBoxLayout;
    tokenizerRow->addWidget(m_tokenizer, 1);
    tokenizerRow->addWidget(pick);
    m_testRow = new QWidget(this);
    auto *testRow = new QHBoxLayout(m_testRow);
    testRow->setContentsMargins(0, 0, 0, 0);
    testRow->addWidget(m_test, 0, Qt::AlignTop);
    testRow->addWidget(m_result, 1);
    m_useFound = new QPushButton;
    m_useFound->setObjectName(u"useFound"_s);
    m_useFound->hide();
    testRow->addWidget(m_useFound, 0, Qt::AlignTop);

    m_layout->addRow(tr("&Name"), m_name);
    m_layout->addRow(tr("Se&rvice"), m_service);
    m_layout->addRow(m_about);
    m_layout->addRow(tr("&Address"), m_url);
    m_layout->addRow(QString(), m_addressNote);
    m_layout->addRow(QString(), m_question);
    m_layout->addRow(tr("&Model"), m_model);
    m_aboutModel = new WrappedLabel;
    m_aboutModel->setObjectName(u"aboutModel"_s);
    m_layout->addRow(QString(), m_aboutModel);
    m_layout->addRow(QString(), m_measures);
    m_layout->addRow(tr("Em&beddings by"), m_embeddingModel);
    const auto labelFor = [](const QString &text, QWidget *field) {
        auto *label = new PlainLabel(text);
        label->setBuddy(field);
        return label;
    };
    m_layout->addRow(labelFor(tr("API k&ey"), m_key), m_keyRow);
    m_layout->addRow(QString(), m_keyState);
    m_layout->addRow(tr("&Context size"), m_context);
    m_layout->addRow(labelFor(tr("&Tokenizer"), m_tokenizer), tokenizerRow);
    m_layout->addRow(QString(), m_counts);
    m_layout->addRow(tr("&Give up after"), m_silence);
    m_brought = new BroughtBox;
    m_layout->addRow(QString(), m_brought);
    m_request = new RequestForm;
    m_layout->addRow(m_request);
    m_model->lineEdit()->setAccessibleName(tr("Model"));
    m_key->setAccessibleName(tr("API key"));
    m_tokenizer->setAccessibleName(tr("Tokenizer file"));
    pick->setAccessibleName(tr("Choose a tokenizer file"));

    for (const QLineEdit *field : {m_name, m_url, m_model->lineEdit(), m_embeddingModel, m_tokenizer})
        connect(field, &QLineEdit::editingFinished, this, &ConnectionForm::readFields);
    for (const QSpinBox *field : {m_context, m_silence})
        connect(field, &QSpinBox::editingFinished, this, &ConnectionForm::readFields);
    connect(m_model, &QComboBox::activated, this, &ConnectionForm::readFields);
    connect(m_service, &QComboBox::activated, this, &ConnectionForm::takeService);
    connect(m_brought, &BroughtBox::edited, this, &ConnectionForm::readFields);
    connect(m_request, &RequestForm::edited, this, &ConnectionForm::readFields);
    connect(m_keyPage, &QPushButton::clicked, this, [this] { Q_EMIT pageRequested(keyPage(m_connection)); });
    connect(m_measures, &QCheckBox::clicked, this, &ConnectionForm::keepConsents);
    connect(m_counts, &QCheckBox::clicked, this, &ConnectionForm::keepConsents);
    connect(m_key, &QLineEdit::editingFinished, this, &ConnectionForm::storeKey);
    connect(m_forgetKey, &QPushButton::clicked, this, &ConnectionForm::keyForgotten);
    connect(pick, &QPushButton::clicked, this, &ConnectionForm::pickTokenizer);
    connect(m_test, &QPushButton::clicked, this, &ConnectionForm::requestTest);
    connect(m_useFound, &QPushButton::clicked, this, &ConnectionForm::takeFound);
    connect(m_model, &ModelBox::listRequested, this, &ConnectionForm::requestTest);
}

// One question at a time: as long as nothing is sent there, no key goes there either.
void ConnectionForm::makeQuestion()
{
    m_question = new QFrame;
    m_question->setFrameShape(QFrame::StyledPanel);
    m_question->setObjectName(u"connectionQuestion"_s);
    m_questionText = new PlainLabel;
    m_questionText->setWordWrap(true);
    m_yes = new QPushButton;
    m_no = new QPushButton(tr("Leave It Out"));
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_yes);
    buttons->addWidget(m_no);
    buttons->addStretch(1);
    auto *column = new QVBoxLayout(m_question);
    column->addWidget(m_questionText);
    column->addLayout(buttons);
    connect(m_yes, &QPushButton::clicked, this, [this] { answer(true); });
    connect(m_no, &QPushButton::clicked, this, [this] { answer(false); });
}

void ConnectionForm::showQuestion()
{
    const QString origin = originOf(m_connection.baseUrl);
    const bool isAboutKey = m_isAllowed && !m_keyFrom.isEmpty() && m_keyTo == origin;
    m_layout->setRowVisible(m_question, !m_isAllowed || isAboutKey);
    m_no->setVisible(isAboutKey);
    if (!m_isAllowed) {
        m_questionText->setText(
            tr("This connection has not been used on this computer. Nothing is sent to %1 "
               "and no key is looked up until you allow it.")
                .arg(origin));
        m_yes->setText(tr("Allow"));
    } else if (isAboutKey) {
        m_questionText->setText(
            tr("The key for this connection was given to %1. Use it for %2?").arg(m_keyFrom, m_keyTo));
        m_yes->setText(tr("Use It Here"));
    }
}

void ConnectionForm::answer(bool isYes)
{
    if (!m_isAllowed) {
        Q_EMIT allowed();
        return;
    }
    const QString from = std::exchange(m_keyFrom, {});
    showQuestion();
    if (isYes)
        Q_EMIT keyWantedHere(from);
    else
        Q_EMIT keyLeftThere(from);
}

void ConnectionForm::askAboutKey(const QString &from, const QString &to)
{
    m_keyFrom = from;
    m_keyTo = to;
    showQuestion();
}

void ConnectionForm::setAllowed(bool isAllowed)
{
    m_isAllowed = isAllowed;
    showQuestion();
}

// What is to be known about the address, a line each.
void ConnectionForm::showAddressNote()
{
    const QUrl &url = m_connection.baseUrl;
    QStringList lines;
    if (originOf(url).isEmpty() && !m_url->text().trimmed().isEmpty())
        lines.append(tr("This is not the address of a server."));
    if (isOpenToAll(url))
        lines.append(
            tr("Not encrypted: anyone between you and %1 can read the chats and the key.").arg(url.host()));
    if (const QStringList names = credentialsIn(url); !names.isEmpty())
        //: %1 is the name of a part of an address: "sig"
        lines.append(tr("“%1” in the address is a credential. It is used until Snug ends and not kept; only "
                        "the key below "
                        "is.")
                         .arg(names.join(u"”, “"_s)));
    if (const QString proxy = proxyFor(url); !proxy.isEmpty())
        lines.append(proxySentence(proxy));
    m_addressNote->setText(lines.join(u'\n'));
    m_layout->setRowVisible(m_addressNote,
                            !lines.isEmpty() && m_connection.kind != Connection::Kind::Understudy);
}

void ConnectionForm::showConsents()
{
    m_measures->setChecked(m_connection.measuresTexts);
    m_embeddingModel->setEnabled(m_connection.measuresTexts);
    m_counts->setChecked(countsAtServer(m_connection) || countsWhole(m_connection));
    m_counts->setEnabled(m_connection.tokenizerFile.isEmpty()); // a file counts here
}

void ConnectionForm::keepConsents()
{
    m_connection.measuresTexts = m_measures->isChecked();
    if (m_counts->isChecked() != (countsAtServer(m_connection) || countsWhole(m_connection)))
        m_connection.countsTokens = m_counts->isChecked();
    showConsents();
    Q_EMIT edited(m_connection);
}

void ConnectionForm::hideEvent(QHideEvent *event)
{
    readFields(); // Escape is no reason to lose what was typed
    QWidget::hideEvent(event);
}

void ConnectionForm::requestTest()
{
    readFields();
    storeKey();
    showTesting();
    Q_EMIT testRequested();
}

void ConnectionForm::setConnection(const Connection &connection)
{
    const bool another = connection.id != m_connection.id;
    m_filling = true;
    m_connection = connection;
    m_name->setText(connection.name);
    m_service->showConnection(connection);
    m_url->setText(connection.baseUrl.toString());
    if (another)
        m_model->clear();
    m_model->setEditText(connection.model);
    m_embeddingModel->setText(connection.embeddingModel);
    m_context->setValue(connection.contextSize.value_or(0));
    m_silence->setValue(connection.silenceTimeoutSeconds);
    m_tokenizer->setText(connection.tokenizerFile);
    if (another) {
        m_useFound->hide();
        m_key->clear();
        m_keyState->clear();
        m_forgetKey->setEnabled(false);
        m_result->clear();
        m_keyFrom.clear();
    }
    m_filling = false;
    showFieldsOfKind();
}

void ConnectionForm::showFieldsOfKind()
{
    const bool network = m_connection.kind != Connection::Kind::Understudy;
    m_layout->setRowVisible(m_about, !network);
    m_layout->setRowVisible(m_url, network);
    m_layout->setRowVisible(m_model, network);
    QStringList about = modelSentences(m_connection);
    if (const QString trying = tryingSentence(m_connection); !trying.isEmpty())
        about.prepend(trying);
    m_aboutModel->setText(about.join(u'\n'));
    m_layout->setRowVisible(m_aboutModel, network && !m_aboutModel->text().isEmpty());
    m_layout->setRowVisible(m_measures, mayHaveEmbeddings(m_connection));
    m_layout->setRowVisible(m_embeddingModel, mayHaveEmbeddings(m_connection));
    m_layout->setRowVisible(m_keyRow, network);
    m_layout->setRowVisible(m_keyState, network);
    m_layout->setRowVisible(m_silence, network);
    m_layout->setRowVisible(m_counts, mayCountAtServer(m_connection) || mayCountWhole(m_connection));
    showAddressNote();
    showQuestion();
    showConsents();
    m_brought->setChoices(m_connection.brings);
    m_layout->setRowVisible(m_brought, !m_brought->isEmpty());
    m_layout->setRowVisible(m_request, network);
    m_request->showConnection(m_connection);
    m_keyPage->setVisible(!keyPage(m_connection).isEmpty());
    m_keyPage->setToolTip(keyPage(m_connection));
    m_tokenizer->setPlaceholderText(m_connection.isLlamaServer()
                                        ? tr("the server's own, else by the model's name")
                                        : tr("by the model's name, else an estimate"));
    const QString usual = usualAddress(m_connection);
    m_url->setPlaceholderText(usual.isEmpty() ? u"https://api.example.com/v1"_s : usual);
}

// Another service: what belonged to the former one goes with it.
void ConnectionForm::takeService()
{
    readFields();
    const Connection next = m_service->changed(m_connection);
    if (next == m_connection)
        return;
    const bool isOtherPlace = originOf(next.baseUrl) != originOf(m_connection.baseUrl);
    m_connection = next;
    if (isOtherPlace) {
        m_connection.countsTokens.reset();
        m_connection.measuresTexts = false;
        m_isAllowed = true;
    }
    setConnection(m_connection);
    m_model->clear();
    m_model->addItems(knownModels(m_connection));
    m_model->setEditText(m_connection.model);
    Q_EMIT edited(m_connection);
}

void ConnectionForm::focusName()
{
    m_name->setFocus(Qt::OtherFocusReason);
    m_name->selectAll();
}

void ConnectionForm::focusService()
{
    m_service->setFocus(Qt::OtherFocusReason);
}

void ConnectionForm::readFields()
{
    if (m_filling)
        return;
    Connection next = m_connection;
    next.name = m_name->text();
    next.request = m_request->settings();
    next.brings = m_brought->choices();
    if (m_url->isModified())
        next.baseUrl = addressFromText(m_url->text());
    next.model = m_model->currentText().trimmed();
    next.embeddingModel = m_embeddingModel->text().trimmed();
    next.contextSize = m_context->value() > 0 ? std::optional(m_context->value()) : std::nullopt;
    next.silenceTimeoutSeconds = m_silence->value();
    next.tokenizerFile = m_tokenizer->text();
    if (originOf(next.baseUrl) != originOf(m_connection.baseUrl)) {
        // What was allowed, was allowed to another server.
        next.countsTokens.reset();
        next.measuresTexts = false;
        m_isAllowed = true; // whoever types an address wants it
    }
    if (next == m_connection)
        return;
    const bool isOtherAddress = next.baseUrl != m_connection.baseUrl;
    m_connection = next;
    if (isOtherAddress && !next.baseUrl.isEmpty())
        m_url->setText(next.baseUrl.toString()); // with its scheme
    showFieldsOfKind();
    Q_EMIT edited(m_connection);
}

void ConnectionForm::storeKey()
{
    const QString typed = m_key->text().trimmed();
    if (typed.isEmpty())
        return;
    m_key->clear(); // nothing on screen keeps it
    readFields();
    m_connection.needsKey = true;
    m_keyFrom.clear();
    showQuestion();
    Q_EMIT edited(m_connection);
    Q_EMIT keyEntered(Secret(typed.toUtf8()));
}

void ConnectionForm::pickTokenizer()
{
    auto *dialog = new QFileDialog(this, tr("Choose a Tokenizer"), QString(),
                                   tr("Tokenizers (*.json *.tiktoken);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &file) {
        m_tokenizer->setText(file);
        readFields();
    });
    dialog->open();
}

void ConnectionForm::offerService(ChatService service)
{
    m_found = service;
    //: %1 is a program: "KoboldCpp"
    m_useFound->setText(tr("Use %1").arg(factsOf(service).name));
    m_useFound->setToolTip(tr("Make it the connection's service: it gets all of its samplers"));
    m_useFound->show();
}

// At the same address; what stands behind the port is the service's.
void ConnectionForm::takeFound()
{
    if (!m_found)
        return;
    Connection wanted = m_connection;
    wanted.kind = Connection::Kind::ChatService;
    wanted.service = *std::exchange(m_found, std::nullopt);
    m_useFound->hide();
    m_service->showConnection(wanted);
    takeService();
    QUrl there(usualAddress(m_connection));
    there.setScheme(m_connection.baseUrl.scheme());
    there.setHost(m_connection.baseUrl.host());
    there.setPort(m_connection.baseUrl.port());
    m_connection.baseUrl = there;
    setConnection(m_connection);
    m_result->clear();
    Q_EMIT edited(m_connection);
}

void ConnectionForm::showTesting()
{
    m_useFound->hide();
    m_test->setEnabled(false);
    m_result->setText(tr("Asking %1…").arg(m_connection.baseUrl.host()));
}

void ConnectionForm::showTestResult(bool good, const QString &text, const QStringList &models)
{
    m_test->setEnabled(true);
    m_result->setText((good ? u"✓ "_s : u"✕ "_s) + text);
    if (models.isEmpty()) {
        m_model->setUnknown();
        return;
    }
    m_filling = true;
    m_model->setModels(models);
    m_filling = false;
    if (m_model->currentText().isEmpty())
        m_model->setEditText(models.first());
    readFields();
}

void ConnectionForm::showKeyState(bool hasKey, const QString &where)
{
    m_keyState->setText(where);
    m_forgetKey->setEnabled(hasKey);
    if (hasKey)
        m_keyFrom.clear();
    showQuestion();
}

} // namespace snug
