// The fields of one connection.
#pragma once

#include "core/model/connection.h"
#include "core/wire/wirerequest.h"

#include <QWidget>

class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace snug {

class ModelBox;

class ConnectionForm : public QWidget
{
    Q_OBJECT

public:
    explicit ConnectionForm(QWidget *parent = nullptr);

    void setConnection(const Connection &connection);
    const Connection &connection() const { return m_connection; }
    void showTestResult(bool good, const QString &text, const QStringList &models);
    void showTesting();
    void showKeyState(bool hasKey, const QString &where);

Q_SIGNALS:
    void edited(const snug::Connection &connection);
    void keyEntered(const snug::Secret &key);
    void keyForgotten();
    void testRequested();

private:
    void readFields();
    void showFieldsOfKind();
    void storeKey();
    void requestTest();
    void pickTokenizer();

    Connection m_connection;
    bool m_filling = false;
    QFormLayout *m_layout = nullptr;
    QLineEdit *m_name = nullptr;
    QComboBox *m_kind = nullptr;
    QLineEdit *m_url = nullptr;
    ModelBox *m_model = nullptr;
    QLineEdit *m_embeddingModel = nullptr;
    QLineEdit *m_key = nullptr;
    QLabel *m_keyState = nullptr;
    QPushButton *m_forgetKey = nullptr;
    QSpinBox *m_context = nullptr;
    QSpinBox *m_silence = nullptr;
    QLineEdit *m_tokenizer = nullptr;
    QPushButton *m_test = nullptr;
    QLabel *m_result = nullptr;
    QLabel *m_about = nullptr;
};

} // namespace snug
