// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/error.h"
#include "engine/http/httpmessage.h"

#include <optional>
#include <string>

namespace weightless::http {

// "404 Not Found".
[[nodiscard]] std::string statusText(int status);

// What a status other than success means for somebody who wants a file; nullopt for 200, 206 and 416.
[[nodiscard]] std::optional<HttpFailure> failureOf(const HttpResponse& response);

// "Cannot read 'https://host/model.onnx': <reason>".
[[nodiscard]] Error readError(const Url& url, const std::string& reason);

} // namespace weightless::http
