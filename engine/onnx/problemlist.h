// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/onnx/wirereader.h"

#include <array>
#include <concepts>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace weightless::onnx_io {

// What is wrong with single parts of a file. Of each kind the first are kept and the others counted, and what
// is kept is charged to the reader's budget: a file decides how many there are.
class ProblemList {
public:
    enum class Kind {
        Tensor,
        RepeatedInitializer,
        RepeatedInput,
        RepeatedOutput,
        RepeatedAttribute,
    };
    static constexpr uint64_t mostOfAKind = 100;

    explicit ProblemList(WireReader& reader)
        : m_reader(reader)
    {
    }

    // `text` makes the line; it is called only for problems that are kept.
    void add(Kind kind, std::invocable auto&& text)
    {
        if (++m_counts[static_cast<size_t>(kind)] <= mostOfAKind) {
            keep(text());
        }
    }

    // Kind::Tensor, for one whose data should be in `file`: the first of each file makes a line, which says
    // at its end how many there are.
    void addOfFile(const std::string& file, std::invocable auto&& text)
    {
        if (const auto found = m_files.find(file); found != m_files.end()) {
            ++m_lines[found->second].constants;
            return;
        }
        const size_t lines = m_lines.size();
        add(Kind::Tensor, text);
        if (m_lines.size() > lines) {
            remember(file);
        }
    }

    // One line each, in the order they were found, and then "and 29900 more …" for each kind that has more.
    [[nodiscard]] std::vector<std::string> takeLines();

private:
    struct Line {
        std::string text;
        uint64_t constants = 1; // of one file
    };

    void keep(std::string text);
    void remember(const std::string& file); // the last line is about it

    WireReader& m_reader;
    std::array<uint64_t, 5> m_counts {}; // by kind
    std::vector<Line> m_lines;
    std::map<std::string, size_t> m_files; // the lines about them
};

} // namespace weightless::onnx_io
