// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The tests' web server over one folder, as a program, for measurements:
//
//   rangeserver FOLDER [PORT]      prints the address and serves until it is killed

#include "tests/engine/http/testserver.h"

#include <QCoreApplication>

#include <charconv>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <string_view>

int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    if (argc < 2) {
        std::fprintf(stderr, "usage: rangeserver FOLDER [PORT]\n");
        return 2;
    }
    const std::string_view portText = argc > 2 ? argv[2] : "0";
    uint16_t port = 0;
    std::from_chars(portText.data(), portText.data() + portText.size(), port);
#ifdef SIGPIPE
    std::signal(SIGPIPE, SIG_IGN); // a client that goes ends its connection and not the server
#endif
    weightless::testing::TestServer server(weightless::testing::TestServer::Security::Plain, port);
    if (server.port() == 0) {
        std::fprintf(stderr, "rangeserver: port %s is taken\n", argv[2]);
        return 1;
    }
    server.serveFolder(argv[1]);
    std::printf("%s\n", server.url("").c_str());
    std::fflush(stdout);
    return QCoreApplication::exec();
}
