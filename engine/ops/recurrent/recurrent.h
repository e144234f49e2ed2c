// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/nodeview.h"

#include <array>
#include <cstdint>

namespace weightless::ops::recurrent {

enum class Cell { Rnn, Lstm, Gru };

// What one launch of recurrent.comp does; numbers as there.
enum class StepKind : uint32_t { Rnn, Lstm, GruGates, GruState, GruLinear };

// One of the functions f, g, h; numbers as in recurrent.comp.
struct Activation {
    uint32_t function = 0;
    float alpha = 0;
    float beta = 0;
};

// A checked node. Inputs: x, w, r, bias, sequence_lens, initial_h, and for LSTM initial_c and peepholes.
struct Recurrence {
    Cell cell = Cell::Rnn;
    int64_t gates = 1;
    int64_t steps = 0;
    int64_t batch = 0;
    int64_t features = 0;
    int64_t hidden = 0;
    int64_t directions = 1;
    bool isReverse = false; // of the only direction
    bool isBatchFirst = false; // layout = 1
    std::array<std::array<Activation, 3>, 2> activations {}; // by direction; f, g, h
};

// InvalidArgument, naming the input or attribute, when the node is none.
[[nodiscard]] Recurrence recurrenceOf(const NodeView& node, Cell cell);

void lowerRecurrence(LoweringContext& context, const Recurrence& recurrence);

} // namespace weightless::ops::recurrent
