// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// libcurl's handles as values of this folder. Included only by its sources.

#include <curl/curl.h>

#include <memory>

namespace weightless::http {

// libcurl's handle types are one and the same to C++, so each takes the function that frees it.
template <auto release>
struct CurlDeleter {
    template <typename Handle>
    void operator()(Handle* handle) const
    {
        release(handle);
    }
};

using EasyHandle = std::unique_ptr<CURL, CurlDeleter<&curl_easy_cleanup>>;
using MultiHandle = std::unique_ptr<CURLM, CurlDeleter<&curl_multi_cleanup>>;
using UrlHandle = std::unique_ptr<CURLU, CurlDeleter<&curl_url_cleanup>>;
using HeaderList = std::unique_ptr<curl_slist, CurlDeleter<&curl_slist_free_all>>;
using CurlText = std::unique_ptr<char, CurlDeleter<&curl_free>>;

} // namespace weightless::http
