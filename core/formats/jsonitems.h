// A list that was read from a file, with other items: it keeps its layout.
#pragma once

#include "core/model/json.h"

namespace snug {

inline Json withItems(Json list, const QList<Json> &items)
{
    if (!list.isArray())
        return Json::array(items);
    while (list.size() > items.size())
        list.removeAt(list.size() - 1);
    for (qsizetype i = 0; i < items.size(); ++i) {
        if (i == list.size())
            list.append(items[i]);
        else if (!list.at(i).isSameAs(items[i]))
            list.setAt(i, items[i]);
    }
    return list;
}

} // namespace snug
