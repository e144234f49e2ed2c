// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace weightless {

// Why bytes are held. Weights and Activations are device memory. Staging is memory of the device API that
// lies in CPU memory and only serves transfers (upload ring, read-back buffers); Host is what the engine
// itself allocates on the CPU while it loads (conventional copies, decode buffers). Staging + Host is the
// host overhead: what loading costs beyond the weights themselves.
enum class MemoryPurpose { Weights, Activations, Staging, Host };
inline constexpr size_t memoryPurposeCount = 4;

struct MemorySnapshot {
    std::array<uint64_t, memoryPurposeCount> bytes {}; // indexed by MemoryPurpose
    uint64_t importedBytes = 0; // part of Weights that is imported file pages: no allocation of ours
    uint64_t passingBytes = 0; // part of Weights in which constants come and go, under a device budget
    uint64_t hostOverheadPeakBytes = 0;

    [[nodiscard]] uint64_t of(MemoryPurpose purpose) const { return bytes[static_cast<size_t>(purpose)]; }
    [[nodiscard]] uint64_t hostOverheadBytes() const
    {
        return of(MemoryPurpose::Staging) + of(MemoryPurpose::Host);
    }
};

// Counts the bytes that one Context holds, by purpose. Every function is lock-free and may be called from any
// thread at any time; peaks are exact (each allocation updates them), never sampled.
class MemoryMeter {
public:
    void add(MemoryPurpose purpose, uint64_t bytes);
    void subtract(MemoryPurpose purpose, uint64_t bytes);
    void addImported(uint64_t bytes);
    void subtractImported(uint64_t bytes);
    void setPassing(uint64_t bytes) { m_passing.store(bytes, std::memory_order_relaxed); }

    // Counters are read one by one: during an allocation on another thread a snapshot may hold its bytes
    // partly.
    [[nodiscard]] MemorySnapshot snapshot() const;
    [[nodiscard]] uint64_t current(MemoryPurpose purpose) const;
    [[nodiscard]] uint64_t peak(MemoryPurpose purpose) const;
    [[nodiscard]] uint64_t hostOverheadPeak() const
    {
        return m_hostOverheadPeak.load(std::memory_order_relaxed);
    }

    // Peaks fall back to what is held now: the start of a measurement.
    void resetPeaks();

private:
    std::array<std::atomic<uint64_t>, memoryPurposeCount> m_current {};
    std::array<std::atomic<uint64_t>, memoryPurposeCount> m_peak {};
    std::atomic<uint64_t> m_imported {0};
    std::atomic<uint64_t> m_passing {0};
    std::atomic<uint64_t> m_hostOverhead {0};
    std::atomic<uint64_t> m_hostOverheadPeak {0};
};

// Bytes that are counted for as long as this object lives. Move-only; the meter is shared, so order of death
// is free.
class MeteredBytes {
public:
    MeteredBytes() = default;
    MeteredBytes(std::shared_ptr<MemoryMeter> meter, MemoryPurpose purpose, uint64_t bytes);
    ~MeteredBytes();
    MeteredBytes(MeteredBytes&& other) noexcept;
    MeteredBytes& operator=(MeteredBytes&& other) noexcept;
    MeteredBytes(const MeteredBytes&) = delete;
    MeteredBytes& operator=(const MeteredBytes&) = delete;

    [[nodiscard]] uint64_t bytes() const { return m_bytes; }

private:
    void release() noexcept;

    std::shared_ptr<MemoryMeter> m_meter;
    MemoryPurpose m_purpose = MemoryPurpose::Host;
    uint64_t m_bytes = 0;
};

} // namespace weightless
