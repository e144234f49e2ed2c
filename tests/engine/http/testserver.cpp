// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/http/testserver.h"

#include <QFile>
#include <QSslCertificate>
#include <QSslKey>
#include <QSslSocket>
#include <QTcpServer>

#include <algorithm>
#include <latch>

namespace weightless::testing {

namespace {

constexpr int pollMs = 20;

QByteArray dataFile(const char* name)
{
    QFile file(QStringLiteral(WEIGHTLESS_TEST_DATA "/tls/") + QLatin1String(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

std::string lower(std::string text)
{
    std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::tolower(c); });
    return text;
}

std::string trimmed(const std::string& text)
{
    const size_t begin = text.find_first_not_of(" \r\n");
    return begin == std::string::npos ? std::string()
                                      : text.substr(begin, text.find_last_not_of(" \r\n") + 1 - begin);
}

} // namespace

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

// One connection, request after request, with blocking calls in a thread of its own.
class TestServer::Connection {
public:
    Connection(TestServer& server, std::stop_token stop)
        : m_server(server)
        , m_stop(std::move(stop))
    {
    }

    void run(qintptr handle)
    {
        if (!m_socket.setSocketDescriptor(handle)) {
            return;
        }
        if (m_server.m_security == Security::Tls) {
            m_socket.setLocalCertificate(QSslCertificate(dataFile("localhost.pem")));
            m_socket.setPrivateKey(QSslKey(dataFile("localhost.key"), QSsl::Ec));
            m_socket.startServerEncryption();
            if (!m_socket.waitForEncrypted(5000)) {
                return;
            }
        }
        while (const auto request = readRequest()) {
            if (!send(m_server.answerTo(*request))) {
                break;
            }
        }
        m_socket.abort();
    }

private:
    [[nodiscard]] bool isAlive() const
    {
        return !m_stop.stop_requested() && m_socket.state() == QAbstractSocket::ConnectedState;
    }

    std::optional<Request> readRequest()
    {
        std::string head;
        while (head.find("\r\n\r\n") == std::string::npos) {
            if (m_socket.bytesAvailable() == 0 && !m_socket.waitForReadyRead(pollMs) && !isAlive()) {
                return std::nullopt;
            }
            head += m_socket.readAll().toStdString();
            if (head.size() >= 4 && !head.starts_with("GET ")) {
                Answer badRequest; // TLS knocks at the door of a plain server
                badRequest.status = 400;
                static_cast<void>(send(badRequest));
                return std::nullopt;
            }
        }
        Request request;
        const size_t begin = head.find(' ') + 2; // behind "GET /"
        request.path = head.substr(begin, head.find(' ', begin) - begin);
        for (size_t line = head.find("\r\n") + 2; line < head.size();) {
            const size_t end = head.find("\r\n", line);
            const std::string text = head.substr(line, end - line);
            if (const size_t colon = text.find(':'); colon != std::string::npos) {
                request.headers[lower(text.substr(0, colon))] = trimmed(text.substr(colon + 1));
            }
            line = end == std::string::npos ? head.size() : end + 2;
        }
        if (const auto range = request.headers.find("range"); range != request.headers.end()) {
            unsigned long long first = 0;
            unsigned long long last = 0;
            if (std::sscanf(range->second.c_str(), "bytes=%llu-%llu", &first, &last) == 2) {
                request.range = Request::Range {first, last};
            }
        }
        return request;
    }

    // False when the connection is at its end.
    bool send(const Answer& answer)
    {
        std::string head = "HTTP/1.1 " + std::to_string(answer.status) + " Answer\r\n";
        for (const auto& [name, value] : answer.headers) {
            head += name + ": " + value + "\r\n";
        }
        if (answer.tellsLength) {
            head += "Content-Length: " + std::to_string(answer.contentLength.value_or(answer.body.size()))
                + "\r\n";
        }
        head += answer.tellsLength ? "\r\n" : "Connection: close\r\n\r\n";
        if (!write(head)) {
            return false;
        }
        for (uint64_t offset = 0; offset < answer.body.size();) {
            if (offset >= answer.dropAfter) {
                m_socket.disconnectFromHost(); // sends what is written and no more
                if (m_socket.state() != QAbstractSocket::UnconnectedState) {
                    m_socket.waitForDisconnected(1000);
                }
                return false;
            }
            if (offset >= answer.stallAfter && !waitForRelease()) {
                return false;
            }
            const uint64_t until = std::min({uint64_t {answer.body.size()}, offset + 65536,
                offset < answer.dropAfter ? answer.dropAfter : UINT64_MAX,
                offset < answer.stallAfter ? answer.stallAfter : UINT64_MAX});
            if (!write(answer.body.substr(offset, until - offset))) {
                return false;
            }
            m_server.m_sentBytes += until - offset;
            offset = until;
        }
        const bool isWhole = !answer.contentLength || *answer.contentLength <= answer.body.size();
        return answer.tellsLength && isWhole;
    }

    bool write(const std::string& bytes)
    {
        m_socket.write(bytes.data(), static_cast<qint64>(bytes.size()));
        while (m_socket.bytesToWrite() > 0) {
            if (!isAlive()) {
                return false;
            }
            m_socket.waitForBytesWritten(pollMs);
        }
        return isAlive(); // a socket that is gone has nothing left to write either
    }

    // Until release(), or the client or the test is gone.
    bool waitForRelease()
    {
        for (;;) {
            {
                std::unique_lock lock(m_server.m_mutex);
                if (m_server.m_released.wait_for(lock, m_stop, std::chrono::milliseconds(pollMs),
                        [this] { return m_server.m_isReleased; })) {
                    return true;
                }
            }
            m_socket.waitForReadyRead(1); // notices a client that has gone
            if (!isAlive()) {
                return false;
            }
        }
    }

    TestServer& m_server;
    std::stop_token m_stop;
    QSslSocket m_socket;
};

TestServer::TestServer(Security security)
    : m_security(security)
{
    std::latch isListening(1);
    m_listener = std::jthread([this, &isListening](const std::stop_token& stop) {
        Listener listener([this](qintptr handle) {
            const std::scoped_lock lock(m_mutex);
            ++m_connectionCount;
            m_connections.emplace_back([this, handle](const std::stop_token& ofConnection) {
                Connection(*this, ofConnection).run(handle);
            });
        });
        listener.listen(QHostAddress::LocalHost);
        m_port = listener.serverPort();
        isListening.count_down();
        while (!stop.stop_requested()) {
            listener.waitForNewConnection(pollMs);
        }
    });
    isListening.wait();
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
    m_files[path] = {std::move(bytes), "\"" + path + "-" + std::to_string(version) + "\""};
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

TestServer::Answer TestServer::answerTo(const Request& asked)
{
    const std::scoped_lock lock(m_mutex);
    Request request = asked;
    request.index = m_requests.size();
    m_requests.push_back(request);
    Answer answer;
    const auto file = m_files.find(request.path);
    if (file == m_files.end()) {
        answer.status = 404;
        answer.body = "no such file";
    } else {
        const std::string& bytes = file->second.bytes;
        answer.headers = {{"Content-Type", "application/octet-stream"}, {"ETag", file->second.entityTag}};
        const auto condition = request.headers.find("if-range");
        const bool isSame = condition == request.headers.end() || condition->second == file->second.entityTag;
        if (!request.range || !m_supportsRanges || !isSame) {
            answer.body = bytes;
        } else if (request.range->first >= bytes.size()) {
            answer.status = 416;
            answer.headers["Content-Range"] = "bytes */" + std::to_string(bytes.size());
        } else {
            const uint64_t last = std::min<uint64_t>(request.range->last, bytes.size() - 1);
            answer.status = 206;
            answer.headers["Content-Range"] = "bytes " + std::to_string(request.range->first) + "-"
                + std::to_string(last) + "/" + std::to_string(bytes.size());
            answer.body = bytes.substr(request.range->first, last + 1 - request.range->first);
        }
    }
    if (m_hook) {
        m_hook(request, answer);
    }
    return answer;
}

} // namespace weightless::testing
