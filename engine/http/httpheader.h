// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/http/httpstream.h"

#include <string_view>

namespace weightless::http {

// Reads an answer's header line by line. Each status line begins anew, so that of several answers (redirects,
// 100 Continue) the last remains.
class HttpHeader {
public:
    void addLine(std::string_view line);

    [[nodiscard]] const HttpResponse& response() const { return m_response; }

private:
    HttpResponse m_response;
};

} // namespace weightless::http
