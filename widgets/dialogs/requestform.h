// What a connection says about its requests: post-processing, effort, prefill, caches, and what the user adds
// or leaves out. Folded until one asks, for the defaults are right for most.
#pragma once

#include "core/model/connection.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLineEdit;
class QPlainTextEdit;
class QSpinBox;
class QToolButton;

namespace snug {

class KeepAliveBox;
class PlainLabel;

class RequestForm : public QWidget
{
    Q_OBJECT

public:
    explicit RequestForm(QWidget *parent = nullptr);

    // Shows the rows that this service has a use for.
    void showConnection(const Connection &connection);
    // What the fields say; what they do not show stays as it was.
    RequestSettings settings() const;

Q_SIGNALS:
    void edited(); // once a field is done

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QPlainTextEdit *addExtra(const QString &label, const QString &example);
    QLineEdit *addOption(const QString &label);
    void makeChoices();
    void makeClaims();
    void showClaims(const Connection &connection);
    void makeLogProbs();
    void showLogProbs(const Connection &connection);
    void showRefused();
    void showProblem();

    RequestSettings m_settings; // as shown
    QToolButton *m_toggle = nullptr;
    QWidget *m_fields = nullptr;
    QFormLayout *m_layout = nullptr;
    QComboBox *m_postProcessing = nullptr;
    QComboBox *m_effort = nullptr;
    QComboBox *m_verbosity = nullptr;
    QComboBox *m_thoughts = nullptr;
    QLineEdit *m_prefill = nullptr;
    KeepAliveBox *m_keepAlive = nullptr;
    QWidget *m_logProbRow = nullptr;
    QCheckBox *m_logProbs = nullptr;
    QSpinBox *m_alternatives = nullptr;
    PlainLabel *m_noLogProbs = nullptr; // why not
    struct ClaimBox
    {
        std::optional<bool> UserClaims::*claim;
        QComboBox *box;
    };
    QList<ClaimBox> m_claims;
    QWidget *m_claimRow = nullptr;
    QSpinBox *m_mostReply = nullptr;
    QCheckBox *m_cacheSystem = nullptr;
    QSpinBox *m_cacheDepth = nullptr;
    QCheckBox *m_cacheHour = nullptr;
    PlainLabel *m_cacheNote = nullptr;
    QLineEdit *m_deployment = nullptr;
    QLineEdit *m_apiVersion = nullptr;
    QLineEdit *m_account = nullptr;
    QLineEdit *m_project = nullptr;
    QLineEdit *m_region = nullptr;
    QLineEdit *m_providers = nullptr;
    QPlainTextEdit *m_headers = nullptr;
    QPlainTextEdit *m_body = nullptr;
    QPlainTextEdit *m_leftOut = nullptr;
    PlainLabel *m_problem = nullptr;
    QCheckBox *m_responses = nullptr;
    QCheckBox *m_compatible = nullptr;
    QWidget *m_refused = nullptr;
    PlainLabel *m_refusedText = nullptr;
};

} // namespace snug
