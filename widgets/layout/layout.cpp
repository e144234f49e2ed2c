// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/layout/layout.h"

#include "widgets/layout/component.h"
#include "widgets/layout/phases.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <string>

namespace weightless::widgets {

namespace {

using phases::Checkpoint;

double cleanLength(double value)
{
    constexpr double largest = 1e6;
    return std::isfinite(value) && value > 0 ? std::min(value, largest) : 0;
}

LayoutGraph checkedCopy(const LayoutGraph& graph)
{
    LayoutGraph clean = graph;
    const auto count = static_cast<std::int64_t>(graph.sizes.size());
    if (!graph.pins.empty() && graph.pins.size() != graph.sizes.size())
        throw std::invalid_argument("layoutGraph: " + std::to_string(graph.pins.size()) + " pins for "
            + std::to_string(count) + " nodes");
    for (LayoutSize& size : clean.sizes)
        size = {cleanLength(size.width), cleanLength(size.height)};
    for (LayoutEdge& edge : clean.edges) {
        if (edge.from < 0 || edge.from >= count || edge.to < 0 || edge.to >= count)
            throw std::invalid_argument("layoutGraph: edge " + std::to_string(edge.from) + " to "
                + std::to_string(edge.to) + " in a graph of " + std::to_string(count) + " nodes");
        // An edge leaves its node somewhere on the node's border.
        const auto clampOffset = [&](double offset, int node) {
            const double half = clean.sizes[static_cast<std::size_t>(node)].width / 2;
            return std::isfinite(offset) ? std::clamp(offset, -half, half) : 0.0;
        };
        edge.fromOffset = clampOffset(edge.fromOffset, edge.from);
        edge.toOffset = clampOffset(edge.toOffset, edge.to);
    }
    return clean;
}

// Connected parts; everything that is pinned belongs to the first one, so that ports share their border
// ranks.
std::vector<phases::Component> splitComponents(const LayoutGraph& graph, Checkpoint& checkpoint)
{
    const std::size_t count = graph.sizes.size();
    std::vector<int> parent(count);
    std::iota(parent.begin(), parent.end(), 0);
    const auto find = [&](int node) {
        while (parent[static_cast<std::size_t>(node)] != node) {
            auto& up = parent[static_cast<std::size_t>(node)];
            up = parent[static_cast<std::size_t>(up)];
            node = up;
        }
        return node;
    };
    const auto join = [&](int a, int b) {
        a = find(a);
        b = find(b);
        parent[static_cast<std::size_t>(std::max(a, b))] = std::min(a, b);
    };
    int firstPinned = -1;
    for (std::size_t i = 0; i < graph.pins.size(); ++i) {
        if (graph.pins[i] == RankPin::Free)
            continue;
        if (firstPinned >= 0)
            join(firstPinned, static_cast<int>(i));
        else
            firstPinned = static_cast<int>(i);
    }
    for (const LayoutEdge& edge : graph.edges) {
        join(edge.from, edge.to);
        checkpoint.step();
    }
    std::vector<phases::Component> components;
    std::vector<int> componentOf(count, -1);
    if (firstPinned >= 0) {
        componentOf[static_cast<std::size_t>(find(firstPinned))] = 0;
        components.emplace_back();
        components.back().isPinned = true;
    }
    for (std::size_t i = 0; i < count; ++i) {
        int& component = componentOf[static_cast<std::size_t>(find(static_cast<int>(i)))];
        if (component < 0) {
            component = static_cast<int>(components.size());
            components.emplace_back();
        }
        components[static_cast<std::size_t>(component)].nodes.push_back(static_cast<int>(i));
    }
    for (std::size_t e = 0; e < graph.edges.size(); ++e) {
        const int component = componentOf[static_cast<std::size_t>(find(graph.edges[e].from))];
        components[static_cast<std::size_t>(component)].edges.push_back(static_cast<int>(e));
    }
    return components;
}

// Puts components on shelves; a pinned one stands alone at the left, with nothing above or below it.
void placeComponents(std::vector<phases::Component>& components, double gap, LayoutResult& result)
{
    double area = 0;
    double widest = 0;
    for (const auto& component : components) {
        area += (component.width + gap) * (component.height + gap);
        widest = std::max(widest, component.width);
    }
    std::vector<std::size_t> order(components.size());
    std::iota(order.begin(), order.end(), std::size_t {0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        if (components[a].isPinned != components[b].isPinned)
            return components[a].isPinned;
        return components[a].height > components[b].height;
    });
    const double shelfWidth = std::max(widest, std::sqrt(area * 1.8));
    double left = 0;
    LayoutPoint cursor;
    double shelfHeight = 0;
    for (std::size_t index : order) {
        auto& component = components[index];
        if (cursor.x > left && cursor.x + component.width > left + shelfWidth) {
            cursor = {left, cursor.y + shelfHeight + gap};
            shelfHeight = 0;
        }
        component.origin = cursor;
        result.width = std::max(result.width, cursor.x + component.width);
        result.height = std::max(result.height, cursor.y + component.height);
        if (component.isPinned) {
            left = component.width + gap;
            cursor = {left, 0};
            continue;
        }
        cursor.x += component.width + gap;
        shelfHeight = std::max(shelfHeight, component.height);
    }
}

void collect(const LayoutGraph& graph, const std::vector<phases::Component>& components, LayoutResult& result)
{
    result.positions.resize(graph.sizes.size());
    result.ranks.resize(graph.sizes.size());
    result.isDirect.assign(graph.edges.size(), false);
    std::vector<std::span<const LayoutPoint>> routes(graph.edges.size());
    std::vector<LayoutPoint> origins(graph.edges.size());
    std::size_t points = 0;
    for (const auto& component : components) {
        for (std::size_t i = 0; i < component.nodes.size(); ++i) {
            const auto node = static_cast<std::size_t>(component.nodes[i]);
            result.positions[node] = {
                component.origin.x + component.positions[i].x, component.origin.y + component.positions[i].y};
            result.ranks[node] = component.ranks[i];
        }
        for (std::size_t i = 0; i < component.edges.size(); ++i) {
            const auto edge = static_cast<std::size_t>(component.edges[i]);
            routes[edge] = component.routes[i];
            origins[edge] = component.origin;
            result.isDirect[edge] = component.isDirect[i];
            points += routes[edge].size();
        }
    }
    result.routeBegin.reserve(graph.edges.size() + 1);
    result.routePoints.reserve(points);
    for (std::size_t edge = 0; edge < routes.size(); ++edge) {
        result.routeBegin.push_back(static_cast<std::uint32_t>(result.routePoints.size()));
        for (const LayoutPoint& point : routes[edge])
            result.routePoints.push_back({point.x + origins[edge].x, point.y + origins[edge].y});
    }
    result.routeBegin.push_back(static_cast<std::uint32_t>(result.routePoints.size()));
}

} // namespace

std::optional<LayoutResult> layoutGraph(
    const LayoutGraph& graph, const LayoutOptions& options, const std::stop_token& stop)
{
    const LayoutGraph clean = checkedCopy(graph);
    Checkpoint checkpoint(stop);
    try {
        if (clean.sizes.size() > options.layeredLimit)
            return phases::layoutOnGrid(clean, options, checkpoint);
        std::vector<phases::Component> components = splitComponents(clean, checkpoint);
        std::vector<int> localIndex(clean.sizes.size());
        for (auto& component : components)
            phases::layoutComponent(component, clean, options, localIndex, checkpoint);
        LayoutResult result;
        placeComponents(components, options.nodeSpacing, result);
        collect(clean, components, result);
        return result;
    } catch (const phases::Stopped&) {
        return std::nullopt;
    }
}

std::int64_t countRouteCrossings(const LayoutGraph& graph, const LayoutResult& result)
{
    struct Segment {
        double top, upperX, bottom, lowerX;
    };
    std::vector<Segment> segments;
    for (std::size_t e = 0; e < graph.edges.size(); ++e) {
        const auto route = result.route(e);
        for (std::size_t i = 0; i + 1 < route.size(); ++i) {
            if (route[i].y < route[i + 1].y)
                segments.push_back({route[i].y, route[i].x, route[i + 1].y, route[i + 1].x});
        }
    }
    std::int64_t crossings = 0;
    for (std::size_t a = 0; a < segments.size(); ++a) {
        for (std::size_t b = a + 1; b < segments.size(); ++b) {
            const double top = std::max(segments[a].top, segments[b].top);
            const double bottom = std::min(segments[a].bottom, segments[b].bottom);
            if (top >= bottom)
                continue;
            const auto at = [](const Segment& s, double y) {
                return s.upperX + (s.lowerX - s.upperX) * (y - s.top) / (s.bottom - s.top);
            };
            const double above = at(segments[a], top) - at(segments[b], top);
            const double below = at(segments[a], bottom) - at(segments[b], bottom);
            crossings += above * below < 0 ? 1 : 0;
        }
    }
    return crossings;
}

} // namespace weightless::widgets
