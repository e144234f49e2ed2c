// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Any bytes are a NumPy array or an Error.
#include "engine/base/error.h"
#include "engine/formats/npyfile.h"
#include "tests/fuzz/scratchfile.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    using namespace weightless;
    static test::ScratchFile file(".npy");
    const std::filesystem::path& path = file.write(std::as_bytes(std::span(data, size)));
    try {
        std::ignore = readNpyFile(path);
    } catch (const Error&) {
    }
    return 0;
}
