// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/credentials.h"

namespace weightless {

std::string withoutCredentials(std::string_view text)
{
    constexpr std::string_view mark = "://";
    // Of a host's name and what stands before it, in a sentence: a quote or a blank ends the address, but for
    // the quote that passwords may have (RFC 3986, sub-delims).
    constexpr std::string_view endMarks = "/?#\" \t\r\n";
    std::string shown;
    while (!text.empty()) {
        const size_t found = text.find(mark);
        const size_t begin = found == std::string_view::npos ? text.size() : found + mark.size();
        shown += text.substr(0, begin);
        text.remove_prefix(begin);
        const std::string_view host = text.substr(0, text.find_first_of(endMarks));
        const size_t at = host.rfind('@');
        text.remove_prefix(at == std::string_view::npos ? 0 : at + 1);
    }
    return shown;
}

} // namespace weightless
