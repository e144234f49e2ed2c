// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/file.h"

#include <deque>
#include <memory>
#include <set>

namespace weightless {

// Files of a load, opened on first use and checked to be the ones the model was read from. Keeps the most
// recently used few open, so that a model with one data file per tensor does not exhaust the system's
// handles.
class FilePool {
public:
    // Io when the file is gone or was changed since the model was opened.
    [[nodiscard]] std::shared_ptr<const File> open(const FileReference& reference);

    // Something else that is read from, whoever opened it.
    void noteResource(const std::shared_ptr<const ByteSource>& resource) { m_resources.insert(resource); }

    // Io when a file or resource that was read from was changed meanwhile: what was read may be of both.
    void checkUnchanged() const;

private:
    static constexpr size_t maxOpenFiles = 16;

    std::deque<std::shared_ptr<const File>> m_recent; // most recent first
    std::set<std::shared_ptr<const ByteSource>> m_resources;
};

} // namespace weightless
