// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace weightless::diffusion {

// Unicode as CLIP's tokenizer sees it.

// The text's code points as the reference normalises them: Unicode's NFC, every run of white space one space,
// then lower case, code point by code point (a final sigma is none). Bytes that are no UTF-8 become U+FFFD.
[[nodiscard]] std::u32string normalisedText(std::string_view utf8);

[[nodiscard]] bool isWhiteSpace(char32_t codePoint); // Unicode's White_Space, regular expressions' \s
[[nodiscard]] bool isLetter(char32_t codePoint); // \p{L}
[[nodiscard]] bool isNumber(char32_t codePoint); // \p{N}

void appendUtf8(char32_t codePoint, std::string& utf8);

} // namespace weightless::diffusion
