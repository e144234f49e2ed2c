// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/engine/http/testserver.h"

#include <functional>
#include <string>
#include <vector>

namespace weightless::testing {

// What an answer is made of when a fault is put into it.
struct FaultSite {
    const TestServer& server;
    const std::string& content; // of the file that is asked for
    const TestServer::Request& request; // with its range
};

// One way for a server to be wrong, slow or hostile, in every answer from the moment it begins.
struct HttpFault {
    std::string name;
    std::function<void(const FaultSite&, TestServer::Answer&)> apply;
    // Parts of the error's message; empty where every byte arrives all the same.
    std::string whileOpening; // or reading the file, when the first answer was like that already
    std::string whileLoading; // when the file was opened before
    bool isSlow = false; // is noticed by the time that passes
};

[[nodiscard]] std::vector<HttpFault> httpFaults();

} // namespace weightless::testing
