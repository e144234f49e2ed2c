// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace weightless::widgets {

enum class ScopeKind {
    Root,
    // Made from node names.
    Named,
    // A run of the topological order, where names do not divide a large graph.
    Section,
    // A run that occurs more than once where names do not divide a graph.
    Repeat,
    // Nodes that compute nothing but shapes.
    Shapes,
    // A node that has bodies, and one of them.
    Owner,
    Body
};

struct ScopeGroup {
    ScopeKind kind = ScopeKind::Named;
    // Relative to the parent; "a/b/c" where scopes with one child were merged. Empty for sections.
    std::string name;
    // From the root, without a leading slash. Unique, except that a hostile name may look like a section's.
    std::string path;
    // Of a section, a repeat, or shapes: 1-based number among its siblings, and how many there are.
    int sectionNumber = 0;
    int sectionCount = 0;
    // Of an owner: the node.
    int node = -1;
    int parent = -1;
    int depth = 0;
    // Direct children, each in the order of the graph.
    std::vector<int> groups;
    std::vector<int> nodes;
    // Nodes in here and in all groups below; in a GraphTree, without graph inputs and outputs.
    int nodeCount = 0;
};

// Groups of groups of nodes. groups[0] is the root; a parent stands before its children.
struct ScopeTree {
    std::vector<ScopeGroup> groups;
    std::vector<int> groupOfNode;
};

struct ScopeOptions {
    // A group with more direct children is cut into sections.
    int maxChildren = 500;
    // Deeper scopes stay part of the last name.
    int maxDepth = 24;
};

// Builds the tree from node names: everything before the last '/' is the scope ('.' where no name has a
// slash). A scope that holds one node only is left out, a scope that holds one scope only is merged with it.
// `stayAtRoot` is empty or has one flag per node: flagged nodes (graph inputs and outputs) are kept out of
// all groups. Edges are pairs of node indices; those out of range are ignored. Cycles are allowed.
ScopeTree buildScopeTree(std::span<const std::string> names, std::span<const std::pair<int, int>> edges,
    const std::vector<bool>& stayAtRoot = {}, const ScopeOptions& options = {});

// The first part of buildScopeTree(): by names only, groups of any size.
ScopeTree scopesOfNames(std::span<const std::string> names, const std::vector<bool>& stayAtRoot = {},
    const ScopeOptions& options = {});

// A topological order that follows the given numbering where it can; arcs that close cycles are ignored.
std::vector<int> stableTopologicalOrder(std::size_t nodeCount, std::span<const std::pair<int, int>> edges);

} // namespace weightless::widgets
