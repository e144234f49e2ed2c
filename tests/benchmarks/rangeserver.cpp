// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A web server for measurements: serves the files of one folder on the loopback interface, whole or in
// ranges, and copies no byte itself (sendfile), so that the client is what is measured. Linux only, as its
// figures are.
//
//   rangeserver FOLDER [PORT]      prints the address and serves until it is killed

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>

namespace {

bool sendText(int socket, const std::string& text)
{
    for (size_t sent = 0; sent < text.size();) {
        const ssize_t count = ::send(socket, text.data() + sent, text.size() - sent, MSG_MORE);
        if (count <= 0) {
            return false;
        }
        sent += static_cast<size_t>(count);
    }
    return true;
}

uint64_t numberAt(const std::string& text, size_t position)
{
    uint64_t number = 0;
    std::from_chars(text.data() + position, text.data() + text.size(), number);
    return number;
}

// False when the connection is at its end.
bool answer(int socket, const std::filesystem::path& folder, const std::string& request)
{
    const size_t begin = request.find('/') + 1;
    const std::string name = request.substr(begin, request.find(' ', begin) - begin);
    const int file =
        name.find("..") == std::string::npos ? ::open((folder / name).c_str(), O_RDONLY | O_CLOEXEC) : -1;
    struct stat status { };
    if (file < 0 || ::fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) {
        ::close(file);
        return sendText(socket, "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
    }
    const auto total = static_cast<uint64_t>(status.st_size);
    uint64_t first = 0;
    uint64_t last = total - 1;
    const size_t range = request.find("Range: bytes=");
    if (range != std::string::npos) {
        first = numberAt(request, range + 13);
        const size_t dash = request.find('-', range);
        last = std::min(last, std::max(first, numberAt(request, dash + 1)));
    }
    std::string head =
        range == std::string::npos ? "HTTP/1.1 200 OK\r\n" : "HTTP/1.1 206 Partial Content\r\n";
    if (range != std::string::npos) {
        head += "Content-Range: bytes " + std::to_string(first) + "-" + std::to_string(last) + "/"
            + std::to_string(total) + "\r\n";
    }
    head += "Content-Type: application/octet-stream\r\nAccept-Ranges: bytes\r\nContent-Length: "
        + std::to_string(last + 1 - first) + "\r\nETag: \"" + std::to_string(status.st_ino) + "-"
        + std::to_string(status.st_mtim.tv_sec) + "\"\r\n\r\n";
    bool isAlive = sendText(socket, head);
    off_t offset = static_cast<off_t>(first);
    while (isAlive && static_cast<uint64_t>(offset) <= last) {
        const size_t count = std::min<uint64_t>(last + 1 - static_cast<uint64_t>(offset), 1u << 20);
        isAlive = ::sendfile(socket, file, &offset, count) > 0;
    }
    ::close(file);
    return isAlive;
}

void serve(int socket, const std::filesystem::path& folder)
{
    const int yes = 1;
    ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    std::string request;
    char buffer[4096];
    for (;;) {
        const ssize_t count = ::recv(socket, buffer, sizeof buffer, 0);
        if (count <= 0) {
            break;
        }
        request.append(buffer, static_cast<size_t>(count));
        if (request.find("\r\n\r\n") == std::string::npos) {
            continue;
        }
        if (!answer(socket, folder, request)) {
            break;
        }
        request.clear();
    }
    ::close(socket);
}

} // namespace

int main(int argc, char** argv)
{
    if (argc < 2) {
        std::fprintf(stderr, "usage: rangeserver FOLDER [PORT]\n");
        return 2;
    }
    std::signal(SIGPIPE, SIG_IGN);
    const int listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const int yes = 1;
    ::setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    sockaddr_in address {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(static_cast<uint16_t>(argc > 2 ? std::atoi(argv[2]) : 0));
    socklen_t length = sizeof address;
    if (::bind(listener, reinterpret_cast<sockaddr*>(&address), length) != 0 || ::listen(listener, 64) != 0
        || ::getsockname(listener, reinterpret_cast<sockaddr*>(&address), &length) != 0) {
        std::perror("rangeserver");
        return 1;
    }
    std::printf("http://127.0.0.1:%d/\n", ntohs(address.sin_port));
    std::fflush(stdout);
    for (;;) {
        const int socket = ::accept(listener, nullptr, nullptr);
        if (socket >= 0) {
            std::thread(serve, socket, std::filesystem::path(argv[1])).detach(); // as long as the process
        }
    }
}
