#include "widgets/editors/card/cardnotes.h"

#include "core/model/editedtext.h"
#include "widgets/editors/text/textinplace.h"
#include "widgets/theme/plainlabel.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QHBoxLayout>
#include <QInputDialog>
#include <QLocale>
#include <QPlainTextEdit>
#include <QPushButton>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// "de – Deutsch"; a code that is no language's stands alone.
QString languageText(const QString &code)
{
    const QLocale locale(code);
    const QString name = locale.language() == QLocale::C ? QString() : locale.nativeLanguageName();
    return name.isEmpty() ? code : u"%1 – %2"_s.arg(code, name);
}

bool isLanguage(const QString &code)
{
    return (code.size() == 2 || code.size() == 3) &&
           std::ranges::all_of(code, [](QChar c) { return c >= u'a' && c <= u'z'; });
}

} // namespace

CardNotes::CardNotes(QWidget *parent)
    : QWidget(parent)
    , m_languages(new QComboBox)
    , m_remove(new QPushButton(tr("Re&move")))
    , m_text(new QPlainTextEdit)
{
    auto *heading = new PlainLabel(tr("Notes in other languages"));
    auto *note =
        new PlainLabel(tr("By the language's code, as en, de or ja. With such notes the ones above count as "
                          "English, unless English is among these."));
    note->setWordWrap(true);
    note->setForegroundRole(QPalette::PlaceholderText);
    auto *add = new QPushButton(tr("&Add Language…"));
    add->setObjectName(u"addLanguage"_s);
    m_languages->setObjectName(u"noteLanguages"_s);
    m_languages->setAccessibleName(tr("Language of the notes"));
    m_languages->view()->setAccessibleName(m_languages->accessibleName());
    m_languages->setMinimumContentsLength(16);
    m_text->setAccessibleName(tr("Notes in this language"));
    m_text->setTabChangesFocus(true);
    m_text->setUndoRedoEnabled(false);
    m_text->setFixedHeight(m_text->fontMetrics().lineSpacing() * 5);
    auto *row = new QHBoxLayout;
    row->addWidget(m_languages);
    row->addWidget(add);
    row->addWidget(m_remove);
    row->addStretch(1);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 8, 0, 0);
    column->addWidget(heading);
    column->addLayout(row);
    column->addWidget(m_text);
    column->addWidget(note);
    connect(m_languages, &QComboBox::currentIndexChanged, this, [this] {
        if (!m_isSetting)
            showText();
    });
    connect(add, &QPushButton::clicked, this, &CardNotes::askForLanguage);
    connect(m_remove, &QPushButton::clicked, this, [this] {
        QList<NotesInLanguage> notes = m_notes;
        if (const int at = current(); at >= 0) {
            notes.removeAt(at);
            Q_EMIT edited(notes, tr("Remove Notes"), {});
        }
    });
    connect(m_text, &QPlainTextEdit::textChanged, this, [this] {
        const int at = current();
        if (m_isSetting || at < 0)
            return;
        QList<NotesInLanguage> notes = m_notes;
        notes[at].text = editedText(notes.at(at).text, m_text->toPlainText());
        Q_EMIT edited(notes, tr("Change Notes"), u"notes."_s + notes[at].language);
    });
    setNotes({});
    showText();
}

int CardNotes::current() const
{
    return m_languages->currentIndex();
}

void CardNotes::setNotes(const QList<NotesInLanguage> &notes)
{
    const QString language = m_languages->currentData().toString();
    const bool isSameList =
        std::ranges::equal(notes, m_notes, {}, &NotesInLanguage::language, &NotesInLanguage::language);
    m_notes = notes;
    m_isSetting = true;
    if (!isSameList) {
        m_languages->clear();
        for (const NotesInLanguage &each : notes)
            m_languages->addItem(languageText(each.language), each.language);
        m_languages->setCurrentIndex(std::max(notes.isEmpty() ? -1 : 0, m_languages->findData(language)));
    }
    m_isSetting = false;
    showText();
}

void CardNotes::choose(const QString &language)
{
    m_languages->setCurrentIndex(m_languages->findData(language));
}

bool CardNotes::add(const QString &language)
{
    const QString code = language.trimmed().toLower();
    if (!isLanguage(code) || m_languages->findData(code) >= 0)
        return false;
    Q_EMIT edited(m_notes + QList<NotesInLanguage>{{code, {}}}, tr("Add Notes"), {});
    choose(code);
    m_text->setFocus(Qt::OtherFocusReason);
    return true;
}

void CardNotes::askForLanguage()
{
    auto *dialog = new QInputDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Add Language"));
    dialog->setLabelText(tr("Code of the language, two letters:"));
    connect(dialog, &QInputDialog::textValueSelected, this, &CardNotes::add);
    dialog->open();
}

void CardNotes::showText()
{
    const int at = current();
    m_isSetting = true;
    setTextInPlace(m_text, at >= 0 && at < m_notes.size() ? m_notes[at].text : QString());
    m_isSetting = false;
    m_text->setEnabled(at >= 0);
    m_remove->setEnabled(at >= 0);
}

} // namespace snug
