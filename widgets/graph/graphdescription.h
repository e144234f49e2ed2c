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
        // One line, for instance "kernel_shape 3×3, strides 2×2". May be empty.
        QString attributes;
        // The values that it makes.
        std::vector<int> outputs;
        // The node whose body (a branch, a loop's body, what a function does) holds this one, and that body's
        // name. A body's node stands behind the one that owns it.
        int owner = -1;
        QString body;
    };

    struct Edge {
        int from = -1;
        int to = -1;
        // Text drawn at the edge where its value has none, for instance "1×320×64×64". May be empty.
        QString label;
        // What flows along it, an index into `values`; -1 where nothing is known.
        int value = -1;
        // Which input of `to` it is; -1 where that is not known.
        int input = -1;
    };

    // What a node makes and others take.
    struct Value {
        QString name;
        QString type;
        QString shape;
        qint64 sizeBytes = -1; // -1: not known
    };

    struct Constant {
        QString name;
        qint64 sizeBytes = 0;
        qint64 elementCount = 0;
        // Small, and read when the model was opened: never hollow.
        bool isKnown = false;
        QString type;
        QString shape;
        // Its value in a few characters, where it is known.
        QString text;
    };

    using Values = std::vector<Value>;

    std::vector<Node> nodes;
    std::vector<Edge> edges;
    Values values;
    std::vector<Constant> constants;
};

// The colour group of an ONNX operator: "convolution", "matmul", "normalization", "activation",
// "elementwise", "shape", "reduction", "pooling", "quantization", "control" or "other".
QString graphCategory(const QString& opType);

} // namespace weightless::widgets
