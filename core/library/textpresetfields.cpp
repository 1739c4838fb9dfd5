#include "core/library/textpresetfields.h"

#include "core/formats/textpreset.h"
#include "core/model/editedtext.h"

#include <QCoreApplication>

#include <cmath>
#include <limits>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr double MostTokens = 10'000'000;
constexpr double MostSeeds = 4'294'967'295; // what servers keep of it are 32 bits

// A choice that leaves a switch out of the file.
constexpr int Absent = -1;

// What is sent is read from the document, so everything is said there and read again.
void say(TextPreset &preset, const QString &key, const Json &value)
{
    Json document = preset.source.isObject() ? preset.source : Json::object();
    document.set(key, value);
    const QString name = preset.name;
    preset = textPresetOf(document);
    preset.name = name;
}

QVariant numberIn(const Json &json)
{
    const double number = json.toDouble(std::numeric_limits<double>::quiet_NaN());
    return std::isfinite(number) ? QVariant(number) : QVariant();
}

Json jsonOf(const QVariant &number)
{
    return number.isValid() ? Json(number.toDouble()) : Json();
}

// What a number between its bounds does; `usual` is what it does nothing with, or what most begin with.
struct Number
{
    QString key;
    QString label;
    QString meaning;
    FieldBounds bounds;
    QStringList otherWords = {};
};

class TextPresetFieldList
{
    Q_DECLARE_TR_FUNCTIONS(TextPresetFields)

public:
    QList<TextTemplateField<TextPreset>> all();

private:
    void section(const QString &title) { m_section = title; }
    TextTemplateField<TextPreset> &add(const QString &key, FieldKind kind, const QString &label,
                                       const QString &meaning);
    void number(const Number &number) { addNumber(number, FieldKind::AbsentNumber); }
    void whole(const Number &number) { addNumber(number, FieldKind::AbsentWhole); }
    void addNumber(const Number &number, FieldKind kind);
    void size(const Number &number);
    void choice(const QString &key, const QString &label, const QString &meaning,
                const QList<FieldChoice> &choices, const QStringList &otherWords = {});
    void check(const QString &key, const QString &label, const QString &meaning,
               const QStringList &otherWords = {});
    void text(const QString &key, FieldKind kind, const QString &label, const QString &meaning,
              const QStringList &otherWords = {});
    void list(const QString &key, const QString &label, const QString &meaning,
              const QStringList &otherWords = {});

    void addSizes();
    void addTemperature();
    void addCuts();
    void addRepetition();
    void addSpecial();
    void addBans();
    void addEnds();
    void addOrders();

    QString m_section;
    QList<TextTemplateField<TextPreset>> m_list;
};

TextTemplateField<TextPreset> &TextPresetFieldList::add(const QString &key, FieldKind kind,
                                                        const QString &label, const QString &meaning)
{
    TextTemplateField<TextPreset> field;
    field.info = {.id = int(m_list.size()), .kind = kind, .label = label, .meaning = meaning};
    field.section = m_section;
    field.key = key;
    m_list.append(field);
    return m_list.last();
}

void TextPresetFieldList::addNumber(const Number &number, FieldKind kind)
{
    TextTemplateField<TextPreset> &field = add(number.key, kind, number.label, number.meaning);
    field.info.bounds = number.bounds;
    field.info.choices = {{Absent, tr("The server's own")}};
    field.info.otherWords = number.otherWords + QStringList{number.key};
    field.get = [key = number.key](const TextPreset &preset) { return numberIn(preset.source.value(key)); };
    field.set = [key = number.key](TextPreset &preset, const QVariant &to) { say(preset, key, jsonOf(to)); };
}

// 0 tokens are none said.
void TextPresetFieldList::size(const Number &number)
{
    whole(number);
    TextTemplateField<TextPreset> &field = m_list.last();
    field.info.choices = {{Absent, tr("As in the settings")}};
    field.get = [key = number.key](const TextPreset &preset) {
        const QVariant tokens = numberIn(preset.source.value(key));
        return tokens.toDouble() > 0 ? tokens : QVariant();
    };
}

void TextPresetFieldList::choice(const QString &key, const QString &label, const QString &meaning,
                                 const QList<FieldChoice> &choices, const QStringList &otherWords)
{
    TextTemplateField<TextPreset> &field = add(key, FieldKind::Choice, label, meaning);
    field.info.choices = QList<FieldChoice>{{Absent, tr("The server's own")}} + choices;
    field.info.otherWords = otherWords + QStringList{key};
    field.get = [key](const TextPreset &preset) {
        const Json json = preset.source.value(key);
        return json.isUndefined() || json.isNull() ? Absent : json.toInt();
    };
    field.set = [key](TextPreset &preset, const QVariant &to) {
        say(preset, key, to.toInt() == Absent ? Json() : Json(to.toInt()));
    };
}

void TextPresetFieldList::check(const QString &key, const QString &label, const QString &meaning,
                                const QStringList &otherWords)
{
    choice(key, label, meaning, {{1, tr("Yes")}, {0, tr("No")}}, otherWords);
    TextTemplateField<TextPreset> &field = m_list.last();
    field.get = [key](const TextPreset &preset) {
        const Json json = preset.source.value(key);
        return json.isUndefined() || json.isNull() ? Absent : int(json.toBool());
    };
    field.set = [key](TextPreset &preset, const QVariant &to) {
        say(preset, key, to.toInt() == Absent ? Json() : Json(to.toInt() == 1));
    };
}

// The empty text is no key, unless there was one.
void TextPresetFieldList::text(const QString &key, FieldKind kind, const QString &label,
                               const QString &meaning, const QStringList &otherWords)
{
    TextTemplateField<TextPreset> &field = add(key, kind, label, meaning);
    field.lines = kind == FieldKind::Text ? 3 : 1;
    field.info.otherWords = otherWords + QStringList{key};
    field.get = [key](const TextPreset &preset) { return preset.source.value(key).toText(); };
    field.set = [key](TextPreset &preset, const QVariant &to) {
        const Json now = preset.source.value(key);
        const QString text = editedText(now.toText(), to.toString());
        say(preset, key, text.isEmpty() && now.isUndefined() ? Json() : Json(text));
    };
}

void TextPresetFieldList::list(const QString &key, const QString &label, const QString &meaning,
                               const QStringList &otherWords)
{
    TextTemplateField<TextPreset> &field = add(key, FieldKind::List, label, meaning);
    field.info.otherWords = otherWords + QStringList{key};
    field.get = [key](const TextPreset &preset) {
        QStringList items;
        for (const Json &item : preset.source.value(key).items())
            items.append(item.toText());
        return items;
    };
    field.set = [key](TextPreset &preset, const QVariant &to) {
        const Json now = preset.source.value(key);
        // KoboldCpp's steps are numbers.
        const bool areNumbers = now.size() > 0 && now.at(0).isNumber();
        Json items = Json::array();
        for (const QString &item : to.toStringList()) {
            bool isNumber = false;
            const int step = item.toInt(&isNumber);
            items.append(areNumbers && isNumber ? Json(step) : Json(item));
        }
        say(preset, key, items.size() == 0 && now.isUndefined() ? Json() : items);
    };
}

void TextPresetFieldList::addSizes()
{
    section(tr("Lengths"));
    size({u"max_length"_s,
          tr("Context size"),
          tr("Tokens that prompt and reply may have together."),
          {1, MostTokens, 8192},
          {u"Context (tokens)"_s}});
    size({u"genamt"_s,
          tr("Reply length"),
          tr("Tokens that the reply may have; kept free in the context."),
          {1, MostTokens, 300},
          {u"Response (tokens)"_s}});
    whole({u"min_length"_s,
           tr("Minimum length"),
           tr("Tokens that the reply has at least. 0 is off."),
           {0, MostTokens, 0},
           {u"Min Length"_s}});
    whole({u"max_tokens_second"_s,
           tr("Most tokens a second"),
           tr("0 is as fast as it goes."),
           {0, 10'000, 0},
           {u"Maximum tokens/second"_s}});
    whole({u"seed"_s,
           tr("Seed"),
           tr("The same seed gives the same reply to the same prompt. -1 is another one each time."),
           {-1, MostSeeds, -1}});
}

void TextPresetFieldList::addTemperature()
{
    section(tr("Temperature"));
    number({u"temp"_s,
            tr("Temperature"),
            tr("Higher: more surprising words. 0 takes the likeliest each time."),
            {0, 5, 1}});
    check(u"temperature_last"_s, tr("Temperature last"), tr("It acts on what the other samplers left."));
    check(u"dynatemp"_s, tr("Dynamic temperature"),
          tr("Between the next two, by how sure the model is, in place of the temperature."));
    number({u"min_temp"_s,
            tr("Lowest temperature"),
            tr("Where the model is sure."),
            {0, 10, 0},
            {u"Minimum Temp"_s}});
    number(
        {u"max_temp"_s, tr("Highest temperature"), tr("Where it is not."), {0, 10, 2}, {u"Maximum Temp"_s}});
    number(
        {u"dynatemp_exponent"_s, tr("Exponent"), tr("How steeply it changes between them."), {0.01, 10, 1}});
    number({u"smoothing_factor"_s,
            tr("Smoothing factor"),
            tr("Evens out the likeliest words, and leaves the unlikely ones where they are. 0 is off."),
            {0, 10, 0}});
    number({u"smoothing_curve"_s, tr("Smoothing curve"), tr("How steeply it does."), {1, 10, 1}});
}

void TextPresetFieldList::addCuts()
{
    section(tr("Which words count"));
    whole(
        {u"top_k"_s, u"Top K"_s, tr("Only this many of the likeliest words. 0 is off."), {-1, 1'000'000, 0}});
    number({u"top_p"_s,
            u"Top P"_s,
            tr("Only the likeliest words that together have this share. 1 is off."),
            {0, 1, 1},
            {u"Nucleus Sampling"_s}});
    number({u"min_p"_s,
            u"Min P"_s,
            tr("Only words at least this likely, compared with the likeliest. 0 is off."),
            {0, 1, 0}});
    number({u"typical_p"_s,
            u"Typical P"_s,
            tr("Only words that are about as surprising as one expects here. 1 is off."),
            {0, 1, 1}});
    number(
        {u"top_a"_s, u"Top A"_s, tr("As Min P, but stricter the surer the model is. 0 is off."), {0, 1, 0}});
    number({u"tfs"_s,
            u"TFS"_s,
            tr("Leaves out the tail of unlikely words. 1 is off."),
            {0, 1, 1},
            {u"Tail Free Sampling"_s}});
    number({u"nsigma"_s,
            u"Top nσ"_s,
            tr("Only words within this many standard deviations of the likeliest. 0 is off."),
            {-1, 10, 0},
            {u"Top nsigma"_s}});
    number({u"xtc_threshold"_s,
            tr("XTC threshold"),
            tr("Words above it are likely enough to be left out."),
            {0, 1, 0.1},
            {u"Exclude Top Choices"_s}});
    number({u"xtc_probability"_s,
            tr("XTC probability"),
            tr("How often the likeliest words are left out for a less likely one. 0 is off."),
            {0, 1, 0},
            {u"Exclude Top Choices"_s}});
    number({u"epsilon_cutoff"_s,
            tr("Epsilon cutoff"),
            tr("Words below this likelihood are left out. 0 is off."),
            {0, 9, 0}});
    number({u"eta_cutoff"_s,
            tr("Eta cutoff"),
            tr("Likewise, lower where the model is not sure. 0 is off."),
            {0, 20, 0}});
    number({u"adaptive_target"_s,
            tr("Adaptive P target"),
            tr("How likely the chosen words are on average. Below 0 is off."),
            {-1, 1, -0.01},
            {u"Adaptive-P"_s}});
    number({u"adaptive_decay"_s,
            tr("Adaptive P decay"),
            tr("How long earlier words count in it."),
            {0, 0.99, 0.9},
            {u"Adaptive-P"_s}});
    whole({u"min_keep"_s,
           tr("Minimum keep"),
           tr("Words that always stay. 0 is off."),
           {0, 1'000, 0},
           {u"Min Keep"_s}});
}

void TextPresetFieldList::addRepetition()
{
    section(tr("Repetition"));
    number({u"rep_pen"_s,
            tr("Repetition penalty"),
            tr("Makes words that are in the prompt less likely. 1 is off."),
            {0, 5, 1}});
    whole({u"rep_pen_range"_s,
           tr("Its range"),
           tr("This many tokens back. 0 is off, -1 the whole context."),
           {-1, MostTokens, 0},
           {u"Rep Pen Range"_s}});
    number({u"rep_pen_slope"_s,
            tr("Its slope"),
            tr("How much nearer words count more."),
            {0, 10, 1},
            {u"Rep Pen Slope"_s}});
    number({u"rep_pen_decay"_s,
            tr("Its decay"),
            tr("Tokens over which it fades. 0 is off."),
            {0, MostTokens, 0},
            {u"Rep Pen Decay"_s}});
    number({u"freq_pen"_s,
            tr("Frequency penalty"),
            tr("The more often a word has occurred, the less likely it is. 0 is off."),
            {-2, 2, 0}});
    number({u"presence_pen"_s,
            tr("Presence penalty"),
            tr("A word that has occurred at all is less likely. 0 is off."),
            {-2, 2, 0}});
    number({u"encoder_rep_pen"_s,
            tr("Encoder penalty"),
            tr("Above 1: words of the prompt are likelier. 1 is off."),
            {0.8, 1.5, 1}});
    whole({u"no_repeat_ngram_size"_s,
           tr("No repeated run of words"),
           tr("Runs of this many tokens occur once. 0 is off."),
           {0, 1'000, 0},
           {u"No Repeat Ngram Size"_s}});
    number({u"dry_multiplier"_s,
            tr("DRY multiplier"),
            tr("How much a word that would go on with a repetition loses. 0 is off."),
            {0, 100, 0},
            {u"DRY Repetition Penalty"_s}});
    number({u"dry_base"_s,
            tr("DRY base"),
            tr("By what the loss grows with each token of the repetition."),
            {1, 10, 1.75}});
    whole({u"dry_allowed_length"_s,
           tr("DRY allowed length"),
           tr("Repetitions up to this many tokens lose nothing."),
           {1, 1'000, 2}});
    whole({u"dry_penalty_last_n"_s,
           tr("DRY range"),
           tr("This many tokens back. 0 and -1 are the whole context."),
           {-1, MostTokens, 0},
           {u"Penalty Range"_s}});
    text(u"dry_sequence_breakers"_s, FieldKind::Line, tr("DRY sequence breakers"),
         tr("A list in JSON. Repetitions end at them."));
}

void TextPresetFieldList::addSpecial()
{
    section(u"Mirostat"_s);
    choice(u"mirostat_mode"_s, tr("Mirostat mode"),
           tr("Keeps all of a reply about equally surprising, in place of the samplers above."),
           {{0, tr("Off")}, {1, tr("Version 1")}, {2, tr("Version 2")}});
    number({u"mirostat_tau"_s, tr("Mirostat tau"), tr("How surprising."), {0, 20, 5}});
    number({u"mirostat_eta"_s, tr("Mirostat eta"), tr("How quickly it gets there."), {0, 1, 0.1}});
    section(tr("Guidance"));
    number({u"guidance_scale"_s,
            tr("Guidance scale"),
            tr("How far the reply keeps from the negative prompt. 1 is off."),
            {0.1, 4, 1},
            {u"CFG"_s, u"CFG Scale"_s}});
    text(u"negative_prompt"_s, FieldKind::Text, tr("Negative prompt"), tr("What the reply is to be unlike."),
         {u"CFG"_s});
}

void TextPresetFieldList::addBans()
{
    section(tr("Banned"));
    check(u"send_banned_tokens"_s, tr("Send what is banned"),
          tr("Without it the two lists below do nothing."));
    text(u"banned_tokens"_s, FieldKind::Text, tr("Banned tokens"),
         tr("One a line: a text in \"quotation marks\", a list of ids as [1, 2], or words."),
         {u"Banned Tokens/Strings"_s});
    text(u"global_banned_tokens"_s, FieldKind::Text, tr("Banned tokens, global list"), tr("Likewise."),
         {u"Banned Tokens/Strings"_s});
    section(tr("Grammar"));
    text(u"grammar_string"_s, FieldKind::Text, tr("Grammar"),
         tr("What the reply has to look like, in GBNF or the server's own language."),
         {u"GBNF Grammar String"_s});
}

void TextPresetFieldList::addEnds()
{
    section(tr("Marks of the model"));
    check(u"add_bos_token"_s, tr("Add BOS token"),
          tr("The prompt begins with the model's mark for a beginning."));
    check(u"ban_eos_token"_s, tr("Ban EOS token"), tr("The model cannot end the reply by itself."));
    check(u"ignore_eos_token"_s, tr("Ignore EOS token"), tr("It goes on after its mark for an end."));
    check(u"skip_special_tokens"_s, tr("Skip special tokens"), tr("They are not shown in the reply."));
    check(u"include_reasoning"_s, tr("Ask for the model's thoughts"), tr("Of services that send them apart."),
          {u"Request model reasoning"_s});
}

void TextPresetFieldList::addOrders()
{
    section(tr("Order of the samplers"));
    list(u"samplers"_s, tr("For llama.cpp"), tr("One a line, the first acts first."), {u"Sampler Order"_s});
    list(u"sampler_order"_s, tr("For KoboldCpp"), tr("Their numbers, one a line."), {u"Sampler Order"_s});
    list(u"sampler_priority"_s, tr("For text-generation-webui"), tr("One a line, the first acts first."),
         {u"Sampler Order"_s});
    list(u"samplers_priorities"_s, tr("For Aphrodite"), tr("One a line, the first acts first."),
         {u"Sampler Order"_s});
}

QList<TextTemplateField<TextPreset>> TextPresetFieldList::all()
{
    addTemperature();
    addCuts();
    addRepetition();
    addSpecial();
    addSizes();
    addBans();
    addEnds();
    addOrders();
    return m_list;
}

} // namespace

QList<TextTemplateField<TextPreset>> textPresetFields()
{
    return TextPresetFieldList().all();
}

TextPreset newTextPreset(const Json &inEffect)
{
    Json document = Json::object();
    for (const auto &[key, value] :
         {std::pair(u"temp"_s, 1), std::pair(u"top_p"_s, 1), std::pair(u"top_k"_s, 0),
          std::pair(u"min_p"_s, 0), std::pair(u"rep_pen"_s, 1)})
        document.set(key, Json(value));
    for (const auto &field : textPresetFields())
        document.set(field.key,
                     inEffect.contains(field.key) ? inEffect.value(field.key) : document.value(field.key));
    return textPresetOf(document);
}

} // namespace snug
