// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/zoo/zoo.h"

#include "engine/base/error.h"
#include "engine/base/file.h"
#include "engine/base/folder.h"
#include "engine/reference/testdata.h"

#include <algorithm>

namespace weightless::cli {

namespace {

namespace fs = std::filesystem;

// What cannot be examined (a link in a circle, something on a disk that fails) is none, and no reason to give
// up what is beside it.
bool isFolder(const fs::path& path)
{
    std::error_code ignored;
    return fs::is_directory(path, ignored);
}

// Throws filesystem_error.
std::vector<fs::path> pathsIn(const fs::path& folder)
{
    std::error_code error;
    std::vector<fs::path> paths = namesIn(folder, error);
    if (error) {
        throw fs::filesystem_error("cannot list", folder, error);
    }
    for (fs::path& path : paths) {
        path = folder / path;
    }
    return paths;
}

fs::path modelOf(const fs::path& folder)
{
    std::error_code ignored;
    if (fs::exists(folder / "model.onnx", ignored)) {
        return folder / "model.onnx";
    }
    std::vector<fs::path> models;
    for (fs::path& path : pathsIn(folder)) {
        if (path.extension() == ".onnx" && fs::is_regular_file(path, ignored)) {
            models.push_back(std::move(path));
        }
    }
    return models.size() == 1 ? models.front() : fs::path {};
}

void addFolder(const fs::path& folder, const fs::path& root, std::vector<ZooModel>& models)
{
    std::vector<fs::path> dataSets = testDataSetsIn(folder);
    if (!dataSets.empty()) {
        // With the same separators on every system: files of such names are kept.
        const std::u8string below = folder.lexically_relative(root).generic_u8string();
        const std::string name = folder == root ? lastName(root) : std::string(below.begin(), below.end());
        models.push_back({name, modelOf(folder), std::move(dataSets)});
    }
}

std::vector<ZooModel> modelsBelow(const fs::path& root)
{
    std::vector<ZooModel> models;
    if (fs::is_regular_file(root)) {
        const fs::path folder = root.has_parent_path() ? root.parent_path() : fs::path(".");
        std::vector<fs::path> dataSets = testDataSetsIn(folder);
        if (!dataSets.empty()) {
            models.push_back({lastName(root), root, std::move(dataSets)});
        }
        return models;
    }
    // Links are followed to models but not searched, so that none leads round in a circle.
    std::vector<fs::path> folders {root};
    while (!folders.empty()) {
        const fs::path folder = std::move(folders.back());
        folders.pop_back();
        try {
            addFolder(folder, root, models);
            std::error_code ignored;
            for (fs::path& path : pathsIn(folder)) {
                if (isFolder(path) && !isTestDataSet(path) && !fs::is_symlink(path, ignored)) {
                    folders.push_back(std::move(path));
                }
            }
        } catch (const fs::filesystem_error& error) {
            if (folder == root || error.code() != std::errc::permission_denied) {
                throw;
            }
        }
    }
    std::ranges::sort(models, {}, &ZooModel::name);
    return models;
}

} // namespace

std::vector<ZooModel> findZooModels(std::span<const std::filesystem::path> paths)
{
    std::vector<ZooModel> all;
    for (const fs::path& path : paths) {
        try {
            if (!fs::exists(path)) {
                throw Error(ErrorKind::Io, "'" + displayPath(path) + "' does not exist");
            }
            std::vector<ZooModel> models = modelsBelow(path);
            if (models.empty()) {
                throw Error(ErrorKind::InvalidArgument,
                    "'" + displayPath(path)
                        + "' has no model with test data at or below it: a model.onnx beside a folder "
                          "test_data_set_0");
            }
            std::ranges::move(models, std::back_inserter(all));
        } catch (const fs::filesystem_error& error) {
            throw Error(
                ErrorKind::Io, "'" + displayPath(path) + "' cannot be searched: " + error.code().message());
        }
    }
    return all;
}

} // namespace weightless::cli
