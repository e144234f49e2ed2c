// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/constants/constantstore.h"
#include "tests/engine/temporaryfolder.h"

#include <cstdint>
#include <memory>
#include <string>

namespace weightless::testing {

// A data file of any size that takes hardly any disk: holes, and a mark at the begin and the end of each
// constant.
class SparseScene {
public:
    static constexpr uint64_t markBytes = 64;

    // uint8 elements, at least 2 * markBytes of them.
    void addConstant(uint64_t offsetBytes, uint64_t sizeBytes);
    // Nothing is added afterwards. The file is `fileBytes` long.
    void finish(uint64_t fileBytes);

    [[nodiscard]] std::shared_ptr<ConstantStore> store() const { return m_store; }
    [[nodiscard]] static std::string beginMark(size_t index) { return mark('b', index); }
    [[nodiscard]] static std::string endMark(size_t index) { return mark('e', index); }

private:
    [[nodiscard]] static std::string mark(char kind, size_t index);

    struct Range {
        uint64_t offsetBytes = 0;
        uint64_t sizeBytes = 0;
    };
    test::TemporaryFolder m_folder;
    std::vector<Range> m_ranges;
    std::shared_ptr<ConstantStore> m_store = std::make_shared<ConstantStore>();
};

} // namespace weightless::testing
