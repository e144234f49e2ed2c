// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Any bytes are a model or an Error.
#include "engine/base/error.h"
#include "engine/onnx/reader.h"
#include "tests/fuzz/memorymodel.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    using namespace weightless;
    test::MemoryModel origin(std::as_bytes(std::span(data, size)));
    try {
        const onnx_io::ReadResult result = onnx_io::readModel(origin);
        std::ignore = totalsOf(result.model);
        std::ignore = operatorCounts(result.model);
    } catch (const Error&) {
    }
    return 0;
}
