// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/arguments/arguments.h"
#include "engine/base/outputfile.h"
#include "engine/model/model.h"

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace weightless::cli {

// UsageError for no name, and for "-", which elsewhere means standard output.
void requireFileName(const std::string& option, const std::filesystem::path& path);

// The files that a verb was told to write. They are named before the work begins, which may take minutes to
// what cannot be written, and take their names together when all of it is done.
class Outputs {
public:
    // `option` is what the user knows the file by. UsageError without a name, and when an earlier one is the
    // same file; Io when it cannot be written.
    [[nodiscard]] OutputFile& open(const std::string& option, const std::filesystem::path& path);
    // The file that the option names; null when it was not given.
    [[nodiscard]] OutputFile* openGiven(const Arguments& arguments, const std::string& option);
    // The same of a file that somebody else writes.
    void expect(const std::string& option, const std::filesystem::path& path);

    // One of them is there already.
    [[nodiscard]] bool replaceFiles() const;
    // InvalidArgument when one of them is a file that a model is read from.
    void checkAgainst(const Model& model) const;
    void checkAgainst(std::span<const FileIdentity> sources) const;
    // UsageError when one of them is this file, which the other option reads.
    void checkAgainst(const std::string& option, const std::filesystem::path& source) const;

    // Those that were opened. All are on the disk before the first takes its name. Io.
    void commit();

private:
    struct Target {
        std::string option;
        std::filesystem::path path;
        std::filesystem::path place; // whatever the path is called
    };

    void add(const std::string& option, const std::filesystem::path& path);

    std::vector<Target> m_targets;
    std::vector<std::unique_ptr<OutputFile>> m_files;
};

} // namespace weightless::cli
