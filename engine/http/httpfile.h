// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/http/filefacts.h"
#include "engine/http/httpcache.h"
#include "engine/http/httpclient.h"
#include "engine/http/url.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace weightless::http {

// One file on a server, as it was when it was opened, and what is needed to ask for more of it. Does not
// change; any thread. The URL may hold credentials.
struct HttpFile {
    std::shared_ptr<HttpClient> client;
    Url url;
    FileFacts facts;
    std::unique_ptr<HttpCache> cache {}; // what is kept on disk of this version; null without a cache
};

struct OpenedFile {
    std::shared_ptr<const HttpFile> file;
    std::vector<std::byte> head; // the file's first bytes, as many as came with the first answer
};

// Asks the server for the file's first bytes. Io with what the server answered and what to do; Cancelled.
[[nodiscard]] OpenedFile openFile(
    std::shared_ptr<HttpClient> client, const Url& url, const std::stop_token& stop);

// The same; nullopt where the server knows of no such file (404, 410).
[[nodiscard]] std::optional<OpenedFile> openFileIfThere(
    std::shared_ptr<HttpClient> client, const Url& url, const std::stop_token& stop);

} // namespace weightless::http
