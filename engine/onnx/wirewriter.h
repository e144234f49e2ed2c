// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/outputfile.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace weightless::onnx_io {

// Writes protobuf's wire format to a file, or only counts what it would write: a message's length stands
// before its fields, so what is in it is walked twice, and never held in memory.
class WireWriter {
public:
    WireWriter() = default; // counts
    explicit WireWriter(OutputFile& file)
        : m_file(&file)
    {
    }

    void integer(int field, int64_t value);
    void real(int field, float value);
    void text(int field, std::string_view value);
    void bytes(int field, std::span<const std::byte> value);

    // `fill` writes a message's fields; it is called with a counting writer first and must do the same twice.
    template <typename Fill>
    void message(int field, Fill&& fill)
    {
        WireWriter counter;
        fill(counter);
        lengthDelimited(field, counter.m_sizeBytes);
        if (m_file != nullptr) {
            fill(*this);
        } else {
            m_sizeBytes += counter.m_sizeBytes;
        }
    }

    // `lengthBytes` bytes, which `fill(OutputFile&)` writes; not called when counting.
    template <typename Fill>
    void streamed(int field, uint64_t lengthBytes, Fill&& fill)
    {
        lengthDelimited(field, lengthBytes);
        m_sizeBytes += lengthBytes;
        if (m_file != nullptr) {
            fill(*m_file);
        }
    }

    [[nodiscard]] uint64_t sizeBytes() const { return m_sizeBytes; }

private:
    void lengthDelimited(int field, uint64_t lengthBytes);
    void varint(uint64_t value);
    void put(std::span<const std::byte> value);

    OutputFile* m_file = nullptr;
    uint64_t m_sizeBytes = 0;
};

} // namespace weightless::onnx_io
