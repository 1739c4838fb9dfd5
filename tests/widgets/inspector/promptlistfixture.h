// The prompt's list in a window of its own, with one evening in it.
#pragma once

#include "tests/widgets/inspector/promptfixture.h"
#include "widgets/inspector/outboundmodel.h"
#include "widgets/inspector/promptlist.h"
#include "widgets/inspector/segmentpopup.h"

#include <QLabel>
#include <QTest>

namespace snug::promptlistfixture {

struct Window
{
    explicit Window(const AssembledPrompt &prompt = fixture::harbourPrompt())
    {
        model.setMessages(prompt.messages, prompt.budget.kind);
        list.setBudget(prompt.budget);
        list.resize(380, 400);
        list.show();
        list.setFocus();
    }

    SegmentPopup *popup() { return list.findChild<SegmentPopup *>(); }
    QString popupText()
    {
        QStringList texts;
        for (const QLabel *label : popup()->findChildren<QLabel *>())
            texts.append(label->text());
        return texts.join(u'|');
    }
    void hover(const QPoint &point) { QTest::mouseMove(list.viewport(), point); }

    OutboundModel model;
    PromptList list{&model};
};

} // namespace snug::promptlistfixture
