<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>MacroFailure</name>
    <message numerus="yes">
        <source>The macros in %1 are nested more than %n levels deep: correct them, or leave it out</source>
        <translation>
            <numerusform>The macros in %1 are nested more than %n level deep: correct them, or leave it out</numerusform>
            <numerusform>The macros in %1 are nested more than %n levels deep: correct them, or leave it out</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Import</name>
    <message numerus="yes">
        <source>carries a lorebook of %n entries, which is used with this character</source>
        <translation>
            <numerusform>carries a lorebook of %n entry, which is used with this character</numerusform>
            <numerusform>carries a lorebook of %n entries, which is used with this character</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n replacement rule(s) of SmartTavern</source>
        <translation>
            <numerusform>%n replacement rule of SmartTavern</numerusform>
            <numerusform>%n replacement rules of SmartTavern</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>carries %n regex scripts, which stay off until you allow them</source>
        <translation>
            <numerusform>carries %n regex script, which stays off until you allow them</numerusform>
            <numerusform>carries %n regex scripts, which stay off until you allow them</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>a preset with %n prompt blocks</source>
        <translation>
            <numerusform>a preset with %n prompt block</numerusform>
            <numerusform>a preset with %n prompt blocks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 with %n entries</source>
        <translation>
            <numerusform>%1 with %n entry</numerusform>
            <numerusform>%1 with %n entries</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>a lorebook with %n entries</source>
        <translation>
            <numerusform>a lorebook with %n entry</numerusform>
            <numerusform>a lorebook with %n entries</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>a backup of personas, %n of them new</source>
        <translation>
            <numerusform>a backup of personas, %n of them new</numerusform>
            <numerusform>a backup of personas, %n of them new</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>a chat of %n messages</source>
        <translation>
            <numerusform>a chat of %n message</numerusform>
            <numerusform>a chat of %n messages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>a conversation, %n messages of it as a chat</source>
        <translation>
            <numerusform>a conversation, %n message of it as a chat</numerusform>
            <numerusform>a conversation, %n messages of it as a chat</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>OpenAiChat</name>
    <message numerus="yes">
        <source>%n stop text(s)</source>
        <translation>
            <numerusform>%n stop text</numerusform>
            <numerusform>%n stop texts</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Prompt</name>
    <message numerus="yes">
        <source>Over the context size by %n token(s)</source>
        <translation>
            <numerusform>Over the context size by %n token</numerusform>
            <numerusform>Over the context size by %n tokens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The story string and the last line alone are over the context size by %n token(s).</source>
        <translation>
            <numerusform>The story string and the last line alone are over the context size by %n token.</numerusform>
            <numerusform>The story string and the last line alone are over the context size by %n tokens.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Server</name>
    <message numerus="yes">
        <source>Try again in %n second(s).</source>
        <translation>
            <numerusform>Try again in %n second.</numerusform>
            <numerusform>Try again in %n seconds.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 has been silent for %n second(s)</source>
        <translation>
            <numerusform>%1 has been silent for %n second</numerusform>
            <numerusform>%1 has been silent for %n seconds</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TurnFailure</name>
    <message numerus="yes">
        <source>The server at %1 sent nothing for %n second(s)</source>
        <translation>
            <numerusform>The server at %1 sent nothing for %n second</numerusform>
            <numerusform>The server at %1 sent nothing for %n seconds</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>snug::ConnectionTest</name>
    <message numerus="yes">
        <source>It offers %n model(s).</source>
        <translation>
            <numerusform>It offers %n model.</numerusform>
            <numerusform>It offers %n models.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>snug::LibraryController</name>
    <message numerus="yes">
        <source>%n file(s) imported.</source>
        <translation>
            <numerusform>%n file imported.</numerusform>
            <numerusform>%n files imported.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) kept but not used by this version.</source>
        <translation>
            <numerusform>%n file kept but not used by this version.</numerusform>
            <numerusform>%n files kept but not used by this version.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) not understood and left alone.</source>
        <translation>
            <numerusform>%n file not understood and left alone.</numerusform>
            <numerusform>%n files not understood and left alone.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>snug::SavingNotices</name>
    <message numerus="yes">
        <source>It removed %n message(s); Undo brings them back.</source>
        <translation>
            <numerusform>It removed %n message; Undo brings it back.</numerusform>
            <numerusform>It removed %n messages; Undo brings them back.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>You have changed %n of the same messages; yours are shown.</source>
        <translation>
            <numerusform>You have changed %n of the same messages; yours is shown.</numerusform>
            <numerusform>You have changed %n of the same messages; yours are shown.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Another program has added %n message(s) to this chat.</source>
        <translation>
            <numerusform>Another program has added %n message to this chat.</numerusform>
            <numerusform>Another program has added %n messages to this chat.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>snug::WarningStrip</name>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LoreMiss</name>
    <message numerus="yes">
        <source>%n messages back</source>
        <translation>
            <numerusform>%n message back</numerusform>
            <numerusform>%n messages back</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Key “%1” occurs %n messages back, scan depth is %2</source>
        <translation>
            <numerusform>Key “%1” occurs %n message back, scan depth is %2</numerusform>
            <numerusform>Key “%1” occurs %n messages back, scan depth is %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LoreScan</name>
    <message numerus="yes">
        <source>Waits until the chat has %n messages</source>
        <translation>
            <numerusform>Waits until the chat has %n message</numerusform>
            <numerusform>Waits until the chat has %n messages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Cooling down for %n more messages</source>
        <translation>
            <numerusform>Cooling down for %n more message</numerusform>
            <numerusform>Cooling down for %n more messages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Needs %n tokens, %1 left in the lore budget</source>
        <translation>
            <numerusform>Needs %n token, %1 left in the lore budget</numerusform>
            <numerusform>Needs %n tokens, %1 left in the lore budget</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Sticky for %n more messages</source>
        <translation>
            <numerusform>Sticky for %n more message</numerusform>
            <numerusform>Sticky for %n more messages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>snug::ScriptPermissionController</name>
    <message numerus="yes">
        <source>Let %n regex script(s) of %1 change texts?</source>
        <extracomment>%1 is a character&apos;s name</extracomment>
        <translation>
            <numerusform>Let %n regex script of %1 change texts?</numerusform>
            <numerusform>Let %n regex scripts of %1 change texts?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Let %n regex script(s) of the preset %1 change texts?</source>
        <extracomment>%1 is a preset&apos;s name</extracomment>
        <translation>
            <numerusform>Let %n regex script of the preset %1 change texts?</numerusform>
            <numerusform>Let %n regex scripts of the preset %1 change texts?</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>snug::TemplateEditor</name>
    <message numerus="yes">
        <source>%n message(s), %1</source>
        <translation>
            <numerusform>%n message, %1</numerusform>
            <numerusform>%n messages, %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n token(s)</source>
        <translation>
            <numerusform>%n token</numerusform>
            <numerusform>%n tokens</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>snug::CardEditorController</name>
    <message numerus="yes">
        <source>%n token(s)</source>
        <translation>
            <numerusform>%n token</numerusform>
            <numerusform>%n tokens</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>snug::LorebookEditor</name>
    <message numerus="yes">
        <source>%n token(s)</source>
        <translation>
            <numerusform>%n token</numerusform>
            <numerusform>%n tokens</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>snug::LoreBulkForm</name>
    <message numerus="yes">
        <source>%n entries chosen</source>
        <translation>
            <numerusform>%n entry chosen</numerusform>
            <numerusform>%n entries chosen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>snug::TemplatePreview</name>
    <message numerus="yes">
        <source>%1 · %n token(s)</source>
        <translation>
            <numerusform>%1 · %n token</numerusform>
            <numerusform>%1 · %n tokens</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>snug::CastBar</name>
    <message numerus="yes">
        <source>%n kept from %1</source>
        <translation>
            <numerusform>%n kept from %1</numerusform>
            <numerusform>%n kept from %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>snug::ComparisonModel</name>
    <message numerus="yes">
        <source>%n that both have</source>
        <comment>messages of a prompt</comment>
        <translation>
            <numerusform>%n that both have</numerusform>
            <numerusform>%n that both have</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>snug::ComparisonPane</name>
    <message numerus="yes">
        <source>%n difference(s). Marked: what only one of them has.</source>
        <translation>
            <numerusform>%n difference. Marked: what only one of them has.</numerusform>
            <numerusform>%n differences. Marked: what only one of them has.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n difference(s). Marked: what only one of them knows.</source>
        <translation>
            <numerusform>%n difference. Marked: what only one of them knows.</numerusform>
            <numerusform>%n differences. Marked: what only one of them knows.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>snug::MemoryMaking</name>
    <message numerus="yes">
        <source>%n hidden left out</source>
        <translation>
            <numerusform>%n hidden left out</numerusform>
            <numerusform>%n hidden left out</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) for %1</source>
        <translation>
            <numerusform>%n message for %1</numerusform>
            <numerusform>%n messages for %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n private left out: not everybody knows them</source>
        <translation>
            <numerusform>%n private left out: not everybody knows it</numerusform>
            <numerusform>%n private left out: not everybody knows them</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) of the scene are not known to everybody. A memory tells them to all.</source>
        <translation>
            <numerusform>%n message of the scene is not known to everybody. A memory tells it to all.</numerusform>
            <numerusform>%n messages of the scene are not known to everybody. A memory tells them to all.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>snug::MemoryDialogs</name>
    <message numerus="yes">
        <source>%n profile(s) added</source>
        <translation>
            <numerusform>%n profile added</numerusform>
            <numerusform>%n profiles added</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n side prompt(s) added</source>
        <translation>
            <numerusform>%n side prompt added</numerusform>
            <numerusform>%n side prompts added</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n summary preset(s) added</source>
        <translation>
            <numerusform>%n summary preset added</numerusform>
            <numerusform>%n summary presets added</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>, %n left out because their names are taken</source>
        <translation>
            <numerusform>, %n left out because its name is taken</numerusform>
            <numerusform>, %n left out because their names are taken</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>, %n under another name</source>
        <translation>
            <numerusform>, %n under another name</numerusform>
            <numerusform>, %n under other names</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>snug::MemoryController</name>
    <message numerus="yes">
        <source>Scene: messages %1 (%n)</source>
        <translation>
            <numerusform>Scene: messages %1 (%n)</numerusform>
            <numerusform>Scene: messages %1 (%n)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RegexScripts</name>
    <message numerus="yes">
        <source>The regex script “%1” left %n text(s) as they were: %2.</source>
        <translation>
            <numerusform>The regex script “%1” left %n text as it was: %2.</numerusform>
            <numerusform>The regex script “%1” left %n texts as they were: %2.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Lint</name>
    <message numerus="yes">
        <source>One key brings in all of %1 and %n more: each names the next</source>
        <translation>
            <numerusform>One key brings in all of %1 and %n more: each names the next</numerusform>
            <numerusform>One key brings in all of %1 and %n more: each names the next</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>snug::PromptTestController</name>
    <message numerus="yes">
        <source>All of %n test(s) passed.</source>
        <translation>
            <numerusform>The one test passed.</numerusform>
            <numerusform>All of %n tests passed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n test(s) passed.</source>
        <translation>
            <numerusform>%1 of %n test passed.</numerusform>
            <numerusform>%1 of %n tests passed.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PromptChanges</name>
    <message numerus="yes">
        <source>History trimmed by %n message(s), %1 tokens</source>
        <translation>
            <numerusform>History trimmed by %n message, %1 tokens</numerusform>
            <numerusform>History trimmed by %n messages, %1 tokens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>History reaches back %n message(s) further, %1 tokens</source>
        <translation>
            <numerusform>History reaches back %n message further, %1 tokens</numerusform>
            <numerusform>History reaches back %n messages further, %1 tokens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) came at the end, %1 tokens</source>
        <translation>
            <numerusform>%n message came at the end, %1 tokens</numerusform>
            <numerusform>%n messages came at the end, %1 tokens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) at the end are gone, %1 tokens</source>
        <translation>
            <numerusform>%n message at the end is gone, %1 tokens</numerusform>
            <numerusform>%n messages at the end are gone, %1 tokens</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>snug::ChangesPane</name>
    <message numerus="yes">
        <source>%n change(s), %1 tokens</source>
        <translation>
            <numerusform>%n change, %1 tokens</numerusform>
            <numerusform>%n changes, %1 tokens</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>snug::FindInBlocks</name>
    <message numerus="yes">
        <source>%n match(es)</source>
        <translation>
            <numerusform>%n match</numerusform>
            <numerusform>%n matches</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n block(s)</source>
        <translation>
            <numerusform>%n block</numerusform>
            <numerusform>%n blocks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>snug::UnusedBlocks</name>
    <message numerus="yes">
        <source>%n block(s) not in the order</source>
        <translation>
            <numerusform>%n block not in the order</numerusform>
            <numerusform>%n blocks not in the order</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LoreReplay</name>
    <message numerus="yes">
        <source>adds %n firings</source>
        <translation>
            <numerusform>adds %n firing</numerusform>
            <numerusform>adds %n firings</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>loses %n firings</source>
        <translation>
            <numerusform>loses %n firing</numerusform>
            <numerusform>loses %n firings</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Fires as before in %n turns</source>
        <translation>
            <numerusform>Fires as before in %n turn</numerusform>
            <numerusform>Fires as before in %n turns</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n turns</source>
        <translation>
            <numerusform>%n turn</numerusform>
            <numerusform>%n turns</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n more never fired in %2.</source>
        <translation>
            <numerusform>%1 and %n more never fired in %2.</numerusform>
            <numerusform>%1 and %n more never fired in %2.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FitsNext</name>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>snug::DroppedSection</name>
    <message numerus="yes">
        <source>Not sent: %n blocks</source>
        <translation>
            <numerusform>Not sent: %n block</numerusform>
            <numerusform>Not sent: %n blocks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>snug::BudgetBar</name>
    <message numerus="yes">
        <source>%n requests</source>
        <translation>
            <numerusform>%n request</numerusform>
            <numerusform>%n requests</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>snug::SetupsController</name>
    <message numerus="yes">
        <source>%n tokens, as the server says</source>
        <translation>
            <numerusform>%n token, as the server says</numerusform>
            <numerusform>%n tokens, as the server says</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>snug::FindingsBar</name>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation>
            <numerusform>%n warning</numerusform>
            <numerusform>%n warnings</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n hint(s)</source>
        <translation>
            <numerusform>%n hint</numerusform>
            <numerusform>%n hints</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>snug::PersonaEditor</name>
    <message numerus="yes">
        <source>%n persona(s)</source>
        <translation>
            <numerusform>%n persona</numerusform>
            <numerusform>%n personas</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>snug::PersonaEditorController</name>
    <message numerus="yes">
        <source>%n token(s)</source>
        <translation>
            <numerusform>%n token</numerusform>
            <numerusform>%n tokens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n picture(s) without a name are in the trash.</source>
        <translation>
            <numerusform>%n picture without a name is in the trash.</numerusform>
            <numerusform>%n pictures without a name are in the trash.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n persona(s) came in.</source>
        <translation>
            <numerusform>%n persona came in.</numerusform>
            <numerusform>%n personas came in.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>snug::ScriptTrialPane</name>
    <message numerus="yes">
        <source>%n match(es)</source>
        <translation>
            <numerusform>%n match</numerusform>
            <numerusform>%n matches</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>snug::ScriptEditor</name>
    <message numerus="yes">
        <source>%n script(s)</source>
        <translation>
            <numerusform>%n script</numerusform>
            <numerusform>%n scripts</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>snug::ScriptEditorController</name>
    <message numerus="yes">
        <source>%n script(s) moved. Each of the two places takes its step back.</source>
        <translation>
            <numerusform>%n script moved. Each of the two places takes its step back.</numerusform>
            <numerusform>%n scripts moved. Each of the two places takes its step back.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n script(s) copied.</source>
        <translation>
            <numerusform>%n script copied.</numerusform>
            <numerusform>%n scripts copied.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n script(s) came in.</source>
        <translation>
            <numerusform>%n script came in.</numerusform>
            <numerusform>%n scripts came in.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>snug::ConnectionQuestion</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 and %n more</numerusform>
            <numerusform>%1 and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>History</name>
    <message numerus="yes">
        <source>%n requests</source>
        <translation>
            <numerusform>%n request</numerusform>
            <numerusform>%n requests</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>snug::LoadNotices</name>
    <message numerus="yes">
        <source>%n line(s) of %1 cannot be read and are not shown; they stay in the file. (%2)</source>
        <translation>
            <numerusform>%n line of %1 cannot be read and is not shown; it stays in the file. (%2)</numerusform>
            <numerusform>%n lines of %1 cannot be read and are not shown; they stay in the file. (%2)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DocumentList</name>
    <message numerus="yes">
        <source>%n chat(s)</source>
        <translation>
            <numerusform>%n chat</numerusform>
            <numerusform>%n chats</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n block(s)</source>
        <translation>
            <numerusform>%n block</numerusform>
            <numerusform>%n blocks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n entries</source>
        <translation>
            <numerusform>%n entry</numerusform>
            <numerusform>%n entries</numerusform>
        </translation>
    </message>
</context>
</TS>
