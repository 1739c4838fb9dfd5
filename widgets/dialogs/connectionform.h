// The fields of one connection.
#pragma once

#include "core/model/connection.h"
#include "core/wire/wirerequest.h"

#include <QWidget>

class QCheckBox;
class QFormLayout;
class QFrame;
class QHBoxLayout;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace snug {

class BroughtBox;
class ModelBox;
class PlainLabel;
class RequestForm;
class ServiceBox;

class ConnectionForm : public QWidget
{
    Q_OBJECT

public:
    explicit ConnectionForm(QWidget *parent = nullptr);

    void setConnection(const Connection &connection);
    const Connection &connection() const { return m_connection; }
    // "Test" and what came of it: for a place that is always in sight.
    QWidget *testRow() const { return m_testRow; }
    void showTestResult(bool good, const QString &text, const QStringList &models);
    void showTesting();
    // What answers is this program: a button takes it as the service.
    void offerService(ChatService service);
    void showKeyState(bool hasKey, const QString &where);
    // The key was given to `from`; the address leads to `to` by now.
    void askAboutKey(const QString &from, const QString &to);
    // The library brought it, and nothing is sent there yet.
    void setAllowed(bool isAllowed);
    // Of a new one, to be typed over.
    void focusName();
    void focusService();

Q_SIGNALS:
    // Once a field is done (Enter, another field, the window goes), never with each letter.
    void edited(const snug::Connection &connection);
    void keyWantedHere(const QString &from);
    void keyLeftThere(const QString &from);
    void allowed();
    void keyEntered(const snug::Secret &key);
    void keyForgotten();
    void testRequested();
    void pageRequested(const QString &address); // where a key is to be had

protected:
    void hideEvent(QHideEvent *event) override;

private:
    void makeQuestion();
    void showQuestion();
    void answer(bool isYes);
    void showAddressNote();
    void showConsents();
    void keepConsents();
    void readFields();
    void takeService();
    void takeFound();
    void showFieldsOfKind();
    void storeKey();
    void requestTest();
    void pickTokenizer();

    Connection m_connection;
    bool m_filling = false;
    QFormLayout *m_layout = nullptr;
    QLineEdit *m_name = nullptr;
    ServiceBox *m_service = nullptr;
    QLineEdit *m_url = nullptr;
    PlainLabel *m_addressNote = nullptr;
    PlainLabel *m_aboutModel = nullptr;
    QFrame *m_question = nullptr; // whether nothing is sent there, else about the key
    PlainLabel *m_questionText = nullptr;
    QPushButton *m_yes = nullptr;
    QPushButton *m_no = nullptr;
    bool m_isAllowed = true;
    QString m_keyFrom; // empty = no question about the key
    QString m_keyTo;
    ModelBox *m_model = nullptr;
    QCheckBox *m_measures = nullptr;
    QLineEdit *m_embeddingModel = nullptr;
    QHBoxLayout *m_keyRow = nullptr;
    QLineEdit *m_key = nullptr;
    PlainLabel *m_keyState = nullptr;
    QPushButton *m_forgetKey = nullptr;
    QPushButton *m_keyPage = nullptr;
    QSpinBox *m_context = nullptr;
    QSpinBox *m_silence = nullptr;
    QLineEdit *m_tokenizer = nullptr;
    QCheckBox *m_counts = nullptr;
    QWidget *m_testRow = nullptr;
    QPushButton *m_test = nullptr;
    PlainLabel *m_result = nullptr;
    QPushButton *m_useFound = nullptr;
    std::optional<ChatService> m_found; // of the button
    PlainLabel *m_about = nullptr;
    RequestForm *m_request = nullptr;
    BroughtBox *m_brought = nullptr;
};

} // namespace snug
