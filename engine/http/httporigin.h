// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/blockcache.h"
#include "engine/base/error.h"
#include "engine/http/httpclient.h"
#include "engine/http/url.h"
#include "engine/model/modelorigin.h"

#include <map>
#include <memory>
#include <stop_token>
#include <string>

namespace weightless::http {

class HttpResource;

// A model on a server. External data lies beside it: relative paths without ".." only, asked for with the
// same credentials.
class HttpOrigin final : public ModelOrigin {
public:
    // Asks the server. Io, Cancelled. `stop` serves the origin's whole life.
    HttpOrigin(std::shared_ptr<HttpClient> client, const Url& url, std::stop_token stop = {});

    [[nodiscard]] std::filesystem::path path() const override;
    // For one reader: HttpOptions::structureLimitBytes count from here.
    [[nodiscard]] std::shared_ptr<const ByteSource> model() const override;
    [[nodiscard]] SourceRange modelRange() const override;
    [[nodiscard]] SourceRange externalRange(const std::string& location) override;
    [[nodiscard]] std::shared_ptr<const ByteSource> openExternal(const SourceRange& range) override;

private:
    std::shared_ptr<HttpClient> m_client;
    Url m_url;
    std::stop_token m_stop;
    std::shared_ptr<const HttpResource> m_model;
    std::shared_ptr<const BlockCache> m_cache; // the model in blocks
    std::map<std::string, std::shared_ptr<const HttpResource>> m_external; // by location
    std::map<std::string, Error> m_missing; // locations that could not be opened: asked for once
    std::map<const ByteSource*, std::shared_ptr<const ByteSource>> m_externalCaches;
};

// The server that a URL leads to, as an origin to read a model from and to save it from; null for a path.
// `stop` serves the origin's whole life. Io with what the server answered; Cancelled.
[[nodiscard]] std::shared_ptr<ModelOrigin> serverOrigin(
    const std::string& location, const HttpOptions& httpOptions = {}, const std::stop_token& stop = {});

} // namespace weightless::http
