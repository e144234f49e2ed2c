// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <vector>

namespace weightless::widgets {

enum class GraphNodeKind { Operator, Input, Output };

// What a GraphView shows: plain values, no engine types. Graph inputs and outputs are nodes of their own kind
// in the same index space, so that edges can name them.
struct GraphDescription {
    struct Node {
        // Full name; '/' separates scopes ("/down_blocks.0/attentions.0/to_q/MatMul"). May be empty.
        QString name;
        QString opType;
        // Colour group; empty means "decide from opType" (see graphCategory).
        QString category;
        // Indices into `constants`: the initializers that this node consumes.
        std::vector<int> constants;
        GraphNodeKind kind = GraphNodeKind::Operator;
        // One line for the tooltip, for instance shapes and types of inputs and outputs. May be empty.
        QString details;
    };

    struct Edge {
        int from = -1;
        int to = -1;
        // Shape text drawn at the edge, for instance "1×320×64×64". May be empty.
        QString label;
    };

    struct Constant {
        QString name;
        qint64 sizeBytes = 0;
    };

    std::vector<Node> nodes;
    std::vector<Edge> edges;
    std::vector<Constant> constants;
};

// The colour group of an ONNX operator: "convolution", "matmul", "normalization", "activation",
// "elementwise", "shape", "reduction", "pooling", "quantization", "control" or "other".
QString graphCategory(const QString& opType);

} // namespace weightless::widgets
