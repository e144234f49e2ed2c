// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/layout/repeats.h"

#include "widgets/layout/mixing.h"
#include "widgets/layout/scopegroups.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

// Children of a group in topological order are a text. It is cut into letters where few values are live, then
// the pair of letters that occurs most often becomes one letter, again and again (the grammar compression
// "Re-Pair" of Larsson and Moffat); what is left of the text is made of the repeated runs.
namespace weightless::widgets {

namespace {

constexpr int leastNodes = 4; // of a run that is worth a box
constexpr std::size_t longestLetter = 64;
constexpr std::int64_t pairBudget = 8'000'000; // looked at, so that the work is bounded and always the same

// A run of children: places [begin, end) of the text. Equal letters are alike.
struct Letter {
    int symbol;
    std::size_t begin;
    std::size_t end;
    int nodes;
};

class Text {
public:
    explicit Text(std::vector<Letter> letters)
        : m_letters(std::move(letters))
    {
        for (const Letter& letter : m_letters)
            m_nextSymbol = std::max(m_nextSymbol, letter.symbol + 1);
    }

    void compress()
    {
        std::int64_t budget = pairBudget;
        while (budget > 0) {
            budget -= static_cast<std::int64_t>(m_letters.size()) + 1;
            const std::pair best = bestPair();
            if (best.first < 0)
                return;
            replace(best);
        }
    }

    const std::vector<Letter>& letters() const { return m_letters; }

private:
    struct Pair {
        int first;
        int second;
        int count = 0;
        std::size_t place = 0; // of the first one
        bool beginsLarge = false; // ends with the smaller part: an activation, say
        int smallest = 0; // nodes of its smaller part
    };

    static std::uint64_t key(int first, int second)
    {
        return static_cast<std::uint64_t>(first) << 32U | static_cast<std::uint32_t>(second);
    }

    std::pair<int, int> bestPair()
    {
        std::unordered_map<std::uint64_t, std::size_t> known;
        std::unordered_map<int, int> counts;
        std::vector<Pair> pairs;
        for (std::size_t i = 0; i < m_letters.size(); ++i) {
            const Letter& a = m_letters[i];
            ++counts[a.symbol];
            if (i + 1 == m_letters.size() || a.symbol == m_letters[i + 1].symbol)
                continue;
            const Letter& b = m_letters[i + 1];
            const auto [at, isNew] = known.try_emplace(key(a.symbol, b.symbol), pairs.size());
            if (isNew) {
                pairs.push_back({a.symbol, b.symbol, 0, i, a.nodes >= b.nodes, std::min(a.nodes, b.nodes)});
            }
            ++pairs[at->second].count;
        }
        const Pair* best = nullptr;
        for (const Pair& pair : pairs) {
            if (pair.count < 2)
                continue;
            // Two whole blocks are one only if they hardly ever stand alone.
            const int alone = std::max(counts[pair.first], counts[pair.second]);
            if (pair.smallest >= leastNodes && 4 * pair.count < 3 * alone)
                continue;
            const auto rank = [](const Pair& p) { return std::tuple(-p.count, !p.beginsLarge, p.place); };
            if (!best || rank(pair) < rank(*best))
                best = &pair;
        }
        return best ? std::pair(best->first, best->second) : std::pair(-1, -1);
    }

    void replace(const std::pair<int, int>& pair)
    {
        const int symbol = m_nextSymbol++;
        std::size_t kept = 0;
        for (std::size_t i = 0; i < m_letters.size(); ++i) {
            Letter letter = m_letters[i];
            if (i + 1 < m_letters.size() && letter.symbol == pair.first
                && m_letters[i + 1].symbol == pair.second) {
                ++i;
                letter = {symbol, letter.begin, m_letters[i].end, letter.nodes + m_letters[i].nodes};
            }
            m_letters[kept++] = letter;
        }
        m_letters.resize(kept);
    }

    std::vector<Letter> m_letters;
    int m_nextSymbol = 0;
};

class RepeatGrouper {
    struct Child {
        int node = -1;
        int group = -1;
        int position = 0;
        std::uint64_t kind = 0;
        int nodes = 1;
        std::vector<std::size_t> sources = {}; // places of the children that it uses
    };

public:
    RepeatGrouper(ScopeTree& tree, std::span<const std::pair<int, int>> edges,
        std::span<const std::uint64_t> nodeKinds, const std::vector<bool>& stayAtRoot)
        : m_tree(tree)
        , m_edges(edges)
        , m_nodeKinds(nodeKinds)
        , m_stayAtRoot(stayAtRoot)
        , m_structures(groupStructures(tree, edges, nodeKinds))
        , m_position(nodeKinds.size(), 0)
    {
        const std::vector<int> order = stableTopologicalOrder(nodeKinds.size(), edges);
        for (std::size_t i = 0; i < order.size(); ++i)
            m_position[static_cast<std::size_t>(order[i])] = static_cast<int>(i);
    }

    void group(int parent)
    {
        std::vector<Child> children = childrenOf(parent);
        linkChildren(parent, children);
        Text text(lettersOf(children));
        text.compress();
        groupChildren(m_tree, parent, groupsOf(text, children));
    }

private:
    std::vector<Child> childrenOf(int parent)
    {
        std::vector<Child> children;
        const ScopeGroup& own = m_tree.groups[static_cast<std::size_t>(parent)];
        for (const int node : own.nodes) {
            const auto index = static_cast<std::size_t>(node);
            if (m_stayAtRoot.empty() || !m_stayAtRoot[index])
                children.push_back({node, -1, m_position[index], m_nodeKinds[index]});
        }
        m_firstOfGroup.assign(m_tree.groups.size(), static_cast<int>(m_position.size()));
        for (std::size_t node = 0; node < m_position.size(); ++node) {
            for (int above = m_tree.groupOfNode[node]; above >= 0;
                 above = m_tree.groups[static_cast<std::size_t>(above)].parent) {
                int& first = m_firstOfGroup[static_cast<std::size_t>(above)];
                first = std::min(first, m_position[node]);
            }
        }
        for (const int child : own.groups) {
            const auto index = static_cast<std::size_t>(child);
            children.push_back(
                {-1, child, m_firstOfGroup[index], m_structures[index], m_tree.groups[index].nodeCount});
        }
        std::sort(children.begin(), children.end(), [](const Child& a, const Child& b) {
            return std::pair(a.position, a.node) < std::pair(b.position, b.node);
        });
        return children;
    }

    // The child of `parent` that holds a node, as a place in the text; -1 where there is none.
    int placeOf(int node, int parent) const
    {
        if (node < 0 || static_cast<std::size_t>(node) >= m_position.size())
            return -1;
        int group = m_tree.groupOfNode[static_cast<std::size_t>(node)];
        if (group == parent)
            return m_placeOfNode[static_cast<std::size_t>(node)];
        while (group >= 0) {
            const int above = m_tree.groups[static_cast<std::size_t>(group)].parent;
            if (above == parent)
                return m_placeOfGroup[static_cast<std::size_t>(group)];
            group = above;
        }
        return -1;
    }

    void linkChildren(int parent, std::vector<Child>& children)
    {
        m_placeOfNode.assign(m_position.size(), -1);
        m_placeOfGroup.assign(m_tree.groups.size(), -1);
        for (std::size_t place = 0; place < children.size(); ++place) {
            if (children[place].node >= 0)
                m_placeOfNode[static_cast<std::size_t>(children[place].node)] = static_cast<int>(place);
            else
                m_placeOfGroup[static_cast<std::size_t>(children[place].group)] = static_cast<int>(place);
        }
        for (const auto& [from, to] : m_edges) {
            const int source = placeOf(from, parent);
            const int target = placeOf(to, parent);
            if (source >= 0 && source < target)
                children[static_cast<std::size_t>(target)].sources.push_back(
                    static_cast<std::size_t>(source));
        }
        for (Child& child : children) {
            std::sort(child.sources.begin(), child.sources.end());
            child.sources.erase(std::unique(child.sources.begin(), child.sources.end()), child.sources.end());
        }
    }

    // live[i]: children before place i whose values are used at or behind it.
    static std::vector<int> liveValues(const std::vector<Child>& children)
    {
        std::vector<std::size_t> last(children.size(), 0);
        for (std::size_t place = 0; place < children.size(); ++place) {
            for (const std::size_t source : children[place].sources)
                last[source] = std::max(last[source], place);
        }
        std::vector<int> live(children.size() + 1, 0);
        for (std::size_t place = 0; place < children.size(); ++place) {
            if (last[place] > place) {
                ++live[place + 1];
                --live[last[place] + 1];
            }
        }
        for (std::size_t i = 1; i < live.size(); ++i)
            live[i] += live[i - 1];
        return live;
    }

    static std::vector<std::size_t> cutsOf(const std::vector<Child>& children)
    {
        const std::vector<int> live = liveValues(children);
        std::vector<int> sorted(live.begin() + 1, live.end());
        const auto tenth = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 10);
        std::nth_element(sorted.begin(), tenth, sorted.end());
        const int narrow = std::max(1, *tenth);
        std::vector<std::size_t> cuts;
        for (std::size_t place = 1; place < children.size(); ++place) {
            if (live[place] <= narrow)
                cuts.push_back(place);
        }
        cuts.push_back(children.size());
        return cuts;
    }

    // What a child is, and from how far before it its inputs come, seen from the letter that begins at
    // `begin`.
    static std::uint64_t kindAt(const std::vector<Child>& children, std::size_t place, std::size_t begin)
    {
        std::uint64_t hash = children[place].kind;
        for (const std::size_t source : children[place].sources)
            hash = mixed(hash, source >= begin ? place - source : 0);
        return hash;
    }

    static std::vector<Letter> lettersOf(const std::vector<Child>& children)
    {
        std::map<std::uint64_t, int> symbols;
        std::vector<Letter> letters;
        const auto add = [&](std::size_t begin, std::size_t end) {
            std::uint64_t hash = 0;
            int nodes = 0;
            for (std::size_t place = begin; place < end; ++place) {
                hash = mixed(hash, kindAt(children, place, begin));
                nodes += children[place].nodes;
            }
            const auto symbol = symbols.try_emplace(hash, static_cast<int>(symbols.size())).first->second;
            letters.push_back({symbol, begin, end, nodes});
        };
        std::size_t begin = 0;
        for (const std::size_t end : cutsOf(children)) {
            if (end - begin <= longestLetter) {
                add(begin, end);
            } else {
                for (std::size_t place = begin; place < end; ++place)
                    add(place, place + 1);
            }
            begin = end;
        }
        return letters;
    }

    // "A", "B", … "Z", "AA" …
    static std::string letterName(std::size_t number)
    {
        std::string name;
        for (++number; number > 0; number = (number - 1) / 26)
            name.insert(name.begin(), static_cast<char>('A' + (number - 1) % 26));
        return name;
    }

    static std::vector<NewGroup> groupsOf(const Text& text, const std::vector<Child>& children)
    {
        std::map<int, int> counts;
        for (const Letter& letter : text.letters())
            ++counts[letter.symbol];
        std::map<int, std::string> names;
        std::vector<NewGroup> groups;
        for (const Letter& letter : text.letters()) {
            if (counts[letter.symbol] < 2 || letter.nodes < leastNodes || letter.end - letter.begin < 2)
                continue;
            NewGroup made;
            made.name = names.try_emplace(letter.symbol, letterName(names.size())).first->second;
            for (std::size_t place = letter.begin; place < letter.end; ++place) {
                if (children[place].node >= 0)
                    made.nodes.push_back(children[place].node);
                else
                    made.groups.push_back(children[place].group);
            }
            groups.push_back(std::move(made));
        }
        return groups;
    }

    ScopeTree& m_tree;
    std::span<const std::pair<int, int>> m_edges;
    std::span<const std::uint64_t> m_nodeKinds;
    const std::vector<bool>& m_stayAtRoot;
    std::vector<std::uint64_t> m_structures;
    std::vector<int> m_position; // in the topological order
    std::vector<int> m_firstOfGroup;
    std::vector<int> m_placeOfNode;
    std::vector<int> m_placeOfGroup;
};

} // namespace

void groupRepeats(ScopeTree& tree, std::span<const std::pair<int, int>> edges,
    std::span<const std::uint64_t> nodeKinds, const std::vector<bool>& stayAtRoot, int mostChildren)
{
    std::vector<int> large;
    for (std::size_t group = 0; group < tree.groups.size(); ++group) {
        if (static_cast<int>(tree.groups[group].nodes.size()) > mostChildren)
            large.push_back(static_cast<int>(group));
    }
    // Each costs a pass over all edges; a graph of many such groups is cut into sections instead.
    constexpr std::size_t mostGroups = 16;
    if (large.empty() || large.size() > mostGroups)
        return;
    RepeatGrouper grouper(tree, edges, nodeKinds, stayAtRoot);
    for (const int group : large)
        grouper.group(group);
}

} // namespace weightless::widgets
