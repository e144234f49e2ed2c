// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/http/testserver.h"

#include "tests/engine/http/testconnection.h"

#include <QTcpServer>

#include <algorithm>
#include <future>
#include <system_error>

namespace weightless::testing {

class TestServer::Listener final : public QTcpServer {
public:
    explicit Listener(std::function<void(qintptr)> accept)
        : m_accept(std::move(accept))
    {
    }

protected:
    void incomingConnection(qintptr handle) override { m_accept(handle); }

private:
    std::function<void(qintptr)> m_accept;
};

TestServer::TestServer(Security security, uint16_t port)
    : m_security(security)
{
    std::promise<void> started;
    m_listener = std::jthread([this, port, &started](const std::stop_token& stop) {
        listen(port, stop, [&started] { started.set_value(); });
    });
    started.get_future().wait();
}

void TestServer::listen(uint16_t port, const std::stop_token& stop, const std::function<void()>& started)
{
    Listener listener([this](qintptr handle) {
        const std::scoped_lock lock(m_mutex);
        ++m_connectionCount;
        m_connections.emplace_back([this, handle](const std::stop_token& ofConnection) {
            TestConnection(*this, ofConnection).run(handle);
        });
    });
    listener.listen(QHostAddress::LocalHost, port);
    m_port = listener.serverPort();
    started();
    while (!stop.stop_requested()) {
        listener.waitForNewConnection(TestConnection::pollMs);
    }
}

TestServer::~TestServer()
{
    m_listener.request_stop();
    m_listener.join();
    release();
    std::vector<std::jthread> connections;
    {
        const std::scoped_lock lock(m_mutex);
        connections.swap(m_connections);
    }
    for (std::jthread& connection : connections) {
        connection.request_stop();
    }
}

void TestServer::serve(const std::string& path, std::string bytes, int version)
{
    const std::scoped_lock lock(m_mutex);
    const uint64_t sizeBytes = bytes.size();
    m_files[path] = {
        std::move(bytes), "\"" + path + "-" + std::to_string(version) + "\"", std::nullopt, sizeBytes};
}

void TestServer::serveFolder(const std::filesystem::path& folder)
{
    const std::scoped_lock lock(m_mutex);
    m_folder = folder;
}

void TestServer::setHook(std::function<void(const Request&, Answer&)> hook)
{
    const std::scoped_lock lock(m_mutex);
    m_hook = std::move(hook);
}

std::string TestServer::url(const std::string& path, const std::string& credentials) const
{
    return std::string(m_security == Security::Tls ? "https://" : "http://")
        + (credentials.empty() ? "" : credentials + "@") + "127.0.0.1:" + std::to_string(m_port) + "/" + path;
}

void TestServer::release()
{
    {
        const std::scoped_lock lock(m_mutex);
        m_isReleased = true;
    }
    m_released.notify_all();
}

std::vector<TestServer::Request> TestServer::requests() const
{
    const std::scoped_lock lock(m_mutex);
    return m_requests;
}

std::optional<TestServer::File> TestServer::fileAt(const std::string& path) const
{
    if (const auto file = m_files.find(path); file != m_files.end()) {
        return file->second;
    }
    const std::filesystem::path onDisk = m_folder / path;
    std::error_code error;
    const uint64_t sizeBytes = m_folder.empty() || path.find("..") != std::string::npos
        ? 0
        : std::filesystem::file_size(onDisk, error);
    if (error || sizeBytes == 0) {
        return std::nullopt;
    }
    const auto changed = std::filesystem::last_write_time(onDisk, error).time_since_epoch().count();
    return File {{}, "\"" + path + "-" + std::to_string(changed) + "\"", onDisk, sizeBytes};
}

void TestServer::fill(Answer& answer, const Request& request, const File& file) const
{
    answer.headers = {{"Content-Type", "application/octet-stream"}, {"ETag", file.entityTag}};
    const auto condition = request.headers.find("if-range");
    const bool isSame = condition == request.headers.end() || condition->second == file.entityTag;
    uint64_t first = 0;
    uint64_t end = file.sizeBytes;
    if (request.range && m_supportsRanges && isSame) {
        if (request.range->first >= file.sizeBytes) {
            answer.status = 416;
            answer.headers["Content-Range"] = "bytes */" + std::to_string(file.sizeBytes);
            return;
        }
        first = request.range->first;
        end = std::min(request.range->last + 1, file.sizeBytes);
        answer.status = 206;
        answer.headers["Content-Range"] = "bytes " + std::to_string(first) + "-" + std::to_string(end - 1)
            + "/" + std::to_string(file.sizeBytes);
    }
    if (file.path) {
        answer.file = Answer::FilePart {*file.path, first, end - first};
    } else {
        answer.body = file.bytes.substr(first, end - first);
    }
}

TestServer::Answer TestServer::answerTo(const Request& asked)
{
    const std::scoped_lock lock(m_mutex);
    Request request = asked;
    request.index = m_requests.size();
    m_requests.push_back(request);
    Answer answer;
    if (const auto file = fileAt(request.path)) {
        fill(answer, request, *file);
    } else {
        answer.status = 404;
        answer.body = "no such file";
    }
    if (m_hook) {
        m_hook(request, answer);
    }
    return answer;
}

} // namespace weightless::testing
