// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/constants/constantstore.h"

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>

namespace weightless {

// Which bytes a constant's are, wherever it is used: the same file, range, encoding and types, as stored and
// on the device, give the same device memory. Pages bound in place and copies are different things: who asks
// for one is not given the other.
struct ConstantKey {
    FileIdentity file;
    uint64_t offsetBytes = 0;
    uint64_t lengthBytes = 0;
    SourceEncoding encoding = SourceEncoding::Raw;
    DataType storedType = DataType::Undefined;
    uint32_t blockedTaps = 1;
    DataType type = DataType::Undefined;
    uint64_t sizeBytes = 0; // on the device: a byte may hold one 4-bit element or two
    bool isImported = false;

    bool operator<(const ConstantKey& other) const;
};

// nullopt for constants whose bytes are in no file: nothing tells whether two of them are the same.
[[nodiscard]] std::optional<ConstantKey> keyOf(const ConstantInfo& constant, bool isImported);

// What is on the device of a context, so that graphs (and constants of one graph) with the same source share
// one copy. Keeps nothing alive: what no graph holds any more is forgotten. Any thread.
class ConstantCache {
public:
    // Null when it is not, or no longer, there.
    [[nodiscard]] std::shared_ptr<const ConstantStorage> find(const ConstantKey& key) const;

    // The bytes are on the device, all of them, and no copy is under way.
    void add(const ConstantKey& key, const std::shared_ptr<const ConstantStorage>& storage);

private:
    mutable std::mutex m_mutex;
    std::map<ConstantKey, std::weak_ptr<const ConstantStorage>> m_entries;
    size_t m_sweepAt = 1024; // entries at which those that are gone are looked for
};

} // namespace weightless
