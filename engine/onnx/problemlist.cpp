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
    std::vector<std::string> lines;
    for (Line& line : std::exchange(m_lines, {})) {
        if (line.constants > 1) {
            line.text += std::string(constantsOfTheFile) + std::to_string(line.constants) + ")";
        }
        lines.push_back(std::move(line.text));
    }
    for (size_t kind = 0; kind < m_counts.size(); ++kind) {
        if (m_counts[kind] > mostOfAKind) {
            lines.push_back("and " + std::to_string(m_counts[kind] - mostOfAKind) + " more "
                + std::string(manyOfAKind[kind]));
        }
    }
    m_files.clear();
    return lines;
}

void ProblemList::keep(std::string text)
{
    m_reader.charge(sizeof(Line) + text.size(), 0);
    m_lines.push_back({.text = std::move(text)});
}

void ProblemList::remember(const std::string& file)
{
    m_reader.charge(sizeof(decltype(m_files)::value_type) + file.size(), 0);
    m_files.emplace(file, m_lines.size() - 1);
}

} // namespace weightless::onnx_io
