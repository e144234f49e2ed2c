// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/digest.h"
#include "engine/base/error.h"

#include <openssl/evp.h>

namespace weightless {

Digest sha256(std::span<const std::byte> bytes)
{
    Digest digest {};
    unsigned size = 0;
    auto* target = reinterpret_cast<unsigned char*>(digest.data());
    if (EVP_Digest(bytes.data(), bytes.size(), target, &size, EVP_sha256(), nullptr) != 1
        || size != digest.size()) {
        throw Error(ErrorKind::Internal, "libcrypto makes no SHA-256 digest");
    }
    return digest;
}

} // namespace weightless
