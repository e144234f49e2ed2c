// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weightless::onnx_io {

// What ONNX itself says about an operator, from the schemas of libonnx.
struct OperatorDocs {
    struct Entry {
        std::string name;
        std::string type; // "T", "tensor(int64)"; empty for attributes
        std::string description;
    };

    int sinceVersion = 0;
    std::string text; // Markdown
    std::vector<Entry> inputs;
    std::vector<Entry> outputs;
    std::vector<Entry> attributes;
};

// The latest version not above `opset`; nullopt for operators that libonnx does not know. The first call
// registers all schemas (tens of milliseconds). Thread-safe.
[[nodiscard]] std::optional<OperatorDocs> operatorDocs(
    std::string_view opType, std::string_view domain, int64_t opset);

} // namespace weightless::onnx_io
