// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/http/attempts.h"
#include "engine/http/httpfile.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>

namespace weightless::http {

// Part of a file on a server, read front to back over however many connections that takes: where one drops or
// stalls, the next goes on from the byte that was missing. One thread at a time.
class HttpStretch {
public:
    // [begin, end) of the file, not empty. `gate` is HttpStream's.
    HttpStretch(
        std::shared_ptr<const HttpFile> file, uint64_t begin, uint64_t end, std::function<void()> gate = {});

    // Offset in the file of the next byte.
    [[nodiscard]] uint64_t position() const { return m_position; }

    // Fills `target`, which ends within the stretch. Io, naming URL and offset; Cancelled.
    void read(std::span<std::byte> target, const std::stop_token& stop);
    // Forward only.
    void skipTo(uint64_t position, const std::stop_token& stop);

private:
    void open(const std::stop_token& stop);
    // Bytes into `target`, at least one.
    [[nodiscard]] size_t readSome(std::span<std::byte> target, const std::stop_token& stop);
    // What is read next goes to the cache too, unless it is discarded.
    [[nodiscard]] HttpStream::Witness keeping(bool discards) const;

    std::shared_ptr<const HttpFile> m_file;
    HttpClient::Lease m_stream;
    uint64_t m_position;
    uint64_t m_end;
    // Of the exchange under way; it begins before m_position where ranges are not to be had.
    uint64_t m_streamPosition = 0;
    uint64_t m_streamEnd = 0; // of the bytes that its answer promises
    bool m_isOpen = false;
    Attempts m_attempts;
};

} // namespace weightless::http
