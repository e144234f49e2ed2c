// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/modelorigin.h"

#include <cstddef>
#include <span>

namespace weightless::test {

// A model file that lies in memory. Its external data, of whatever name, is a second copy of the same bytes,
// so that a fuzzer reaches what is done with ranges of it.
class MemoryModel final : public ModelOrigin {
public:
    // The bytes must outlive everything that is read from them.
    explicit MemoryModel(std::span<const std::byte> bytes);

    [[nodiscard]] std::filesystem::path path() const override { return "memory.onnx"; }
    [[nodiscard]] std::shared_ptr<const ByteSource> model() const override { return m_source; }
    [[nodiscard]] SourceRange modelRange() const override;
    [[nodiscard]] SourceRange externalRange(const std::string& location) override;
    [[nodiscard]] std::shared_ptr<const ByteSource> openExternal(const SourceRange& range) override;

private:
    std::shared_ptr<const ByteSource> m_source;
};

} // namespace weightless::test
