// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/constants/constantstore.h"
#include "engine/vulkan/device.h"

#include <cstdint>
#include <memory>
#include <string>

namespace weightless::testing {

// Constants w0 … of one source, which holds `content`.
class SourceScene {
public:
    SourceScene(std::shared_ptr<const ByteSource> byteSource, std::string bytes);

    // Bytes [offset, offset + size) of the source.
    void add(uint64_t offset, uint64_t size);
    [[nodiscard]] std::string expected(size_t index) const;
    // Every constant, with its bytes.
    [[nodiscard]] bool isLoaded(const std::shared_ptr<vulkan::Device>& device) const;

    std::shared_ptr<const ByteSource> source;
    std::string content;
    std::shared_ptr<ConstantStore> store = std::make_shared<ConstantStore>();
};

} // namespace weightless::testing
