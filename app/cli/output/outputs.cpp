// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output/outputs.h"

#include "app/cli/verbs/verbs.h"
#include "engine/base/file.h"
#include "engine/base/folder.h"
#include "engine/model/sourcefiles.h"
#include "engine/onnx/datalocations.h"

#include <algorithm>
#include <system_error>

namespace weightless::cli {

namespace fs = std::filesystem;

namespace {

// Links to folders are followed, one in the file's own place is not: that would be replaced.
fs::path placeOf(const fs::path& path)
{
    std::error_code error;
    const fs::path folder = canonicalPath(path.has_parent_path() ? path.parent_path() : fs::path("."), error);
    return error ? path.lexically_normal() : folder / path.filename();
}

} // namespace

void requireFileName(const std::string& option, const fs::path& path)
{
    if (path.empty()) {
        throw UsageError("'" + option + "' needs the name of a file, not ''");
    }
    if (path == "-") {
        throw UsageError("'" + option + "' needs the name of a file: '-' is not standard output here; './-' "
            + "is a file of that name");
    }
}

void Outputs::add(const std::string& option, const fs::path& path)
{
    requireFileName(option, path);
    Target target {option, path, placeOf(path)};
    const auto other = std::ranges::find(m_targets, target.place, &Target::place);
    if (other != m_targets.end()) {
        throw UsageError("'" + other->option + "' and '" + option + "' cannot both be written to '"
            + displayPath(path) + "'; choose another name for one of them");
    }
    m_targets.push_back(std::move(target));
}

OutputFile& Outputs::open(const std::string& option, const fs::path& path)
{
    add(option, path);
    m_files.push_back(std::make_unique<OutputFile>(path));
    return *m_files.back();
}

OutputFile* Outputs::openGiven(const Arguments& arguments, const std::string& option)
{
    const auto path = arguments.value(option);
    return path ? &open(option, pathFromUtf8(*path)) : nullptr;
}

void Outputs::expect(const std::string& option, const fs::path& path)
{
    add(option, path);
    checkTarget(path);
}

bool Outputs::replaceFiles() const
{
    return std::ranges::any_of(m_targets, [](const Target& target) {
        std::error_code error;
        return fs::is_regular_file(target.path, error);
    });
}

void Outputs::checkAgainst(const Model& model) const
{
    checkAgainst(sourceFilesOf(model));
    if (replaceFiles()) { // or else the model need not be walked
        checkAgainst(onnx_io::dataFilesNamedBy(model.path));
    }
}

void Outputs::checkAgainst(std::span<const FileIdentity> sources) const
{
    for (const Target& target : m_targets) {
        checkNoSource(target.path, sources);
    }
}

void Outputs::checkAgainst(const std::string& option, const fs::path& source) const
{
    for (const Target& target : m_targets) {
        std::error_code error;
        if (fs::equivalent(target.path, source, error)) {
            throw UsageError("'" + target.option + "' would replace '" + displayPath(target.path)
                + "', which '" + option + "' reads; choose another name or folder");
        }
    }
}

void Outputs::commit()
{
    for (const auto& file : m_files) {
        file->sync();
    }
    for (const auto& file : m_files) {
        file->commit();
    }
}

} // namespace weightless::cli
