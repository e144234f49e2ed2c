// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>

#include <vector>

namespace weightless::widgets {

// A uniform grid over rectangles: what is asked for by area costs by what lies there.
class SpatialIndex {
public:
    struct Entry {
        QRectF rect;
        int id = 0;
    };

    SpatialIndex() = default;
    // An id may occur more than once (the pieces of a curve).
    SpatialIndex(const QRectF& bounds, const std::vector<Entry>& entries);

    // Ids whose rectangles touch `area`, ascending, each once. Touching cells are enough: a superset by a
    // little.
    void query(const QRectF& area, std::vector<int>& ids) const;

private:
    struct Cells {
        int left, top, right, bottom;
    };

    Cells cellsOf(const QRectF& rect) const;

    QRectF m_bounds;
    // What lies in so many cells that to note it in each would cost more than to look at it every time.
    std::vector<Entry> m_large;
    // Ascending, each once: the answer where everything is asked for.
    std::vector<int> m_all;
    int m_columns = 0;
    int m_rows = 0;
    std::vector<std::uint32_t> m_begin;
    std::vector<int> m_ids;
};

} // namespace weightless::widgets
