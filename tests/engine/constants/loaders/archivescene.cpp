// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/constants/loaders/archivescene.h"

#include "tests/engine/constants/loaders/archiveloader.h"

namespace weightless::testing {

std::string runs(size_t bytes)
{
    std::string text;
    for (size_t i = 0; text.size() < bytes; ++i) {
        text.append(1 + i * 7 % 400, static_cast<char>(i));
    }
    text.resize(bytes);
    return text;
}

SourceScene archiveScene(size_t bytes)
{
    const std::string content = runs(bytes);
    return SourceScene(std::make_shared<Archive>(content), content);
}

void verifyNothingIsLeft(const std::unique_ptr<TestDevice>& gpu)
{
    WEIGHTLESS_VERIFY_VALIDATION(gpu);
    if (gpu) {
        QCOMPARE(gpu->meter->snapshot().hostOverheadBytes(), uint64_t {0});
    }
}

} // namespace weightless::testing
