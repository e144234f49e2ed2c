// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/layout/phases.h"

#include <algorithm>

namespace weightless::widgets::phases {

namespace {

// Pairs of arcs between two layers that cross: inversions, counted with a binary indexed tree.
class CrossingCounter {
public:
    std::int64_t between(const Layered& layered, std::size_t upper)
    {
        const auto& lowerLayer = layered.layers[upper + 1];
        m_tree.assign(lowerLayer.size() + 1, 0);
        std::int64_t crossings = 0;
        std::int64_t seen = 0;
        for (int vertex : layered.layers[upper]) {
            m_targets.clear();
            for (int target : layered.down.of(static_cast<std::size_t>(vertex)))
                m_targets.push_back(layered.place[static_cast<std::size_t>(target)]);
            for (int place : m_targets)
                crossings += seen - countUpTo(place);
            for (int place : m_targets)
                add(place);
            seen += static_cast<std::int64_t>(m_targets.size());
        }
        return crossings;
    }

private:
    std::int64_t countUpTo(int place) const
    {
        std::int64_t sum = 0;
        for (auto i = static_cast<std::size_t>(place) + 1; i > 0; i &= i - 1)
            sum += m_tree[i];
        return sum;
    }

    void add(int place)
    {
        for (auto i = static_cast<std::size_t>(place) + 1; i < m_tree.size(); i += i & (~i + 1))
            ++m_tree[i];
    }

    std::vector<std::int64_t> m_tree;
    std::vector<int> m_targets;
};

class Sweeper {
public:
    Sweeper(Layered& layered, std::int64_t budget, Checkpoint& checkpoint)
        : m_layered(layered)
        , m_budget(budget)
        , m_checkpoint(checkpoint)
        , m_key(layered.size(), 0.0)
    {
    }

    void run()
    {
        constexpr int maxSweeps = 24;
        constexpr int patience = 4;
        auto best = m_layered.layers;
        std::int64_t fewest = count();
        int idle = 0;
        for (int sweep = 0; sweep < maxSweeps && idle < patience && fewest > 0 && m_budget > 0; ++sweep) {
            sweepOnce(sweep % 2 == 0, sweep % 4 >= 2);
            transpose();
            const std::int64_t crossings = count();
            if (crossings < fewest) {
                fewest = crossings;
                best = m_layered.layers;
                idle = 0;
            } else {
                ++idle;
            }
        }
        m_layered.layers = std::move(best);
        for (std::size_t i = 0; i < m_layered.layers.size(); ++i)
            renumber(i);
    }

private:
    std::int64_t count()
    {
        std::int64_t crossings = 0;
        for (std::size_t i = 0; i + 1 < m_layered.layers.size(); ++i) {
            crossings += m_counter.between(m_layered, i);
            m_checkpoint.step(static_cast<std::int64_t>(8 * m_layered.layers[i].size()));
        }
        spend(static_cast<std::int64_t>(m_layered.arcs.size()));
        return crossings;
    }

    void spend(std::int64_t work)
    {
        m_budget -= work;
        m_checkpoint.step(work);
    }

    void renumber(std::size_t layer)
    {
        int place = 0;
        for (int vertex : m_layered.layers[layer])
            m_layered.place[static_cast<std::size_t>(vertex)] = place++;
    }

    void sweepOnce(bool downwards, bool reverseTies)
    {
        const std::size_t count = m_layered.layers.size();
        for (std::size_t step = 1; step < count && m_budget > 0; ++step)
            sortLayer(
                downwards ? step : count - 1 - step, downwards ? m_layered.up : m_layered.down, reverseTies);
    }

    // Vertices without neighbours on that side stay where they are; the others are sorted around them.
    void sortLayer(std::size_t index, const Adjacency& towards, bool reverseTies)
    {
        auto& layer = m_layered.layers[index];
        m_movable.clear();
        m_slots.clear();
        std::int64_t work = static_cast<std::int64_t>(layer.size());
        for (std::size_t slot = 0; slot < layer.size(); ++slot) {
            const auto vertex = static_cast<std::size_t>(layer[slot]);
            const auto neighbours = towards.of(vertex);
            work += static_cast<std::int64_t>(neighbours.size());
            if (neighbours.empty())
                continue;
            double sum = 0;
            for (int neighbour : neighbours)
                sum += m_layered.place[static_cast<std::size_t>(neighbour)];
            m_key[vertex] = sum / static_cast<double>(neighbours.size());
            m_movable.push_back(layer[slot]);
            m_slots.push_back(slot);
        }
        if (reverseTies)
            std::reverse(m_movable.begin(), m_movable.end());
        std::stable_sort(m_movable.begin(), m_movable.end(), [this](int a, int b) {
            return m_key[static_cast<std::size_t>(a)] < m_key[static_cast<std::size_t>(b)];
        });
        for (std::size_t i = 0; i < m_slots.size(); ++i)
            layer[m_slots[i]] = m_movable[i];
        renumber(index);
        spend(work);
    }

    // Swaps neighbours while that removes crossings: finds what barycentres cannot tell apart.
    void transpose()
    {
        for (int round = 0; round < 4; ++round) {
            bool improved = false;
            for (std::size_t index = 0; index < m_layered.layers.size(); ++index) {
                if (m_budget <= 0)
                    return;
                improved |= transposeLayer(index);
            }
            if (!improved)
                return;
        }
    }

    bool transposeLayer(std::size_t index)
    {
        auto& layer = m_layered.layers[index];
        bool improved = false;
        for (std::size_t i = 0; i + 1 < layer.size() && m_budget > 0; ++i) {
            const auto left = static_cast<std::size_t>(layer[i]);
            const auto right = static_cast<std::size_t>(layer[i + 1]);
            const std::int64_t gain =
                swapGain(m_layered.up, left, right) + swapGain(m_layered.down, left, right);
            if (gain > 0) {
                std::swap(layer[i], layer[i + 1]);
                m_layered.place[left] = static_cast<int>(i) + 1;
                m_layered.place[right] = static_cast<int>(i);
                improved = true;
            }
        }
        return improved;
    }

    // Crossings between the arcs of two neighbours as they stand, minus those after a swap.
    std::int64_t swapGain(const Adjacency& adjacency, std::size_t left, std::size_t right)
    {
        sortedPlaces(adjacency, left, m_leftPlaces);
        sortedPlaces(adjacency, right, m_rightPlaces);
        spend(static_cast<std::int64_t>(1 + m_leftPlaces.size() + m_rightPlaces.size()));
        return inversions(m_leftPlaces, m_rightPlaces) - inversions(m_rightPlaces, m_leftPlaces);
    }

    void sortedPlaces(const Adjacency& adjacency, std::size_t vertex, std::vector<int>& places) const
    {
        places.clear();
        for (int neighbour : adjacency.of(vertex))
            places.push_back(m_layered.place[static_cast<std::size_t>(neighbour)]);
        std::sort(places.begin(), places.end());
    }

    // Pairs (a, b) with a > b.
    static std::int64_t inversions(const std::vector<int>& first, const std::vector<int>& second)
    {
        std::int64_t result = 0;
        std::size_t smaller = 0;
        for (int place : first) {
            while (smaller < second.size() && second[smaller] < place)
                ++smaller;
            result += static_cast<std::int64_t>(smaller);
        }
        return result;
    }

    Layered& m_layered;
    std::int64_t m_budget;
    Checkpoint& m_checkpoint;
    CrossingCounter m_counter;
    std::vector<double> m_key;
    std::vector<int> m_movable;
    std::vector<std::size_t> m_slots;
    std::vector<int> m_leftPlaces;
    std::vector<int> m_rightPlaces;
};

} // namespace

std::int64_t countCrossings(const Layered& layered)
{
    CrossingCounter counter;
    std::int64_t crossings = 0;
    for (std::size_t i = 0; i + 1 < layered.layers.size(); ++i)
        crossings += counter.between(layered, i);
    return crossings;
}

void orderLayers(Layered& layered, std::int64_t budget, Checkpoint& checkpoint)
{
    Sweeper(layered, budget, checkpoint).run();
}

} // namespace weightless::widgets::phases
