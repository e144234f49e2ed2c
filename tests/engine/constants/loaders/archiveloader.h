// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/constants/loaders/externaldataloader.h"

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace weightless::testing {

// An example of a loader of one's own: weights that lie in an archive in memory, packed by run lengths.
// Nothing in it can be read at an offset: it is unpacked front to back, past everybody's constants. So the
// loader sorts what it is asked for and brings all of it in one pass, in the archive's order and not in the
// graph's, and holds no unpacked byte but those of the slice it is filling.

// The archive: pairs of a run length and a byte.
class Archive final : public ByteSource {
public:
    explicit Archive(std::string_view content);

    [[nodiscard]] std::string name() const override { return "archive:weights"; }
    [[nodiscard]] uint64_t sizeBytes() const override { return m_sizeBytes; }
    void readAt(uint64_t, std::span<std::byte>, const std::stop_token&) const override;
    void checkUnchanged() const override { }

    [[nodiscard]] const std::vector<std::pair<uint8_t, std::byte>>& packed() const { return m_packed; }

private:
    uint64_t m_sizeBytes;
    std::vector<std::pair<uint8_t, std::byte>> m_packed;
};

class ArchiveLoader final : public ExternalDataLoader {
public:
    [[nodiscard]] std::string_view name() const override { return "archive"; }

    [[nodiscard]] bool canServe(const ConstantSource& source, MemoryKind kind) const override;
    [[nodiscard]] std::unique_ptr<ExternalDataTransfer> begin(
        const std::shared_ptr<MemoryMeter>& meter) const override;

    [[nodiscard]] const std::vector<std::string>& log() const { return m_log; }

private:
    mutable std::vector<std::string> m_log; // what is called, for the tests
};

} // namespace weightless::testing
