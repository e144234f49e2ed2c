// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stop_token>
#include <string>

namespace weightless {

// Bytes that can be read at any offset, wherever they lie: a file, a server, an archive of a caller. Any
// number of threads may read at once.
class ByteSource {
public:
    virtual ~ByteSource() = default;

    // For messages: a path or a URL, without credentials.
    [[nodiscard]] virtual std::string name() const = 0;
    [[nodiscard]] virtual uint64_t sizeBytes() const = 0;

    // Fills all of `destination` from `offsetBytes`. Io when the range leaves the source or reading fails;
    // Cancelled soon after a stop request where reading may take long.
    virtual void readAt(
        uint64_t offsetBytes, std::span<std::byte> destination, const std::stop_token& stop) const = 0;

    // False: what lies before the last read, or far behind it, is reached only through all that lies before
    // it, so that constants are better read once, in order.
    [[nodiscard]] virtual bool readsAnywhere() const { return true; }

    // Io when the bytes are no longer those that were there when the source was opened. Asked, on the thread
    // that has read, when a load, a run under a device budget or the setting of one constant ends that read
    // from it.
    virtual void checkUnchanged() const = 0;
};

} // namespace weightless
