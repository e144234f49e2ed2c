// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The yardstick for streamed loading: reads a file into memory nothing has touched before, with several
// threads.
//   bench_readfresh FILE [THREADS]

#include "engine/base/bytes.h"
#include "engine/base/error.h"
#include "engine/base/file.h"
#include "engine/constants/transfer/readerpool.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>

using namespace weightless;

int main(int argc, char** argv)
{
    if (argc < 2) {
        std::fprintf(stderr, "usage: bench_readfresh FILE [THREADS]\n");
        return 2;
    }
    try {
        const auto file = File::open(argv[1]);
        ReaderPool readers(argc > 2 ? static_cast<unsigned>(std::strtoul(argv[2], nullptr, 10)) : 0);
        constexpr uint64_t sliceBytes = 8 * MiB; // as LoadOptions::sliceBytes
        const auto start = std::chrono::steady_clock::now();
        const std::unique_ptr<std::byte, decltype(&std::free)> memory(
            static_cast<std::byte*>(std::malloc(file->sizeBytes())),
            &std::free); // not touched: operator new[] would
        readers.forEach(ceilDivide(file->sizeBytes(), sliceBytes), {}, [&](size_t slice) {
            const uint64_t offset = slice * sliceBytes;
            file->readAt(offset, {memory.get() + offset, std::min(sliceBytes, file->sizeBytes() - offset)});
        });
        const double seconds =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        std::printf("%u threads, %.3f s, %.2f GB/s\n", readers.readerCount(), seconds,
            static_cast<double>(file->sizeBytes()) / seconds * 1e-9);
        return 0;
    } catch (const Error& error) {
        std::fprintf(stderr, "bench_readfresh: %s\n", error.what());
        return 1;
    }
}
