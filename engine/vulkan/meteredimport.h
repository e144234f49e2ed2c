// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/memory/memorymeter.h"

#include <memory>
#include <utility>

namespace weightless::vulkan {

// Imported pages that somebody uses: counted in the weights, and as imported, for as long as this lives. The
// pages of an import that nobody uses hold nothing of the device's, so the import itself counts nothing.
class MeteredImport {
public:
    MeteredImport(std::shared_ptr<MemoryMeter> meter, uint64_t bytes)
        : m_meter(std::move(meter))
        , m_bytes(bytes)
    {
        m_meter->add(MemoryPurpose::Weights, m_bytes);
        m_meter->addImported(m_bytes);
    }
    ~MeteredImport()
    {
        m_meter->subtractImported(m_bytes);
        m_meter->subtract(MemoryPurpose::Weights, m_bytes);
    }
    MeteredImport(const MeteredImport&) = delete;
    MeteredImport& operator=(const MeteredImport&) = delete;

private:
    std::shared_ptr<MemoryMeter> m_meter;
    uint64_t m_bytes;
};

} // namespace weightless::vulkan
