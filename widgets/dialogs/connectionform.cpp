#include "widgets/dialogs/connectionform.h"

#include "widgets/dialogs/modelbox.h"

#include <QComboBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>

using namespace Qt::StringLiterals;

namespace snug {

ConnectionForm::ConnectionForm(QWidget *parent)
    : QWidget(parent)
{
    m_layout = new QFormLayout(this);
    m_layout->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    m_layout->setRowWrapPolicy(QFormLayout::DontWrapRows);

    m_name = new QLineEdit;
    m_kind = new QComboBox;
    m_kind->addItem(tr("OpenAI-compatible chat"), int(Connection::Kind::OpenAiChat));
    m_kind->addItem(tr("llama.cpp server"), int(Connection::Kind::LlamaServer));
    m_kind->addItem(tr("OpenAI-compatible text completion"), int(Connection::Kind::OpenAiCompletion));
    m_kind->addItem(tr("llama.cpp server, text completion"), int(Connection::Kind::LlamaCompletion));
    m_kind->addItem(tr("Understudy (built in, offline)"), int(Connection::Kind::Understudy));
    m_url = new QLineEdit;
    m_model = new ModelBox;
    m_embeddingModel = new QLineEdit;
    m_embeddingModel->setPlaceholderText(tr("the same model"));
    m_embeddingModel->setToolTip(tr("Finds lorebook entries that are near to what was said last, where the "
                                    "server has /v1/embeddings"));
    m_key = new QLineEdit;
    m_key->setEchoMode(QLineEdit::Password);
    m_key->setPlaceholderText(tr("Paste a key and press Enter"));
    m_keyState = new QLabel;
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
    auto *pick = new QPushButton(tr("Choose…"));
    m_test = new QPushButton(tr("Test"));
    m_result = new QLabel;
    m_result->setWordWrap(true);
    m_result->setTextFormat(Qt::PlainText);
    m_result->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_about =
        new QLabel(tr("The Understudy answers without a network and without a model. It is here so that "
                      "everything can be tried at once; it understands nothing of what it reads."));
    m_about->setWordWrap(true);

    auto *keyRow = new QHBoxLayout;
    keyRow->addWidget(m_key, 1);
    keyRow->addWidget(m_forgetKey);
    auto *tokenizerRow = new QHBoxLayout;
    tokenizerRow->addWidget(m_tokenizer, 1);
    tokenizerRow->addWidget(pick);
    auto *testRow = new QHBoxLayout;
    testRow->addWidget(m_test, 0, Qt::AlignTop);
    testRow->addWidget(m_result, 1);

    m_layout->addRow(tr("&Name"), m_name);
    m_layout->addRow(tr("&Kind"), m_kind);
    m_layout->addRow(m_about);
    m_layout->addRow(tr("&Address"), m_url);
    m_layout->addRow(tr("&Model"), m_model);
    m_layout->addRow(tr("Em&beddings by"), m_embeddingModel);
    const auto labelFor = [](const QString &text, QWidget *field) {
        auto *label = new QLabel(text);
        label->setBuddy(field);
        return label;
    };
    m_layout->addRow(labelFor(tr("API k&ey"), m_key), keyRow);
    m_layout->addRow(QString(), m_keyState);
    m_layout->addRow(tr("&Context size"), m_context);
    m_layout->addRow(labelFor(tr("&Tokenizer"), m_tokenizer), tokenizerRow);
    m_layout->addRow(tr("&Give up after"), m_silence);
    m_layout->addRow(QString(), testRow);
    m_key->setAccessibleName(tr("API key"));
    m_tokenizer->setAccessibleName(tr("Tokenizer file"));
    pick->setAccessibleName(tr("Choose a tokenizer file"));

    connect(m_name, &QLineEdit::textEdited, this, &ConnectionForm::readFields);
    connect(m_url, &QLineEdit::textEdited, this, &ConnectionForm::readFields);
    connect(m_model, &QComboBox::editTextChanged, this, &ConnectionForm::readFields);
    connect(m_embeddingModel, &QLineEdit::textEdited, this, &ConnectionForm::readFields);
    connect(m_kind, &QComboBox::activated, this, &ConnectionForm::readFields);
    connect(m_context, &QSpinBox::valueChanged, this, &ConnectionForm::readFields);
    connect(m_silence, &QSpinBox::valueChanged, this, &ConnectionForm::readFields);
    connect(m_tokenizer, &QLineEdit::textEdited, this, &ConnectionForm::readFields);
    connect(m_key, &QLineEdit::editingFinished, this, &ConnectionForm::storeKey);
    connect(m_forgetKey, &QPushButton::clicked, this, &ConnectionForm::keyForgotten);
    connect(pick, &QPushButton::clicked, this, &ConnectionForm::pickTokenizer);
    connect(m_test, &QPushButton::clicked, this, &ConnectionForm::requestTest);
    connect(m_model, &ModelBox::listWanted, this, &ConnectionForm::requestTest);
}

void ConnectionForm::requestTest()
{
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
    m_kind->setCurrentIndex(m_kind->findData(int(connection.kind)));
    m_url->setText(connection.baseUrl.toString());
    if (another)
        m_model->clear();
    m_model->setEditText(connection.model);
    m_embeddingModel->setText(connection.embeddingModel);
    m_context->setValue(connection.contextSize.value_or(0));
    m_silence->setValue(connection.silenceTimeoutSeconds);
    m_tokenizer->setText(connection.tokenizerFile);
    if (another) {
        m_key->clear();
        m_keyState->clear();
        m_forgetKey->setEnabled(false);
        m_result->clear();
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
    m_layout->setRowVisible(m_embeddingModel, network);
    m_layout->setRowVisible(6, network); // the key, its state, then what only a real server has
    m_layout->setRowVisible(m_keyState, network);
    m_layout->setRowVisible(m_silence, network);
    m_tokenizer->setPlaceholderText(m_connection.isLlamaServer()
                                        ? tr("the server's own, else by the model's name")
                                        : tr("by the model's name, else an estimate"));
    m_url->setPlaceholderText(m_connection.isLlamaServer() ? u"http://127.0.0.1:8080"_s
                                                           : u"https://api.openai.com/v1"_s);
}

void ConnectionForm::readFields()
{
    if (m_filling)
        return;
    m_connection.name = m_name->text();
    m_connection.kind = Connection::Kind(m_kind->currentData().toInt());
    m_connection.baseUrl = QUrl::fromUserInput(m_url->text().trimmed());
    m_connection.model = m_model->currentText().trimmed();
    m_connection.embeddingModel = m_embeddingModel->text().trimmed();
    m_connection.contextSize = m_context->value() > 0 ? std::optional(m_context->value()) : std::nullopt;
    m_connection.silenceTimeoutSeconds = m_silence->value();
    m_connection.tokenizerFile = m_tokenizer->text();
    showFieldsOfKind();
    Q_EMIT edited(m_connection);
}

void ConnectionForm::storeKey()
{
    const QString typed = m_key->text().trimmed();
    if (typed.isEmpty())
        return;
    m_key->clear(); // nothing on screen keeps it
    m_connection.needsKey = true;
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

void ConnectionForm::showTesting()
{
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
}

void ConnectionForm::showKeyState(bool hasKey, const QString &where)
{
    m_keyState->setText(where);
    m_forgetKey->setEnabled(hasKey);
}

} // namespace snug
