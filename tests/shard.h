// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace weightless::testing {

// The share of a long test's work that one process does: every count-th item from the index-th on.
struct Shard {
    qsizetype index = 0;
    qsizetype count = 1;

    [[nodiscard]] bool has(qsizetype item) const { return item % count == index; }
};

// Takes the first argument "INDEX/COUNT" out of a program's arguments; without one the shard is everything.
[[nodiscard]] inline Shard takeShard(QStringList& arguments)
{
    for (qsizetype i = 1; i < arguments.size(); ++i) {
        const QStringList numbers = arguments[i].split(u'/');
        bool isIndex = false;
        bool isCount = false;
        const Shard shard {numbers.value(0).toInt(&isIndex), numbers.value(1).toInt(&isCount)};
        if (numbers.size() == 2 && isIndex && isCount && shard.index >= 0 && shard.index < shard.count) {
            arguments.removeAt(i);
            return shard;
        }
    }
    return {};
}

} // namespace weightless::testing
