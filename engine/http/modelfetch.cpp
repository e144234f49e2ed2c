// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/http/modelfetch.h"

#include "engine/http/httpclient.h"
#include "engine/http/httporigin.h"

namespace weightless::http {

onnx_io::ReadResult fetchModel(
    const std::string& location, const onnx_io::ReadOptions& options, const HttpOptions& httpOptions)
{
    if (const auto origin = serverOrigin(location, httpOptions, options.stopToken)) {
        return onnx_io::readModel(*origin, options);
    }
    return onnx_io::readModel(
        std::filesystem::path(std::u8string(location.begin(), location.end())), options);
}

std::shared_ptr<ModelOrigin> serverOrigin(
    const std::string& location, const HttpOptions& httpOptions, const std::stop_token& stop)
{
    if (!isHttpUrl(location)) {
        return nullptr;
    }
    return std::make_shared<HttpOrigin>(HttpClient::create(httpOptions), Url(location), stop);
}

std::string shownLocation(const std::string& location)
{
    return isHttpUrl(location) ? Url(location).shown() : location;
}

} // namespace weightless::http
