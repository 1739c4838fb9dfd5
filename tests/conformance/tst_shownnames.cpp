// What a prompt's exports show are names of the user's: none of the program's own for where a text is from.

#include "core/conversion/outboundrows.h"
#include "core/prompt/assemble.h"
#include "core/prompt/blockshares.h"
#include "core/prompt/promptblocks.h"
#include "core/prompt/promptchanges.h"
#include "core/prompt/promptparts.h"
#include "core/prompt/promptreport.h"
#include "core/wire/provider.h"
#include "tests/conformance/randomlibrary.h"
#include "tests/testregistry.h"

#include <QSet>
#include <QTest>

namespace tst_shownnames {

using namespace Qt::StringLiterals;
using namespace snug;
using namespace snug::test;

// "separator.squash", "char.description": of all that stands in the prompt.
static QSet<QString> innerNames(const AssembledPrompt &prompt)
{
    QSet<QString> names;
    const auto add = [&names](const Source &source) {
        for (Source link = source;; link = link.parent()) {
            if (link.type().contains(u'.'))
                names.insert(link.type());
            if (!link.hasParent())
                return;
        }
    };
    for (const OutboundMessage &message : promptBlocks(prompt)) {
        add(message.source);
        for (const Span &span : message.content.spans())
            add(span.source);
    }
    return names;
}

class TestShownNames : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void noneIsShown_data()
    {
        QTest::addColumn<int>("seed");
        for (int seed = 0; seed < 60; ++seed)
            QTest::newRow(qPrintable(QString::number(seed))) << seed;
    }

    void noneIsShown()
    {
        QFETCH(int, seed);
        const AssembledPrompt prompt = assemble(RandomLibrary(quint32(seed)).inputs());
        QStringList shown;
        for (const PromptReportForm form : {PromptReportForm::Html, PromptReportForm::Markdown})
            shown.append(QString::fromUtf8(promptReport(prompt, u"Prompt"_s, form)));
        for (const PromptPart &part : promptParts(prompt))
            shown.append(thingName(part.source));
        AssembledPrompt nothing;
        nothing.budget = prompt.budget;
        for (const PromptChange &change : promptChanges(nothing, prompt))
            shown.append(changeText(change, prompt.budget.kind));
        const QSet<QString> inner = innerNames(prompt);
        QVERIFY(!inner.isEmpty());
        for (const QString &name : inner) {
            for (const QString &text : std::as_const(shown)) {
                const qsizetype at = text.indexOf(name);
                QVERIFY2(at < 0, qPrintable(name + u": "_s + text.mid(std::max<qsizetype>(at - 60, 0), 140)));
            }
        }
    }

    // What a service's form adds is in no file of the user's, and has a name all the same.
    void noneOfAServices_data()
    {
        QTest::addColumn<int>("service");
        for (int service = 0; service <= int(ChatService::LlamaCpp); ++service)
            QTest::newRow(qPrintable(factsOf(ChatService(service)).name)) << service;
    }

    void noneOfAServices()
    {
        QFETCH(int, service);
        Connection connection;
        connection.kind = Connection::Kind::ChatService;
        connection.service = ChatService(service);
        connection.baseUrl = QUrl(factsOf(connection.service).address);
        connection.model = connection.service == ChatService::Claude ? u"claude-x"_s : u"model-x"_s;
        for (quint32 seed = 0; seed < 24; ++seed) {
            connection.request.postProcessing = PostProcessing(seed % (int(PostProcessing::Single) + 1));
            PromptInputs inputs = RandomLibrary(seed).inputs();
            inputs.model = connection.model;
            AssembledPrompt prompt = assemble(inputs);
            prompt.wishes.preset = Json::object({{u"assistant_prefill"_s, Json(u"Well, "_s)}});
            const OutboundRows rows =
                outboundRows(prompt, providerFor(connection).outbound(prompt, connection), inputs.counter);
            for (const OutboundMessage &row : rows.rows) {
                QList<Source> sources{row.source};
                for (const Span &span : row.content.spans())
                    sources.append(span.source);
                for (const Source &source : std::as_const(sources)) {
                    const QStringList shown = source.path() + QStringList{thingName(thingOf(source))};
                    for (Source link = source;; link = link.parent()) {
                        QVERIFY2(!link.type().contains(u'.') || !shown.contains(link.type()),
                                 qPrintable(shown.join(u" > "_s)));
                        if (!link.hasParent())
                            break;
                    }
                }
            }
        }
    }
};

} // namespace tst_shownnames

SNUG_TEST(tst_shownnames, TestShownNames, Core)
#include "tst_shownnames.moc"
