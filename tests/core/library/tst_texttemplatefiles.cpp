// Context, instruct and system prompt templates: their fields, and their files in the library.

#include "core/formats/jsontext.h"
#include "core/formats/texttemplates.h"
#include "core/library/deleting.h"
#include "core/library/documentfiles.h"
#include "core/library/texttemplatefields.h"
#include "core/library/texttemplatefiles.h"
#include "tests/core/library/testlibrary.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_texttemplatefiles {

using namespace Qt::StringLiterals;
using namespace snug;
using namespace snug::test;

using Folder = LibraryLayout::Folder;

// Another value of the field's kind than it has.
static QVariant other(const FieldInfo &info, const QVariant &value)
{
    switch (info.kind) {
    case FieldKind::Check:
        return !value.toBool();
    case FieldKind::Whole:
        return value.toInt() + 1;
    case FieldKind::Choice:
        return info.choices.last().value == value.toInt() ? info.choices.first().value
                                                          : info.choices.last().value;
    default:
        return QString(value.toString() + u"\nx");
    }
}

template <typename T> static void eachFieldIsItsOwn(const QList<TextTemplateField<T>> &fields)
{
    for (const TextTemplateField<T> &field : fields) {
        T value;
        const QVariant to = other(field.info, field.get(value));
        field.set(value, to);
        QVERIFY2(field.get(value) == to, qPrintable(field.info.label));
        QVERIFY2(!(value == T()), qPrintable(field.info.label));
        for (const TextTemplateField<T> &untouched : fields) {
            if (untouched.info.id != field.info.id)
                QVERIFY2(untouched.get(value) == untouched.get(T()), qPrintable(field.info.label));
        }
        QVERIFY(!field.info.label.isEmpty() && !field.info.meaning.isEmpty() && !field.section.isEmpty());
    }
}

// Every key of a file that has a meaning here is in the form.
template <typename T, typename Write>
static void everyKeyHasAField(const QList<TextTemplateField<T>> &fields, Write write,
                              const QStringList &without)
{
    T value;
    for (const TextTemplateField<T> &field : fields)
        field.set(value, other(field.info, field.get(value)));
    const Json all = *parseJson(write(value));
    const Json none = *parseJson(write(T()));
    for (const Json::Member &member : none.members()) {
        if (!without.contains(member.key))
            QVERIFY2(!(all.value(member.key) == member.value), qPrintable(member.key));
    }
}

class TestTextTemplateFiles : public QObject
{
    Q_OBJECT

    std::unique_ptr<TestLibrary> m_folder;
    std::unique_ptr<LibraryStore> m_store;

    QByteArray bytes(const QString &name)
    {
        return bytesOf(textTemplatePath(m_folder->layout(), Folder::Instruct, name));
    }

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning();
        m_store.reset();
        m_folder = std::make_unique<TestLibrary>(TestLibrary::Content::Empty);
        m_store = m_folder->open();
    }
    void cleanup()
    {
        m_store.reset();
        m_folder.reset();
    }

    void fields()
    {
        eachFieldIsItsOwn(contextFields());
        eachFieldIsItsOwn(instructFields());
        eachFieldIsItsOwn(systemPromptFields());
    }

    void keys()
    {
        everyKeyHasAField(contextFields(), writeContextTemplate, {u"name"_s});
        everyKeyHasAField(instructFields(), writeInstructTemplate, {u"name"_s});
        everyKeyHasAField(systemPromptFields(), writeSystemPrompt, {u"name"_s});
    }

    void madeRenamedAndDeleted()
    {
        const QByteArray file = "{\n  \"input_sequence\": \"a\",\n  \"name\": \"Old\", \"x\": 1.50\n}";
        QCOMPARE(createTextTemplate(*m_store, Folder::Instruct, u"Alpha: one"_s, file), u"Alpha one"_s);
        QCOMPARE(m_store->contents().templates.value(Folder::Instruct), QStringList{u"Alpha one"_s});
        auto loaded = loadInstructTemplate(*m_store, u"Alpha one"_s);
        QVERIFY(loaded);
        QCOMPARE(loaded->value.name, u"Alpha one"_s);
        QVERIFY(bytes(u"Alpha one"_s).contains("1.50"));
        // Taken names get a number, inside too.
        QCOMPARE(createTextTemplate(*m_store, Folder::Instruct, u"Alpha one"_s, file), u"Alpha one (2)"_s);
        QCOMPARE(loadInstructTemplate(*m_store, u"Alpha one (2)"_s)->value.name, u"Alpha one (2)"_s);
        QCOMPARE(renameTextTemplate(*m_store, Folder::Instruct, u"Alpha one"_s, u"Beta"_s), u"Beta"_s);
        QCOMPARE(m_store->contents().templates.value(Folder::Instruct),
                 (QStringList{u"Alpha one (2)"_s, u"Beta"_s}));
        QCOMPARE(loadInstructTemplate(*m_store, u"Beta"_s)->value.name, u"Beta"_s);
        QVERIFY(!renameTextTemplate(*m_store, Folder::Instruct, u"Gone"_s, u"X"_s));
        // Samplers have no name inside.
        const QByteArray samplers = "{\n  \"temp\": 1.50\n}";
        QCOMPARE(createTextTemplate(*m_store, Folder::TextPresets, u"Calm"_s, samplers), u"Calm"_s);
        QCOMPARE(renameTextTemplate(*m_store, Folder::TextPresets, u"Calm"_s, u"Dull"_s), u"Dull"_s);
        QCOMPARE(bytesOf(textTemplatePath(m_store->layout(), Folder::TextPresets, u"Dull"_s)), samplers);
        const QByteArray beta = bytes(u"Beta"_s);
        const auto gone = deleteTextTemplate(*m_store, Folder::Instruct, u"Beta"_s);
        QVERIFY(gone);
        QCOMPARE(m_store->contents().templates.value(Folder::Instruct), QStringList{u"Alpha one (2)"_s});
        QVERIFY(restoreDeleted(*m_store, gone->id));
        QCOMPARE(bytes(u"Beta"_s), beta);
        const QString target = m_folder->root() + u"/out.json"_s;
        QVERIFY(exportTextTemplate(*m_store, Folder::Instruct, u"Beta"_s, target));
        QCOMPARE(bytesOf(target), beta);
    }
};

} // namespace tst_texttemplatefiles

SNUG_TEST(tst_texttemplatefiles, TestTextTemplateFiles, Nothing)
#include "tst_texttemplatefiles.moc"
