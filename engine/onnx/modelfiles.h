// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/file.h"
#include "engine/base/outputfile.h"
#include "engine/base/writerlock.h"
#include "engine/onnx/savenote.h"

#include <filesystem>
#include <memory>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

namespace weightless::onnx_io {

// The files of one model while they are written: data files, and last the model. There is one moment at which
// the new model takes the place of the old one, and it names data files that are on the disk by then, under
// names that no file had and the old model did not name. Before it everything is as it was, after it
// everything is new; the old model's data goes afterwards. A process that is killed leaves files that the
// next save of the same model removes.
class ModelFiles {
public:
    // Waits for nobody: Io when the model is being written by somebody else, or is no regular file. Of what
    // the old model names, only files that saving makes are removed: those whose names come from one of
    // `dataNames` (isDataFileNameFor()). What else it names may be anything, and a model may come from
    // anywhere. The files of `kept` stay. Cancelled.
    ModelFiles(const std::filesystem::path& model, std::vector<std::string> dataNames,
        const std::vector<FileIdentity>& kept, OutputSystem& system, const std::stop_token& stop);

    // A data file of this name, without a folder, would be nobody's but the new model's.
    [[nodiscard]] bool isFree(const std::string& dataName) const;

    // The next file to write, which finishes the one before: there may be more than a process may hold open.
    [[nodiscard]] OutputFile& add(const std::filesystem::path& target);

    // The file that was added last is the model. After an Io error the old files are as they were, or (the
    // folder could not be brought to the disk) the new ones are all there.
    void commit();

    // What the old model named and is there still, though no other model is known to name it: relative to the
    // model's folder, after commit().
    [[nodiscard]] const std::vector<std::string>& left() const { return m_left; }

private:
    void clearUpAfterOthers();
    void findOldFiles(const std::vector<FileIdentity>& kept, const std::stop_token& stop);
    void publish();
    [[nodiscard]] bool isThere(const SaveNote::NamedFile& file) const;
    void removeUnnamed(std::vector<SaveNote::NamedFile> files, std::vector<SaveNote::NamedFile> others);
    [[nodiscard]] SaveNote noteOf() const;
    [[nodiscard]] std::filesystem::path pathOf(const std::string& dataName) const;

    OutputSystem& m_system;
    std::filesystem::path m_model;
    std::vector<std::string> m_dataNames;
    WriterLock m_lock;
    std::set<std::filesystem::path> m_oldLocations; // that the old model names
    std::vector<SaveNote::NamedFile> m_oldFiles; // those that go
    std::vector<SaveNote::NamedFile> m_otherFiles; // those that stay
    std::vector<std::string> m_left;
    std::vector<std::unique_ptr<OutputFile>> m_files;
};

} // namespace weightless::onnx_io
