// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/randomname.h"

#include <random>

namespace weightless {

std::string randomName()
{
    constexpr std::string_view digits = "0123456789abcdef";
    std::random_device random;
    std::uniform_int_distribution<size_t> digit(0, digits.size() - 1);
    std::string name;
    for (size_t i = 0; i < randomNameLength; ++i) {
        name += digits[digit(random)];
    }
    return name;
}

} // namespace weightless
