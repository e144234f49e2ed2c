// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/hosttensor.h"

#include <cstddef>
#include <span>
#include <vector>

namespace weightless {

// By how much a score may lie beyond 0 … 1: rounding leaves that range a little, that of quantized heads by
// some steps.
inline constexpr double scoreRounding = 0.1;

// What the scores of boxes mean, which their values tell. From 0 to 1 (and -1 where boxes are left out) they
// are shares already, the first class the background where those of each box add up to 1. Others are logits:
// of DETR's kind, where the last class leads most boxes and stands for nothing, and else each on its own.
class BoxScores {
public:
    // The values of `count` boxes from `first` on, of `classes` each; `scores` must outlive it.
    BoxScores(const HostTensor& scores, size_t first, size_t count, size_t classes);

    // The classes that are something: from this one …
    [[nodiscard]] size_t firstClass() const { return m_meaning == Meaning::AfterBackground ? 1 : 0; }
    // … to the one before this.
    [[nodiscard]] size_t endClass() const
    {
        return m_meaning == Meaning::LogitsBeforeNothing ? m_classes - 1 : m_classes;
    }
    // A share for each class of a box, counted from the first, 0 … 1 where it is finite. It holds until the
    // next call.
    [[nodiscard]] std::span<const double> ofBox(size_t box);

private:
    enum class Meaning { Shares, AfterBackground, Logits, LogitsBeforeNothing };

    void read(size_t box);
    [[nodiscard]] Meaning meaningOf(size_t count);

    const HostTensor& m_scores;
    size_t m_first;
    size_t m_classes;
    std::vector<double> m_values; // of the box that was read last
    Meaning m_meaning;
};

} // namespace weightless
