// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/inputs/constantname.h"

#include "app/cli/arguments/arguments.h"
#include "engine/base/error.h"
#include "engine/base/file.h"
#include "engine/base/text.h"

#include <algorithm>
#include <optional>

namespace weightless::cli {

namespace {

// Constants whose name a text is, or ends with behind a path, with a number or without.
std::vector<ConstantPath> candidatesFor(const Model& model, const std::string& text)
{
    const std::string unnumbered = text.substr(0, text.find_last_of('#'));
    return constantPaths(model, [&](const ConstantInfo& constant) {
        const auto isMeant = [&](const std::string& by) {
            return by == constant.name || by.ends_with("/" + constant.name);
        };
        return isMeant(text) || isMeant(unnumbered);
    });
}

std::vector<std::string> pathsOf(const std::vector<ConstantPath>& candidates)
{
    std::vector<std::string> paths;
    paths.reserve(candidates.size());
    for (const ConstantPath& candidate : candidates) {
        paths.push_back(candidate.path);
    }
    return paths;
}

[[noreturn]] void failAmbiguous(
    const Model& model, const std::string& name, std::vector<ConstantPath> candidates)
{
    std::erase_if(candidates, [&](const ConstantPath& each) { return each.constant->name != name; });
    throw Error(ErrorKind::InvalidArgument,
        std::to_string(candidates.size()) + " tensors of '" + displayPath(model.path) + "' are named '" + name
            + "'; say which by its path: " + listedPaths(pathsOf(candidates)));
}

[[noreturn]] void failUnknown(
    const Model& model, const std::string& name, const std::vector<ConstantPath>& candidates)
{
    std::vector<std::string> names;
    forEachConstant(model, [&](const auto& constant) { names.push_back(constant->name); });
    const auto suggestion = closestName(name, names);
    throw Error(ErrorKind::InvalidArgument,
        "'" + displayPath(model.path) + "' has no tensor named '" + name + "'"
            + (!candidates.empty() ? "; what it ends in is the name of " + listedPaths(pathsOf(candidates))
                    : suggestion   ? "; did you mean '" + *suggestion + "'?"
                                   : "; 'weightless-cli inspect' lists them"));
}

} // namespace

NamedConstant constantNamed(const Model& model, const std::string& name)
{
    const std::vector<ConstantPath> all = candidatesFor(model, name);
    const auto isOfName = [&](const ConstantPath& candidate) { return candidate.constant->name == name; };
    auto found = std::ranges::find(all, name, &ConstantPath::path);
    if (found == all.end()) {
        const auto count = std::ranges::count_if(all, isOfName);
        if (count > 1) {
            failAmbiguous(model, name, all);
        }
        found = std::ranges::find_if(all, isOfName);
    }
    if (found == all.end()) {
        failUnknown(model, name, all);
    }
    NamedConstant result {found->constant, found->constant->name, {}};
    for (const ConstantPath& each : all) {
        if (each.constant != found->constant && each.constant->name == found->constant->name) {
            result.others.push_back(each.path);
        }
    }
    if (!result.others.empty()) {
        result.shown = found->path;
    }
    return result;
}

std::string listedPaths(const std::vector<std::string>& paths)
{
    constexpr size_t mostNamed = 6;
    std::string text;
    for (size_t i = 0; i < std::min(paths.size(), mostNamed); ++i) {
        text += (i == 0 ? "'" : ", '") + paths[i] + "'";
    }
    return paths.size() > mostNamed ? text + " and " + std::to_string(paths.size() - mostNamed) + " more"
                                    : text;
}

} // namespace weightless::cli
