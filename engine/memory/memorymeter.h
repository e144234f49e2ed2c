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

// Sums at their highest.
struct MemoryHighest {
    uint64_t hostOverheadBytes = 0;
    uint64_t deviceBytes = 0; // weights and activations
    uint64_t weightsBytes = 0; // of those, at that moment
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
        return m_hostOverhead.peak.load(std::memory_order_relaxed);
    }

    // Of weights and activations together, which need not be highest at the same time.
    [[nodiscard]] uint64_t devicePeak() const { return m_device.peak.load(std::memory_order_relaxed); }

    // Peaks fall back to what is held now: the start of a measurement.
    void resetPeaks();
    // Since this was asked last, whatever resetPeaks() did meanwhile: for one who makes a curve of samples,
    // whose highest points are the peaks. What is held now is no more than that.
    [[nodiscard]] MemoryHighest takeHighest();

private:
    struct Sum {
        std::atomic<uint64_t> current {0};
        std::atomic<uint64_t> peak {0};
        std::atomic<uint64_t> untaken {0}; // highest since takeHighest()
    };

    std::array<std::atomic<uint64_t>, memoryPurposeCount> m_current {};
    std::array<std::atomic<uint64_t>, memoryPurposeCount> m_peak {};
    std::atomic<uint64_t> m_imported {0};
    std::atomic<uint64_t> m_passing {0};
    Sum m_hostOverhead;
    Sum m_device;
    std::atomic<uint64_t> m_untakenWeights {0}; // of m_device.untaken
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
