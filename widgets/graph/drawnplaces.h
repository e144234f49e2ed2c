// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>

#include <cmath>
#include <cstdint>
#include <unordered_set>

namespace weightless::widgets {

// From afar thousands of lines and boxes fall on the same pixels: what is there already need not be drawn
// again.
class DrawnPlaces {
public:
    // Points are told apart where they are `cell` or more from each other.
    DrawnPlaces(const QPointF& origin, double cell)
        : m_origin(origin)
        , m_cell(cell)
    {
    }

    // Whether nothing between these two points was drawn yet.
    bool insert(const QPointF& from, const QPointF& to)
    {
        const std::uint64_t place = place16(from.x() - m_origin.x()) << 48
            | place16(from.y() - m_origin.y()) << 32 | place16(to.x() - m_origin.x()) << 16
            | place16(to.y() - m_origin.y());
        return m_places.insert(place).second;
    }

private:
    [[nodiscard]] std::uint64_t place16(double distance) const
    {
        return static_cast<std::uint16_t>(static_cast<std::int64_t>(std::floor(distance / m_cell)));
    }

    QPointF m_origin;
    double m_cell;
    std::unordered_set<std::uint64_t> m_places;
};

} // namespace weightless::widgets
