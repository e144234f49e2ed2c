// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/digest.h"
#include "engine/base/error.h"

#include <algorithm>
#include <memory>
#include <windows.h>

#include <bcrypt.h>

namespace weightless {

namespace {

[[noreturn]] void fail()
{
    throw Error(ErrorKind::Internal, "Windows' cryptography makes no SHA-256 digest");
}

struct CloseAlgorithm {
    void operator()(BCRYPT_ALG_HANDLE algorithm) const { BCryptCloseAlgorithmProvider(algorithm, 0); }
};

struct DestroyHash {
    void operator()(BCRYPT_HASH_HANDLE hash) const { BCryptDestroyHash(hash); }
};

} // namespace

Digest sha256(std::span<const std::byte> bytes)
{
    BCRYPT_ALG_HANDLE sha256Handle = nullptr;
    if (BCryptOpenAlgorithmProvider(&sha256Handle, BCRYPT_SHA256_ALGORITHM, nullptr, 0) < 0) {
        fail();
    }
    const std::unique_ptr<void, CloseAlgorithm> algorithm(sha256Handle);
    BCRYPT_HASH_HANDLE handle = nullptr;
    if (BCryptCreateHash(algorithm.get(), &handle, nullptr, 0, nullptr, 0, 0) < 0) {
        fail();
    }
    const std::unique_ptr<void, DestroyHash> hash(handle);
    constexpr size_t stretchBytes = 1u << 30; // sizes are 32 bits wide there
    while (!bytes.empty()) {
        const auto stretch = bytes.first(std::min(bytes.size(), stretchBytes));
        auto* data = const_cast<UCHAR*>(reinterpret_cast<const UCHAR*>(stretch.data())); // only read
        if (BCryptHashData(hash.get(), data, static_cast<ULONG>(stretch.size()), 0) < 0) {
            fail();
        }
        bytes = bytes.subspan(stretch.size());
    }
    Digest digest {};
    auto* target = reinterpret_cast<UCHAR*>(digest.data());
    if (BCryptFinishHash(hash.get(), target, static_cast<ULONG>(digest.size()), 0) < 0) {
        fail();
    }
    return digest;
}

} // namespace weightless
