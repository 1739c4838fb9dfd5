// What tests of whole sessions share: the end of a reply is waited for, and answers come in small pieces.
#pragma once

#include "core/chat/chatsession.h"
#include "tests/fakes/scriptedtransport.h"

#include <QTest>

namespace snug::sessionfixture {

using Phase = ReplyState::Phase;

inline void waitForEnd(const ChatSession &session)
{
    QTRY_VERIFY(!session.reply().isUnderWay());
}

inline ScriptedAnswer answer(const QByteArray &lines)
{
    return ScriptedAnswer::inPiecesOf(5, lines);
}

} // namespace snug::sessionfixture
