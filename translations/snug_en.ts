<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>snug::DocumentTree</name>
    <message numerus="yes">
        <source>%Ln thing(s) to look at</source>
        <translation>
            <numerusform>%Ln thing to look at</numerusform>
            <numerusform>%Ln things to look at</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>snug::KeepAliveBox</name>
    <message numerus="yes">
        <source>%n second(s)</source>
        <translation>
            <numerusform>%n second</numerusform>
            <numerusform>%n seconds</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CastFolders</name>
    <message numerus="yes">
        <source>%n inside</source>
        <translation>
            <numerusform>%n inside</numerusform>
            <numerusform>%n inside</numerusform>
        </translation>
    </message>
</context>
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
            <numerusform>carries %n regex script, which stays off until you allow it</numerusform>
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
    <name>PromptAccount</name>
    <message numerus="yes">
        <source>Needs about %n tokens, %1 left in the lore budget</source>
        <translation>
            <numerusform>Needs about %n token, %1 left in the lore budget</numerusform>
            <numerusform>Needs about %n tokens, %1 left in the lore budget</numerusform>
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
        <source>Over the context size by about %n token(s)</source>
        <translation>
            <numerusform>Over the context size by about %n token</numerusform>
            <numerusform>Over the context size by about %n tokens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The story string and the last line alone are over the context size by %n token(s).</source>
        <translation>
            <numerusform>The story string and the last line alone are over the context size by %n token.</numerusform>
            <numerusform>The story string and the last line alone are over the context size by %n tokens.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The story string and the last line alone are over the context size by about %n token(s).</source>
        <translation>
            <numerusform>The story string and the last line alone are over the context size by about %n token.</numerusform>
            <numerusform>The story string and the last line alone are over the context size by about %n tokens.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Server</name>
    <message numerus="yes">
        <source>Try again in %n hour(s).</source>
        <translation>
            <numerusform>Try again in %n hour.</numerusform>
            <numerusform>Try again in %n hours.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Try again in %n minute(s).</source>
        <translation>
            <numerusform>Try again in %n minute.</numerusform>
            <numerusform>Try again in %n minutes.</numerusform>
        </translation>
    </message>
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
    <message numerus="yes">
        <source>%n request(s) wait there.</source>
        <translation>
            <numerusform>%n request waits there.</numerusform>
            <numerusform>%n requests wait there.</numerusform>
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
        <source>Key “%1” occurs %n messages back, but scan depth is %2</source>
        <translation>
            <numerusform>Key “%1” occurs %n message back, but scan depth is %2</numerusform>
            <numerusform>Key “%1” occurs %n messages back, but scan depth is %2</numerusform>
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
    <name>snug::CardTokens</name>
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
        <source>%n hidden from %1</source>
        <translation>
            <numerusform>%n hidden from %1</numerusform>
            <numerusform>%n hidden from %1</numerusform>
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
        <source>%n message(s) of the scene are private. A memory reveals them to everyone.</source>
        <translation>
            <numerusform>%n message of the scene is private. A memory reveals it to everyone.</numerusform>
            <numerusform>%n messages of the scene are private. A memory reveals them to everyone.</numerusform>
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
        <source>All %n test(s) passed.</source>
        <translation>
            <numerusform>The one test passed.</numerusform>
            <numerusform>All %n tests passed.</numerusform>
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
    <name>PromptRecord</name>
    <message numerus="yes">
        <source>%n older message(s)</source>
        <translation>
            <numerusform>%n older message</numerusform>
            <numerusform>%n older messages</numerusform>
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
        <source>%n message(s) added at the end, %1 tokens</source>
        <translation>
            <numerusform>%n message added at the end, %1 tokens</numerusform>
            <numerusform>%n messages added at the end, %1 tokens</numerusform>
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
        <source>Off by %1 % over the last %n replies, as the server counted them.</source>
        <translation>
            <numerusform>Off by %1 % in the last reply, as the server counted it.</numerusform>
            <numerusform>Off by %1 % over the last %n replies, as the server counted them.</numerusform>
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
        <source>%n persona(s) imported.</source>
        <translation>
            <numerusform>%n persona imported.</numerusform>
            <numerusform>%n personas imported.</numerusform>
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
    <name>snug::RulesEditor</name>
    <message numerus="yes">
        <source>%n rule(s)</source>
        <translation>
            <numerusform>%n rule</numerusform>
            <numerusform>%n rules</numerusform>
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
        <source>%n script(s) moved. Undo it in each of the two lists.</source>
        <translation>
            <numerusform>%n script moved. Undo it in each of the two lists.</numerusform>
            <numerusform>%n scripts moved. Undo it in each of the two lists.</numerusform>
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
        <source>%n script(s) imported.</source>
        <translation>
            <numerusform>%n script imported.</numerusform>
            <numerusform>%n scripts imported.</numerusform>
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
        <source>%n line(s) of %1 cannot be read and are not shown.</source>
        <translation>
            <numerusform>%n line of %1 cannot be read and is not shown.</numerusform>
            <numerusform>%n lines of %1 cannot be read and are not shown.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DocumentList</name>
    <message numerus="yes">
        <source>%n rule(s)</source>
        <translation>
            <numerusform>%n rule</numerusform>
            <numerusform>%n rules</numerusform>
        </translation>
    </message>
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
<context>
    <name>snug::ChatsModel</name>
    <message numerus="yes">
        <source>%Ln message(s)</source>
        <translation>
            <numerusform>%Ln message</numerusform>
            <numerusform>%Ln messages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Library</name>
    <message numerus="yes">
        <source>there is no character for %n chat(s)</source>
        <translation>
            <numerusform>there is no character for %n chat</numerusform>
            <numerusform>there is no character for %n chats</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Conversion</name>
    <message numerus="yes">
        <source>%n leading system message(s) became the system text.</source>
        <translation>
            <numerusform>%n leading system message became the system text.</numerusform>
            <numerusform>%n leading system messages became the system text.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n leading system message(s) became one.</source>
        <translation>
            <numerusform>%n leading system message became one.</numerusform>
            <numerusform>%n leading system messages became one.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n later system message(s) became the user's.</source>
        <translation>
            <numerusform>%n later system message became the user's.</numerusform>
            <numerusform>%n later system messages became the user's.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n system message(s) became the user's, after the assistant's.</source>
        <translation>
            <numerusform>%n system message became the user's, after the assistant's.</numerusform>
            <numerusform>%n system messages became the user's, after the assistant's.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) of one role became one.</source>
        <translation>
            <numerusform>%n message of one role became one.</numerusform>
            <numerusform>%n messages of one role became one.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All %n message(s) became one of the user's.</source>
        <translation>
            <numerusform>The only message became one of the user's.</numerusform>
            <numerusform>All %n messages became one of the user's.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>A name was added before %n message(s).</source>
        <translation>
            <numerusform>A name was added before %n message.</numerusform>
            <numerusform>A name was added before %n messages.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The service takes no names: %n were left out.</source>
        <translation>
            <numerusform>The service takes no names: %n was left out.</numerusform>
            <numerusform>The service takes no names: %n were left out.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Pictures of %n assistant message(s) were moved to the next user message.</source>
        <translation>
            <numerusform>Pictures of %n assistant message were moved to the next user message.</numerusform>
            <numerusform>Pictures of %n assistant messages were moved to the next user message.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) without text were left out.</source>
        <translation>
            <numerusform>%n message without text was left out.</numerusform>
            <numerusform>%n messages without text were left out.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Tool calls of %n message(s) became text.</source>
        <translation>
            <numerusform>Tool calls of %n message became text.</numerusform>
            <numerusform>Tool calls of %n messages became text.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Pictures of %n message(s) were left out: the service accepts none of that kind.</source>
        <translation>
            <numerusform>Pictures of %n message were left out: the service accepts none of that kind.</numerusform>
            <numerusform>Pictures of %n messages were left out: the service accepts none of that kind.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The thoughts of %n earlier reply(s) are sent back with them, unchanged.</source>
        <translation>
            <numerusform>The thoughts of %n earlier reply are sent back with it, unchanged.</numerusform>
            <numerusform>The thoughts of %n earlier replies are sent back with them, unchanged.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>NotSent</name>
    <message numerus="yes">
        <source>%n stop text(s)</source>
        <translation>
            <numerusform>%n stop text</numerusform>
            <numerusform>%n stop texts</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>WhatWorks</name>
    <message numerus="yes">
        <source>up to %n stop text(s)</source>
        <translation>
            <numerusform>one stop text</numerusform>
            <numerusform>up to %n stop texts</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>snug::SeamStrip</name>
    <message numerus="yes">
        <source>%n thing(s) not sent</source>
        <translation>
            <numerusform>%n thing not sent</numerusform>
            <numerusform>%n things not sent</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>snug::FindEverywhere</name>
    <message numerus="yes">
        <source>%Ln file(s) still to be read</source>
        <translation>
            <numerusform>%Ln file still to be read</numerusform>
            <numerusform>%Ln files still to be read</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln place(s)</source>
        <translation>
            <numerusform>%Ln place</numerusform>
            <numerusform>%Ln places</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The newest %Ln place(s)</source>
        <translation>
            <numerusform>The newest %Ln place</numerusform>
            <numerusform>The newest %Ln places</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>snug::UndoOffers</name>
    <message numerus="yes">
        <source>%n message(s) deleted</source>
        <translation>
            <numerusform>%n message deleted</numerusform>
            <numerusform>%n messages deleted</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) hidden from the prompt</source>
        <translation>
            <numerusform>%n message hidden from the prompt</numerusform>
            <numerusform>%n messages hidden from the prompt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) shown in the prompt</source>
        <translation>
            <numerusform>%n message shown in the prompt</numerusform>
            <numerusform>%n messages shown in the prompt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) known to others now</source>
        <translation>
            <numerusform>%n message known to others now</numerusform>
            <numerusform>%n messages known to others now</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) changed by the script</source>
        <translation>
            <numerusform>%n message changed by the script</numerusform>
            <numerusform>%n messages changed by the script</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>snug::AwkwardController</name>
    <message numerus="yes">
        <source>%Ln chat(s) of “%1” are archived; “Include Archived” lists them.</source>
        <translation>
            <numerusform>%Ln chat of “%1” is archived; “Include Archived” lists it.</numerusform>
            <numerusform>%Ln chats of “%1” are archived; “Include Archived” lists them.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln chat(s) of “%1” have been given away.</source>
        <translation>
            <numerusform>%Ln chat of “%1” has been given away.</numerusform>
            <numerusform>%Ln chats of “%1” have been given away.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln thing(s) are missing from groups</source>
        <translation>
            <numerusform>%Ln thing is missing from groups</numerusform>
            <numerusform>%Ln things are missing from groups</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln chat(s) belong to nobody</source>
        <translation>
            <numerusform>%Ln chat belongs to nobody</numerusform>
            <numerusform>%Ln chats belong to nobody</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln folder(s) are not shown</source>
        <translation>
            <numerusform>%Ln folder is not shown</numerusform>
            <numerusform>%Ln folders are not shown</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln link(s) lead nowhere</source>
        <translation>
            <numerusform>%Ln link leads nowhere</numerusform>
            <numerusform>%Ln links lead nowhere</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) could not be read</source>
        <translation>
            <numerusform>%Ln file could not be read</numerusform>
            <numerusform>%Ln files could not be read</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln chat(s)</source>
        <translation>
            <numerusform>%Ln chat</numerusform>
            <numerusform>%Ln chats</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln group(s)</source>
        <translation>
            <numerusform>%Ln group</numerusform>
            <numerusform>%Ln groups</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln character(s)</source>
        <translation>
            <numerusform>%Ln character</numerusform>
            <numerusform>%Ln characters</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MessageAction</name>
    <message numerus="yes">
        <source>Copy %n message(s)</source>
        <translation>
            <numerusform>Copy %n message</numerusform>
            <numerusform>Copy %n messages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Hide %n message(s) from the prompt</source>
        <translation>
            <numerusform>Hide %n message from the prompt</numerusform>
            <numerusform>Hide %n messages from the prompt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show %n message(s) in the prompt</source>
        <translation>
            <numerusform>Show %n message in the prompt</numerusform>
            <numerusform>Show %n messages in the prompt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %n message(s)</source>
        <translation>
            <numerusform>Delete %n message</numerusform>
            <numerusform>Delete %n messages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Export %n message(s)…</source>
        <translation>
            <numerusform>Export %n message…</numerusform>
            <numerusform>Export %n messages…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Run %n message(s) through a script…</source>
        <translation>
            <numerusform>Run %n message through a script…</numerusform>
            <numerusform>Run %n messages through a script…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>snug::CastHead</name>
    <message numerus="yes">
        <source>%Ln group(s)</source>
        <translation>
            <numerusform>%Ln group</numerusform>
            <numerusform>%Ln groups</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln character(s)</source>
        <translation>
            <numerusform>%Ln character</numerusform>
            <numerusform>%Ln characters</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>snug::ManyDocuments</name>
    <message numerus="yes">
        <source>%Ln document(s) are copied.</source>
        <translation>
            <numerusform>%Ln document is copied.</numerusform>
            <numerusform>%Ln documents are copied.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) are deleted.</source>
        <translation>
            <numerusform>%Ln document is deleted.</numerusform>
            <numerusform>%Ln documents are deleted.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Undo copying of %Ln document(s)</source>
        <translation>
            <numerusform>Undo copying of %Ln document</numerusform>
            <numerusform>Undo copying of %Ln documents</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Undo deleting of %Ln document(s)</source>
        <translation>
            <numerusform>Undo deleting of %Ln document</numerusform>
            <numerusform>Undo deleting of %Ln documents</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>snug::ManyController</name>
    <message numerus="yes">
        <source>Lorebook “%1” added to %Ln character(s).</source>
        <translation>
            <numerusform>Lorebook “%1” added to %Ln character.</numerusform>
            <numerusform>Lorebook “%1” added to %Ln characters.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Lorebook “%1” removed from %Ln character(s).</source>
        <translation>
            <numerusform>Lorebook “%1” removed from %Ln character.</numerusform>
            <numerusform>Lorebook “%1” removed from %Ln characters.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln item(s) are in the library's trash, with their chats.</source>
        <translation>
            <numerusform>%Ln item is in the library's trash, with its chats.</numerusform>
            <numerusform>%Ln items are in the library's trash, with their chats.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln group(s) are copied, without their chats.</source>
        <translation>
            <numerusform>%Ln group is copied, without its chats.</numerusform>
            <numerusform>%Ln groups are copied, without their chats.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln item(s) exported to %1</source>
        <translation>
            <numerusform>%Ln item exported to %1</numerusform>
            <numerusform>%Ln items exported to %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln character(s) exported to %1</source>
        <translation>
            <numerusform>%Ln character exported to %1</numerusform>
            <numerusform>%Ln characters exported to %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln item(s) removed from the favourites.</source>
        <translation>
            <numerusform>%Ln item removed from the favourites.</numerusform>
            <numerusform>%Ln items removed from the favourites.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln item(s) added to the favourites.</source>
        <translation>
            <numerusform>%Ln item added to the favourites.</numerusform>
            <numerusform>%Ln items added to the favourites.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Tag “%1” removed from %Ln item(s).</source>
        <translation>
            <numerusform>Tag “%1” removed from %Ln item.</numerusform>
            <numerusform>Tag “%1” removed from %Ln items.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Tag “%1” added to %Ln item(s).</source>
        <translation>
            <numerusform>Tag “%1” added to %Ln item.</numerusform>
            <numerusform>Tag “%1” added to %Ln items.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Tag for %Ln item(s)</source>
        <translation>
            <numerusform>Tag for %Ln item</numerusform>
            <numerusform>Tag for %Ln items</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ManyMenu</name>
    <message numerus="yes">
        <source>%n chosen</source>
        <translation>
            <numerusform>%n chosen</numerusform>
            <numerusform>%n chosen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>snug::NoticeBar</name>
    <message numerus="yes">
        <source>%n more</source>
        <comment>notices</comment>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show %n more notice(s)</source>
        <translation>
            <numerusform>Show %n more notice</numerusform>
            <numerusform>Show %n more notices</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>snug::KnowledgeController</name>
    <message numerus="yes">
        <source>%n earlier message(s) name who may know them, but are known to everybody.</source>
        <translation>
            <numerusform>%n earlier message names who may know it, but is known to everybody.</numerusform>
            <numerusform>%n earlier messages name who may know them, but are known to everybody.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>snug::ProfilesQuestion</name>
    <message numerus="yes">
        <source>SillyTavern's settings name %n connection(s): %1.</source>
        <translation>
            <numerusform>SillyTavern's settings name %n connection: %1.</numerusform>
            <numerusform>SillyTavern's settings name %n connections: %1.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>snug::LorePane</name>
    <message numerus="yes">
        <source>%n row(s) copied</source>
        <translation>
            <numerusform>%n row copied</numerusform>
            <numerusform>%n rows copied</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>snug::DocumentComparer</name>
    <message numerus="yes">
        <source>%n place(s) differ.</source>
        <translation>
            <numerusform>%n place differs.</numerusform>
            <numerusform>%n places differ.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>snug::SharedPromptWindow</name>
    <message numerus="yes">
        <source>%n message(s)</source>
        <translation>
            <numerusform>%n message</numerusform>
            <numerusform>%n messages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>snug::PromptTestsDialog</name>
    <message numerus="yes">
        <source>%n test(s) depend on what has changed since.</source>
        <translation>
            <numerusform>%n test depends on what has changed since it passed.</numerusform>
            <numerusform>%n tests depend on what has changed since they passed.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>snug::BrokenTestsBar</name>
    <message numerus="yes">
        <source>Saved like this, %n prompt test(s) would fail: %1</source>
        <translation>
            <numerusform>Saved like this, %n prompt test would fail: %1</numerusform>
            <numerusform>Saved like this, %n prompt tests would fail: %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>snug::PromptExport</name>
    <message numerus="yes">
        <source>The prompt contains what looks like %n key(s) to a service: %1.</source>
        <translation>
            <numerusform>The prompt contains what looks like a key to a service: %1.</numerusform>
            <numerusform>The prompt contains what looks like %n keys to services: %1.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Ledger</name>
    <message numerus="yes">
        <source>%n line(s) of it could not be read</source>
        <translation>
            <numerusform>%n line of it could not be read</numerusform>
            <numerusform>%n lines of it could not be read</numerusform>
        </translation>
    </message>
</context>
</TS>
