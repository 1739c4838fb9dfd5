// What the inspector calls the sources of outbound text.
#pragma once

#include "core/prompt/promptinputs.h"
#include "core/prompt/source.h"

namespace snug {

Source presetSource(const Preset &preset);
Source quietSource(); // of the quiet prompt
// A block of the preset, inside the preset.
Source blockSource(const Preset &preset, const PromptBlock &block);
// A text of the preset that is no block (separators, nudges): `key` is the file's.
Source presetTextSource(const Preset &preset, const QString &key);
// One of the card's texts.
Source cardSource(SourceKind kind, const QString &cardName);
// What a group adds around its members' cards.
Source groupSource(SourceKind kind);
Source personaSource(SourceKind kind, const QString &personaName);
// A message of the chat file.
Source messageSource(const Message &message, int index, bool isTyped);

} // namespace snug
