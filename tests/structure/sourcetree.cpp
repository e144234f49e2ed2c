// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/structure/sourcetree.h"

#include <algorithm>
#include <fstream>
#include <functional>
#include <regex>
#include <sstream>
#include <stdexcept>

namespace weightless::test {

namespace fs = std::filesystem;

namespace {

std::ifstream open(const fs::path& path)
{
    std::ifstream file(path);
    if (!file) {
        throw std::runtime_error("cannot be read: " + path.string());
    }
    return file;
}

SourceFile readSource(const fs::path& root, const fs::path& path)
{
    static const std::regex include(R"re(\s*#\s*include\s*(["<])([^">]+)[">].*)re");
    SourceFile source;
    source.path = fs::relative(path, root).generic_string();
    std::ifstream file = open(path);
    std::smatch match;
    for (std::string line; std::getline(file, line); ++source.lines) {
        if (line.find('#') != std::string::npos && std::regex_match(line, match, include)) {
            (match[1] == "<" ? source.foreignIncludes : source.projectIncludes).push_back(match[2]);
        }
    }
    return source;
}

std::set<std::string> reachableFrom(const std::string& start, const Edges& edges)
{
    std::set<std::string> reached;
    std::vector<std::string> open {start};
    while (!open.empty()) {
        const std::string node = std::move(open.back());
        open.pop_back();
        const auto targets = edges.find(node);
        if (targets == edges.end()) {
            continue;
        }
        for (const std::string& target : targets->second) {
            if (reached.insert(target).second) {
                open.push_back(target);
            }
        }
    }
    return reached;
}

} // namespace

std::string unitOf(std::string_view path)
{
    std::string unit(path.substr(0, path.rfind('.')));
    for (const std::string_view part : {"_linux", "_windows", "private"}) {
        if (unit.ends_with(part)) {
            unit.erase(unit.size() - part.size());
        }
    }
    return unit;
}

bool isInside(std::string_view path, std::string_view folder)
{
    return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
}

std::vector<SourceFile> readSources(const fs::path& root, const std::vector<std::string>& folders)
{
    std::vector<SourceFile> sources;
    for (const std::string& folder : folders) {
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / folder)) {
            if (entry.path().extension() == ".h" || entry.path().extension() == ".cpp") {
                sources.push_back(readSource(root, entry.path()));
            }
        }
    }
    std::sort(sources.begin(), sources.end(),
        [](const SourceFile& a, const SourceFile& b) { return a.path < b.path; });
    return sources;
}

std::map<std::string, std::vector<std::string>> readRules(const fs::path& path)
{
    std::map<std::string, std::vector<std::string>> rules;
    std::ifstream file = open(path);
    for (std::string line; std::getline(file, line);) {
        std::istringstream words(line.substr(0, line.find('#')));
        std::string name;
        if (!(words >> name)) {
            continue;
        }
        if (name.ends_with(':')) {
            name.pop_back();
        }
        std::vector<std::string>& values = rules[name];
        for (std::string word; words >> word;) {
            values.push_back(word);
        }
    }
    return rules;
}

Edges unitEdges(const std::vector<SourceFile>& sources)
{
    Edges edges;
    for (const SourceFile& source : sources) {
        const std::string unit = unitOf(source.path);
        std::set<std::string>& targets = edges[unit];
        for (const std::string& include : source.projectIncludes) {
            if (unitOf(include) != unit) {
                targets.insert(unitOf(include));
            }
        }
    }
    return edges;
}

std::vector<std::set<std::string>> circles(const Edges& edges)
{
    std::map<std::string, std::set<std::string>> reached;
    for (const auto& [node, targets] : edges) {
        reached.emplace(node, reachableFrom(node, edges));
    }
    std::set<std::set<std::string>> found;
    for (const auto& [node, nodesAfter] : reached) {
        if (!nodesAfter.contains(node)) {
            continue;
        }
        std::set<std::string> circle;
        for (const std::string& other : nodesAfter) {
            const auto back = reached.find(other);
            if (back != reached.end() && back->second.contains(node)) {
                circle.insert(other);
            }
        }
        found.insert(std::move(circle));
    }
    return {found.begin(), found.end()};
}

} // namespace weightless::test
