// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace weightless::testing {

// A web server on the loopback interface: well-behaved and fast with the files of a folder, for measurements,
// and for tests as bad as they want it. Each connection has a thread.
class TestServer {
public:
    enum class Security { Plain, Tls }; // Tls with the certificate in tests/data/tls

    explicit TestServer(Security security = Security::Plain, uint16_t port = 0); // 0: any that is free
    ~TestServer();
    TestServer(const TestServer&) = delete;
    TestServer& operator=(const TestServer&) = delete;

    struct Request {
        size_t index = 0; // of all requests so far
        std::string path;
        std::map<std::string, std::string> headers; // names in lower case
        struct Range {
            uint64_t first = 0;
            uint64_t last = 0;
        };
        std::optional<Range> range;
    };

    // What is sent. Whatever contradicts itself is sent as it stands.
    struct Answer {
        int status = 200;
        std::map<std::string, std::string> headers;
        std::string body {};
        std::optional<uint64_t> contentLength; // claimed; the body's size unless given
        bool tellsLength = true;
        uint64_t dropAfter = UINT64_MAX; // body bytes after which the connection is cut
        uint64_t stallAfter = UINT64_MAX; // body bytes after which nothing more comes until release()
        std::optional<std::string> head; // in place of status line and header; the connection ends after it
        bool isEndless = false; // the body again and again, until the client has gone
        std::chrono::milliseconds dripDelay {0}; // before each of the body's bytes
        // In place of the body: part of a file, sent without a copy where the system can do that.
        struct FilePart {
            std::filesystem::path path;
            uint64_t offsetBytes = 0;
            uint64_t lengthBytes = 0;
        };
        std::optional<FilePart> file {};
    };

    // What stands at http://127.0.0.1:port/<path>; an entity tag is made from path and version.
    void serve(const std::string& path, std::string bytes, int version = 1);
    // The files of a folder, for every path that serve() was not called for. The program ignores SIGPIPE.
    void serveFolder(const std::filesystem::path& folder);
    // False: files are sent whole, whatever range is asked for.
    void setSupportsRanges(bool does) { m_supportsRanges = does; }
    // Changes answers before they are sent. Called on the connections' threads, one at a time.
    void setHook(std::function<void(const Request&, Answer&)> hook);

    [[nodiscard]] std::string url(const std::string& path, const std::string& credentials = {}) const;
    [[nodiscard]] uint16_t port() const { return m_port; }

    // Lets everything that stalls go on, and stalls nothing more.
    void release();

    [[nodiscard]] std::vector<Request> requests() const;
    [[nodiscard]] size_t connectionCount() const { return m_connectionCount; }
    [[nodiscard]] uint64_t sentBytes() const { return m_sentBytes; } // of bodies

private:
    friend class TestConnection;
    class Listener;
    struct File {
        std::string bytes;
        std::string entityTag;
        std::optional<std::filesystem::path> path; // in place of the bytes
        uint64_t sizeBytes = 0;
    };

    void listen(uint16_t port, const std::stop_token& stop, const std::function<void()>& started);
    [[nodiscard]] Answer answerTo(const Request& request);
    [[nodiscard]] std::optional<File> fileAt(const std::string& path) const; // with the lock held
    void fill(Answer& answer, const Request& request, const File& file) const;

    Security m_security;
    std::atomic<bool> m_supportsRanges {true};
    std::atomic<size_t> m_connectionCount {0};
    std::atomic<uint64_t> m_sentBytes {0};
    std::atomic<uint16_t> m_port {0};
    mutable std::mutex m_mutex; // guards the rest
    std::condition_variable_any m_released;
    bool m_isReleased = false;
    std::map<std::string, File> m_files;
    std::filesystem::path m_folder;
    std::function<void(const Request&, Answer&)> m_hook;
    std::vector<Request> m_requests;
    std::vector<std::jthread> m_connections;
    std::jthread m_listener;
};

} // namespace weightless::testing
