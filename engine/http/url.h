// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace weightless::http {

// Begins with http:// or https://, in whatever case.
[[nodiscard]] bool isHttpUrl(std::string_view text);
[[nodiscard]] bool isHttpsUrl(std::string_view text); // the latter only
// An address of a scheme that nothing here reads, such as ftp://; not where a file lies by that name.
[[nodiscard]] bool isOtherAddress(std::string_view text);

enum class SiblingQuery {
    None, // it may be a signature of the one file
    Same, // it is the key to a folder, whose file was asked for
};

// An absolute http or https URL as the user gave it. It may hold a user name, a password and signed queries:
// it is sent to its server and shown to nobody.
class Url {
public:
    // InvalidArgument when it is no http or https URL; the message does not repeat its secrets.
    explicit Url(std::string_view text);

    [[nodiscard]] const std::string& secret() const { return m_text; }
    [[nodiscard]] bool isSecure() const { return m_isSecure; } // https

    // Scheme, host, port and path: for messages, tables and titles.
    [[nodiscard]] const std::string& shown() const { return m_shown; }

    // shown() and the query's SHA-256: what tells one file from another. A query may be a key, and this is
    // written into caches.
    [[nodiscard]] std::string identity() const;

    // The URL of a file beside this one, with this one's user and password. `relativePath` is a path with "/"
    // and no URL: what means something in URLs is escaped.
    [[nodiscard]] Url sibling(std::string_view relativePath, SiblingQuery query = SiblingQuery::None) const;

private:
    std::string m_text;
    std::string m_shown;
    bool m_isSecure = false;
};

// A URL as it may be shown; anything else (a path) as it is.
[[nodiscard]] std::string shownLocation(const std::string& location);

} // namespace weightless::http
