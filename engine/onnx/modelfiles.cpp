// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/onnx/modelfiles.h"

#include "engine/base/error.h"
#include "engine/base/folder.h"
#include "engine/base/text.h"
#include "engine/onnx/datalocations.h"
#include "engine/onnx/tensorplacement.h"

#include <algorithm>
#include <optional>
#include <system_error>
#include <utility>

namespace weightless::onnx_io {

namespace fs = std::filesystem;

namespace {

// More models than anybody keeps in one folder; each of them is read before old data is removed.
constexpr size_t mostNeighbours = 256;

fs::path pathFromText(const std::string& text)
{
    return std::u8string(text.begin(), text.end());
}

bool isModelName(const fs::path& name)
{
    return lowerCase(displayPath(name.extension())) == ".onnx";
}

// Every data file that the model and the other ones of its folder name; nullopt when that is not to be known.
std::optional<std::set<FileNumber>> namedFilesOf(const fs::path& model, const OutputSystem& system)
{
    const fs::path folder = model.parent_path();
    std::set<fs::path> models;
    for (const fs::path& name : system.namesIn(folder)) {
        if (isModelName(name) || name == model.filename()) {
            models.insert(folder / name);
        }
    }
    if (models.size() > mostNeighbours) {
        return std::nullopt;
    }
    std::set<FileNumber> named;
    for (const fs::path& each : models) {
        const auto locations = dataLocationsOf(each);
        if (!locations) {
            return std::nullopt;
        }
        for (const fs::path& location : *locations) {
            std::error_code error;
            const fs::path file = canonicalPath(folder / location, error);
            if (const auto number = error ? std::nullopt : fileNumberOf(file)) {
                named.insert(*number);
            }
        }
    }
    return named;
}

} // namespace

ModelFiles::ModelFiles(const fs::path& model, std::vector<std::string> dataNames,
    const std::vector<FileIdentity>& kept, OutputSystem& system, const std::stop_token& stop)
    : m_system(system)
    , m_model((checkReplaceable(model), model))
    , m_dataNames(std::move(dataNames))
    , m_lock(model, system)
{
    clearUpAfterOthers();
    findOldFiles(kept, stop);
}

fs::path ModelFiles::pathOf(const std::string& dataName) const
{
    return m_model.parent_path() / pathFromText(dataName);
}

void ModelFiles::clearUpAfterOthers()
{
    removeAbandonedOf(m_model, m_system);
    if (auto note = SaveNote::parse(m_lock.abandonedNote())) {
        std::vector<SaveNote::NamedFile> files = std::move(note->newFiles);
        if (fileNumberOf(m_model) == note->model) {
            std::ranges::move(note->oldFiles, std::back_inserter(files));
        }
        removeUnnamed(std::move(files), {});
    }
}

void ModelFiles::findOldFiles(const std::vector<FileIdentity>& kept, const std::stop_token& stop)
{
    if (!fileNumberOf(m_model)) {
        return;
    }
    m_oldLocations = dataLocationsOf(m_model, stop).value_or(std::set<fs::path>());
    for (const fs::path& location : m_oldLocations) {
        const auto number = fileNumberOf(m_model.parent_path() / location);
        const auto isIt = [&](const FileIdentity& each) {
            return number == FileNumber {each.device, each.inode};
        };
        if (!number || std::ranges::any_of(kept, isIt)) {
            continue;
        }
        const std::string name = displayPath(location);
        const bool isOurs = location == location.filename()
            && std::ranges::any_of(
                m_dataNames, [&](const std::string& dataName) { return isDataFileNameFor(dataName, name); });
        (isOurs ? m_oldFiles : m_otherFiles).push_back({*number, name});
    }
}

bool ModelFiles::isFree(const std::string& dataName) const
{
    std::error_code error;
    return fs::symlink_status(pathOf(dataName), error).type() == fs::file_type::not_found
        && !m_oldLocations.contains(pathFromText(dataName));
}

OutputFile& ModelFiles::add(const fs::path& target)
{
    if (!m_files.empty()) {
        m_files.back()->finish();
    }
    m_files.push_back(std::make_unique<OutputFile>(target, m_model, m_system));
    return *m_files.back();
}

SaveNote ModelFiles::noteOf() const
{
    SaveNote note;
    note.oldFiles = m_oldFiles;
    for (const auto& file : m_files) {
        const FileNumber number = fileNumberOf(file->temporary()).value_or(FileNumber());
        if (file == m_files.back()) {
            note.model = number;
        } else {
            note.newFiles.push_back({number, displayPath(file->target().filename())});
        }
    }
    return note;
}

void ModelFiles::publish()
{
    for (size_t i = 0; i + 1 < m_files.size(); ++i) {
        m_files[i]->publish();
    }
    if (m_files.size() > 1) {
        m_system.syncFolder(m_model.parent_path()); // or else the model's new name may last, and theirs not
    }
}

void ModelFiles::commit()
{
    m_files.back()->finish();
    m_lock.note(noteOf().toText());
    try {
        publish();
        m_files.back()->commit();
    } catch (...) {
        if (m_files.back()->isCommitted()) {
            m_lock.keepNote(); // the old data stays until the new model is known to last
            throw;
        }
        for (const auto& file : m_files) {
            if (file->isCommitted()) {
                m_system.remove(file->target());
            }
        }
        throw;
    }
    removeUnnamed(std::exchange(m_oldFiles, {}), std::exchange(m_otherFiles, {}));
}

bool ModelFiles::isThere(const SaveNote::NamedFile& file) const
{
    return fileNumberOf(pathOf(file.name)) == file.number;
}

// Best effort: the model that is there is whole, with or without these.
void ModelFiles::removeUnnamed(
    std::vector<SaveNote::NamedFile> files, std::vector<SaveNote::NamedFile> others)
{
    try {
        std::erase_if(files, [this](const SaveNote::NamedFile& file) {
            return fs::path(file.name).has_parent_path() || !isThere(file);
        });
        std::erase_if(others, [this](const SaveNote::NamedFile& file) { return !isThere(file); });
        const auto named = files.empty() && others.empty() ? std::nullopt : namedFilesOf(m_model, m_system);
        for (const SaveNote::NamedFile& file : files) {
            if (named && !named->contains(file.number)) {
                m_system.remove(pathOf(file.name));
                if (isThere(file)) {
                    m_lock.keepNote(); // the next save may be able to
                }
            }
        }
        std::ranges::move(files, std::back_inserter(others));
        for (const SaveNote::NamedFile& file : others) {
            if (isThere(file) && (!named || !named->contains(file.number))) {
                m_left.push_back(file.name);
            }
        }
    } catch (...) {
        m_lock.keepNote();
    }
}

} // namespace weightless::onnx_io
