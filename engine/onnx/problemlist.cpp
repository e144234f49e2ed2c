// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/onnx/problemlist.h"

#include "engine/onnx/problemtexts.h"

#include <utility>

namespace weightless::onnx_io {

namespace {

constexpr std::array<std::string_view, 5> manyOfAKind {uncountedTensors,
    "initializers that stand more than once", "inputs of one name", "outputs that are defined before",
    "attributes that stand more than once"};

} // namespace

std::vector<std::string> ProblemList::takeLines()
{
    for (size_t kind = 0; kind < m_counts.size(); ++kind) {
        if (m_counts[kind] > mostOfAKind) {
            m_lines.push_back("and " + std::to_string(m_counts[kind] - mostOfAKind) + " more "
                + std::string(manyOfAKind[kind]));
        }
    }
    return std::exchange(m_lines, {});
}

void ProblemList::keep(std::string line)
{
    m_reader.charge(sizeof(std::string) + line.size(), 0);
    m_lines.push_back(std::move(line));
}

} // namespace weightless::onnx_io
