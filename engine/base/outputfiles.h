// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/outputfile.h"
#include "engine/base/writerlock.h"

#include <cstddef>
#include <deque>
#include <filesystem>
#include <functional>

namespace weightless {

// Files of one folder that belong together, however many: none replaces anything before all are on the disk.
// One lock, that of `owner`, is held for all of them, so that each may be closed once it is written: whoever
// else writes for that owner waits, and takes none of them for abandoned.
class OutputFiles {
public:
    // `owner` is a name in their folder, of one of them or of none. Io when somebody else is writing for it.
    explicit OutputFiles(const std::filesystem::path& owner, OutputSystem& system = OutputSystem::native());

    // The next file to write, which finishes the one before.
    [[nodiscard]] OutputFile& add(const std::filesystem::path& target);

    // Each takes its target's name. Io where one cannot, which tells those that have replaced something by
    // then: none, unless what lies at a target changed meanwhile or the system refused a name.
    void commit(const std::function<void(size_t named)>& onNamed = {});

private:
    OutputSystem& m_system;
    std::filesystem::path m_owner;
    WriterLock m_lock;
    std::deque<OutputFile> m_files;
};

} // namespace weightless
