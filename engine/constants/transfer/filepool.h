// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/file.h"
#include "engine/model/model.h"

#include <deque>
#include <memory>
#include <mutex>
#include <set>
#include <vector>

namespace weightless {

// Files of a load, opened on first use and checked to be the ones the model was read from. Keeps the most
// recently used few open, so that a model with one data file per tensor does not exhaust the system's
// handles. Any thread.
class FilePool {
public:
    // Io when the file is gone or was changed since the model was opened.
    [[nodiscard]] std::shared_ptr<const File> open(const FileReference& reference);

    // Something else that is read from, whoever opened it.
    void noteResource(const std::shared_ptr<const ByteSource>& resource);

    // Io when a file or resource that was read from was changed meanwhile: what was read may be of both.
    void checkUnchanged() const;

    // What checkUnchanged() would refuse, all of it.
    struct Changed {
        std::vector<std::shared_ptr<const File>> files;
        std::set<std::shared_ptr<const ByteSource>> resources;

        [[nodiscard]] bool contains(const ConstantSource& source) const;
    };
    [[nodiscard]] Changed changed() const;

    // Leaves all of it.
    void clear();

private:
    static constexpr size_t maxOpenFiles = 16;

    mutable std::mutex m_mutex; // guards what follows
    std::deque<std::shared_ptr<const File>> m_recent; // most recent first
    std::set<std::shared_ptr<const ByteSource>> m_resources;
};

} // namespace weightless
