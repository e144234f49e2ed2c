// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/diffusion/text/unicodetext.h"

#include "engine/base/error.h"
#include "engine/base/text.h"

#include <array>
#include <cstdlib>
#include <memory>
#include <utf8proc.h>

namespace weightless::diffusion {

namespace {

// The only code point whose lower case is always two (Unicode's SpecialCasing.txt): i with a dot above.
constexpr char32_t dottedCapitalI = 0x130;

struct Free {
    void operator()(utf8proc_uint8_t* text) const { std::free(text); } // NOLINT: utf8proc allocates so
};

std::u32string codePointsOf(std::string_view utf8)
{
    std::u32string points;
    const auto* next = reinterpret_cast<const utf8proc_uint8_t*>(utf8.data());
    auto left = static_cast<utf8proc_ssize_t>(utf8.size());
    while (left > 0) {
        utf8proc_int32_t point = 0;
        const utf8proc_ssize_t length = utf8proc_iterate(next, left, &point);
        if (length <= 0) {
            throw Error(ErrorKind::Internal, "A normalised text is no valid UTF-8");
        }
        points.push_back(static_cast<char32_t>(point));
        next += length;
        left -= length;
    }
    return points;
}

std::u32string composed(std::string_view validText)
{
    utf8proc_uint8_t* result = nullptr;
    const utf8proc_ssize_t length = utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(validText.data()),
        static_cast<utf8proc_ssize_t>(validText.size()), &result,
        static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE));
    const std::unique_ptr<utf8proc_uint8_t, Free> owner(result);
    if (length < 0) {
        throw Error(length == UTF8PROC_ERROR_NOMEM ? ErrorKind::OutOfMemory : ErrorKind::InvalidArgument,
            std::string("The text cannot be normalised: ") + utf8proc_errmsg(length));
    }
    return codePointsOf({reinterpret_cast<const char*>(result), static_cast<size_t>(length)});
}

utf8proc_category_t categoryOf(char32_t codePoint)
{
    return utf8proc_category(static_cast<utf8proc_int32_t>(codePoint));
}

} // namespace

bool isWhiteSpace(char32_t codePoint)
{
    return (codePoint >= 0x9 && codePoint <= 0xd) || codePoint == 0x20 || codePoint == 0x85
        || codePoint == 0xa0 || codePoint == 0x1680 || (codePoint >= 0x2000 && codePoint <= 0x200a)
        || codePoint == 0x2028 || codePoint == 0x2029 || codePoint == 0x202f || codePoint == 0x205f
        || codePoint == 0x3000;
}

bool isLetter(char32_t codePoint)
{
    const utf8proc_category_t category = categoryOf(codePoint);
    return category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO;
}

bool isNumber(char32_t codePoint)
{
    const utf8proc_category_t category = categoryOf(codePoint);
    return category >= UTF8PROC_CATEGORY_ND && category <= UTF8PROC_CATEGORY_NO;
}

std::u32string normalisedText(std::string_view utf8)
{
    std::u32string text;
    for (const char32_t point : composed(validUtf8(utf8))) {
        if (isWhiteSpace(point)) {
            if (text.empty() || text.back() != U' ') {
                text.push_back(U' ');
            }
        } else if (point == dottedCapitalI) {
            text += U"i\u0307";
        } else {
            text.push_back(static_cast<char32_t>(utf8proc_tolower(static_cast<utf8proc_int32_t>(point))));
        }
    }
    return text;
}

void appendUtf8(char32_t codePoint, std::string& utf8)
{
    std::array<utf8proc_uint8_t, 4> bytes {};
    const utf8proc_ssize_t length =
        utf8proc_encode_char(static_cast<utf8proc_int32_t>(codePoint), bytes.data());
    utf8.append(reinterpret_cast<const char*>(bytes.data()), static_cast<size_t>(length));
}

} // namespace weightless::diffusion
