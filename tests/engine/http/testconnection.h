// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/engine/http/testserver.h"

#include <QSslSocket>

#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace weightless::testing {

// One connection of a TestServer, request after request, with blocking calls in a thread of its own.
class TestConnection {
public:
    static constexpr int pollMs = 20;

    TestConnection(TestServer& server, std::stop_token stop);
    void run(qintptr handle);

private:
    using Answer = TestServer::Answer;
    using Request = TestServer::Request;

    [[nodiscard]] bool isAlive() const;
    [[nodiscard]] bool startTls();
    [[nodiscard]] std::optional<Request> readRequest();
    // All of these: false when the connection is at its end.
    [[nodiscard]] bool send(const Answer& answer);
    [[nodiscard]] bool sendBody(const Answer& answer);
    [[nodiscard]] bool sendFile(const Answer::FilePart& part);
    [[nodiscard]] bool write(std::string_view bytes);
    void cut();
    // Until the server's release(), or the client or the test is gone.
    [[nodiscard]] bool waitForRelease();

    TestServer& m_server;
    std::stop_token m_stop;
    QSslSocket m_socket;
};

} // namespace weightless::testing
