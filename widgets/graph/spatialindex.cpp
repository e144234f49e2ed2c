// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/spatialindex.h"

#include <algorithm>
#include <cmath>

namespace weightless::widgets {

namespace {

void makeUnique(std::vector<int>& ids)
{
    std::sort(ids.begin(), ids.end());
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
}

} // namespace

SpatialIndex::SpatialIndex(const QRectF& bounds, const std::vector<Entry>& entries)
    : m_bounds(bounds.adjusted(-1, -1, 1, 1))
{
    // About one cell per entry, as square as the bounds allow.
    const double wanted = std::clamp(static_cast<double>(entries.size()), 1.0, 65536.0);
    const double side = std::sqrt(m_bounds.width() * m_bounds.height() / wanted);
    m_columns = std::clamp(static_cast<int>(std::ceil(m_bounds.width() / side)), 1, 4096);
    m_rows = std::clamp(static_cast<int>(std::ceil(m_bounds.height() / side)), 1, 4096);

    constexpr int mostCells = 64;
    const auto cellCountOf = [](const Cells& cells) {
        return (cells.bottom - cells.top + 1) * (cells.right - cells.left + 1);
    };
    for (const Entry& entry : entries) {
        m_all.push_back(entry.id);
        if (cellCountOf(cellsOf(entry.rect)) > mostCells)
            m_large.push_back(entry);
    }
    makeUnique(m_all);
    const auto forEachCell = [&](const auto& visit) {
        for (const Entry& entry : entries) {
            const Cells cells = cellsOf(entry.rect);
            if (cellCountOf(cells) > mostCells)
                continue;
            for (int row = cells.top; row <= cells.bottom; ++row) {
                for (int column = cells.left; column <= cells.right; ++column)
                    visit(static_cast<std::size_t>(row) * static_cast<std::size_t>(m_columns)
                            + static_cast<std::size_t>(column),
                        entry.id);
            }
        }
    };
    const std::size_t cellCount = static_cast<std::size_t>(m_columns) * static_cast<std::size_t>(m_rows);
    m_begin.assign(cellCount + 1, 0);
    forEachCell([&](std::size_t cell, int) { ++m_begin[cell + 1]; });
    for (std::size_t i = 0; i < cellCount; ++i)
        m_begin[i + 1] += m_begin[i];
    m_ids.resize(m_begin.back());
    std::vector<std::uint32_t> next(m_begin.begin(), m_begin.end() - 1);
    forEachCell([&](std::size_t cell, int id) { m_ids[next[cell]++] = id; });
}

SpatialIndex::Cells SpatialIndex::cellsOf(const QRectF& rect) const
{
    const auto cell = [](double value, double origin, double extent, int count) {
        return std::clamp(static_cast<int>((value - origin) / extent * count), 0, count - 1);
    };
    return {cell(rect.left(), m_bounds.left(), m_bounds.width(), m_columns),
        cell(rect.top(), m_bounds.top(), m_bounds.height(), m_rows),
        cell(rect.right(), m_bounds.left(), m_bounds.width(), m_columns),
        cell(rect.bottom(), m_bounds.top(), m_bounds.height(), m_rows)};
}

void SpatialIndex::query(const QRectF& area, std::vector<int>& ids) const
{
    ids.clear();
    if (m_columns == 0 || !area.intersects(m_bounds))
        return;
    if (area.contains(m_bounds)) {
        ids = m_all;
        return;
    }
    for (const Entry& entry : m_large) {
        if (entry.rect.intersects(area))
            ids.push_back(entry.id);
    }
    const Cells cells = cellsOf(area.intersected(m_bounds));
    for (int row = cells.top; row <= cells.bottom; ++row) {
        const auto first = static_cast<std::size_t>(row) * static_cast<std::size_t>(m_columns);
        // The cells of a row lie side by side.
        const auto begin = m_ids.begin() + m_begin[first + static_cast<std::size_t>(cells.left)];
        const auto end = m_ids.begin() + m_begin[first + static_cast<std::size_t>(cells.right) + 1];
        ids.insert(ids.end(), begin, end);
    }
    makeUnique(ids);
}

} // namespace weightless::widgets
