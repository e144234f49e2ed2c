// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Any bytes are a tensor, a sequence or an optional (the first byte says which is read), or an Error.
#include "engine/base/error.h"
#include "engine/onnx/tensorfile.h"
#include "tests/fuzz/scratchfile.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    using namespace weightless;
    using onnx_io::TestValueKind;
    static test::ScratchFile file(".pb");
    if (size == 0) {
        return 0;
    }
    constexpr TestValueKind kinds[] {TestValueKind::Tensor, TestValueKind::Sequence, TestValueKind::Optional};
    const TestValueKind kind = kinds[data[0] % std::size(kinds)];
    const std::filesystem::path& path = file.write(std::as_bytes(std::span(data + 1, size - 1)));
    try {
        std::ignore = onnx_io::readTestValue(path, kind);
    } catch (const Error&) {
    }
    return 0;
}
