// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/constants/loaders/externaldataloader.h"

#include <atomic>
#include <cstdint>
#include <memory>

namespace weightless::testing {

// A source that only SendingLoader serves; its bytes are 's'.
class SentSource final : public ByteSource {
public:
    static constexpr std::byte content {'s'};

    [[nodiscard]] std::string name() const override { return "sent.bin"; }
    [[nodiscard]] uint64_t sizeBytes() const override { return UINT64_MAX / 2; }
    void readAt(uint64_t offset, std::span<std::byte> target, const std::stop_token& stop) const override;
    void checkUnchanged() const override { }
};

// What senders did, and what was there when they were told to end.
struct SendingLog {
    std::atomic<int> openSlices {0}; // being written to right now
    std::atomic<int> transfers {0}; // begun and not ended
    std::atomic<int> aborts {0}; // of transfers that were still sending
    std::atomic<uint64_t> leastHeldBytes {UINT64_MAX}; // by the context, at such an abort
};

// A loader with threads of its own, slow enough that one is always in the middle of a slice: they write until
// they are told to end, and once more when they are, as abort() allows.
class SendingLoader final : public ExternalDataLoader {
public:
    [[nodiscard]] std::string_view name() const override { return "sending"; }

    [[nodiscard]] bool canServe(const ConstantSource& source, MemoryKind kind) const override;
    [[nodiscard]] std::unique_ptr<ExternalDataTransfer> begin(
        const std::shared_ptr<MemoryMeter>& meter) const override;

    mutable SendingLog log;
};

} // namespace weightless::testing
