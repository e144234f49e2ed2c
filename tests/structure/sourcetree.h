// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace weightless::test {

// One source or header of the project.
struct SourceFile {
    std::string path; // from the root, with slashes
    size_t lines = 0;
    std::vector<std::string> projectIncludes; // "…", from the root
    std::vector<std::string> foreignIncludes; // <…>

    [[nodiscard]] bool isHeader() const { return path.ends_with(".h"); }
};

// A header, the sources that define what it declares (one for each system) and its private header are one
// unit: the path without its extension, the system's name and "private".
[[nodiscard]] std::string unitOf(std::string_view path);

// `path` is `folder` or lies in it.
[[nodiscard]] bool isInside(std::string_view path, std::string_view folder);

// Every *.h and *.cpp below the folders, ordered by path.
[[nodiscard]] std::vector<SourceFile> readSources(
    const std::filesystem::path& root, const std::vector<std::string>& folders);

// The lines "name: word word" of a list of rules, comments and empty lines left out.
[[nodiscard]] std::map<std::string, std::vector<std::string>> readRules(const std::filesystem::path& path);

using Edges = std::map<std::string, std::set<std::string>>;

// Which unit's files include which other unit.
[[nodiscard]] Edges unitEdges(const std::vector<SourceFile>& sources);

// The sets of more than one node from each of which every other can be reached.
[[nodiscard]] std::vector<std::set<std::string>> circles(const Edges& edges);

} // namespace weightless::test
