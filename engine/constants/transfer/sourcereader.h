// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/file.h"
#include "engine/constants/transfer/filepool.h"
#include "engine/model/model.h"

#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>

namespace weightless {

// Reads what constants' sources hold. One file is open for reading at a time, that of the constants in work:
// read() may be called from any thread, the others from one, and not beside it.
class SourceReader {
public:
    // Whether page cache is dropped behind what was read.
    explicit SourceReader(bool dropsPageCache)
        : m_dropsPageCache(dropsPageCache)
    {
    }
    ~SourceReader();
    SourceReader(const SourceReader&) = delete;
    SourceReader& operator=(const SourceReader&) = delete;

    // Before the source is read. Io when its file is gone or is another one.
    void open(const ConstantSource& source);
    // It can be read without another open().
    [[nodiscard]] bool isOpenFor(const ConstantSource& source) const;
    // Errors as open(), for a source that is not to be read now.
    void check(const ConstantSource& source);

    // The bytes of an open source from there on. Pages are made present just before they are written, see
    // makePresent(). Io; what a resource throws; Cancelled where one is asked.
    void read(const ConstantSource& source, uint64_t offsetInSource, std::span<std::byte> destination,
        const std::stop_token& stop) const;

    // Leaves files and resources. Io when one was changed while it was read.
    void finish();
    // Those that were read from since then.
    [[nodiscard]] const std::shared_ptr<FilePool>& files() const { return m_files; }

private:
    [[nodiscard]] std::shared_ptr<const File> fileOf(const ConstantSource& source);
    void readPiece(const ConstantSource& source, uint64_t offsetInSource, std::span<std::byte> destination,
        const std::stop_token& stop) const;
    // Page cache that was not dropped slice by slice: pages that two slices share, and what was read ahead.
    void leave() noexcept;

    bool m_dropsPageCache;
    std::shared_ptr<FilePool> m_files = std::make_shared<FilePool>();
    std::shared_ptr<const File> m_file; // null for memory and resources
};

} // namespace weightless
