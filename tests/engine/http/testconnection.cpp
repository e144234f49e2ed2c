// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/http/testconnection.h"
#include "tests/datafolder.h"

#include <QFile>
#include <QSslCertificate>
#include <QSslKey>

#include <algorithm>
#include <cctype>
#include <cstdio>

#ifdef __linux__
#include <cerrno>
#include <poll.h>
#include <sys/sendfile.h>
#endif

namespace weightless::testing {

namespace {

constexpr uint64_t blockBytes = 64 * 1024;

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

TestServer::Request parse(const std::string& head)
{
    TestServer::Request request;
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
            request.range = TestServer::Request::Range {first, last};
        }
    }
    return request;
}

uint64_t bodyBytesOf(const TestServer::Answer& answer)
{
    return answer.file ? answer.file->lengthBytes : answer.body.size();
}

std::string headOf(const TestServer::Answer& answer)
{
    std::string head = "HTTP/1.1 " + std::to_string(answer.status) + " Answer\r\n";
    for (const auto& [name, value] : answer.headers) {
        head += name + ": " + value + "\r\n";
    }
    if (answer.tellsLength) {
        head +=
            "Content-Length: " + std::to_string(answer.contentLength.value_or(bodyBytesOf(answer))) + "\r\n";
    }
    return head + (answer.tellsLength ? "\r\n" : "Connection: close\r\n\r\n");
}

} // namespace

TestConnection::TestConnection(TestServer& server, std::stop_token stop)
    : m_server(server)
    , m_stop(std::move(stop))
{
}

void TestConnection::run(qintptr handle)
{
    if (!m_socket.setSocketDescriptor(handle)
        || (m_server.m_security == TestServer::Security::Tls && !startTls())) {
        return;
    }
    m_socket.setSocketOption(QAbstractSocket::LowDelayOption, 1);
    while (const auto request = readRequest()) {
        if (!send(m_server.answerTo(*request))) {
            break;
        }
    }
    m_socket.abort();
}

bool TestConnection::isAlive() const
{
    return !m_stop.stop_requested() && m_socket.state() == QAbstractSocket::ConnectedState;
}

bool TestConnection::startTls()
{
    m_socket.setLocalCertificate(QSslCertificate(dataFile("localhost.pem")));
    m_socket.setPrivateKey(QSslKey(dataFile("localhost.key"), QSsl::Ec));
    m_socket.startServerEncryption();
    return m_socket.waitForEncrypted(5000);
}

std::optional<TestServer::Request> TestConnection::readRequest()
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
    return parse(head);
}

bool TestConnection::send(const Answer& answer)
{
    if (!write(answer.head ? *answer.head : headOf(answer))) {
        return false;
    }
    do {
        if (!(answer.file ? sendFile(*answer.file) : sendBody(answer))) {
            return false;
        }
    } while (answer.isEndless);
    const bool isWhole = !answer.contentLength || *answer.contentLength <= bodyBytesOf(answer);
    if (answer.head || !answer.tellsLength || !isWhole) {
        cut();
        return false;
    }
    return true;
}

bool TestConnection::sendBody(const Answer& answer)
{
    const bool drips = answer.dripDelay.count() > 0;
    for (uint64_t offset = 0; offset < answer.body.size();) {
        if (offset >= answer.dropAfter) {
            cut();
            return false;
        }
        if (offset >= answer.stallAfter && !waitForRelease()) {
            return false;
        }
        if (drips) {
            std::this_thread::sleep_for(answer.dripDelay);
        }
        const uint64_t until = std::min({uint64_t {answer.body.size()}, offset + (drips ? 1 : blockBytes),
            offset < answer.dropAfter ? answer.dropAfter : UINT64_MAX,
            offset < answer.stallAfter ? answer.stallAfter : UINT64_MAX});
        if (!write(std::string_view(answer.body).substr(offset, until - offset))) {
            return false;
        }
        m_server.m_sentBytes += until - offset;
        offset = until;
    }
    return true;
}

#ifdef __linux__
// Past Qt, whose buffers are empty: the client is what is measured.
bool TestConnection::sendFile(const Answer::FilePart& part)
{
    QFile file(part.path);
    if (!file.open(QIODevice::ReadOnly)) {
        return false;
    }
    const int socket = static_cast<int>(m_socket.socketDescriptor());
    auto offset = static_cast<off_t>(part.offsetBytes);
    const auto end = static_cast<off_t>(part.offsetBytes + part.lengthBytes);
    while (offset < end && !m_stop.stop_requested()) {
        const ssize_t sent = ::sendfile(socket, file.handle(), &offset, static_cast<size_t>(end - offset));
        if (sent > 0) {
            m_server.m_sentBytes += static_cast<uint64_t>(sent);
        } else if (sent == 0 || (errno != EAGAIN && errno != EINTR)) {
            return false; // the file has shrunk, or the client has gone
        } else {
            pollfd room {socket, POLLOUT, 0};
            ::poll(&room, 1, pollMs);
        }
    }
    return offset == end;
}
#else
bool TestConnection::sendFile(const Answer::FilePart& part)
{
    QFile file(part.path);
    if (!file.open(QIODevice::ReadOnly) || !file.seek(static_cast<qint64>(part.offsetBytes))) {
        return false;
    }
    for (uint64_t left = part.lengthBytes; left > 0;) {
        const QByteArray block = file.read(static_cast<qint64>(std::min(left, blockBytes)));
        if (block.isEmpty() || !write({block.constData(), static_cast<size_t>(block.size())})) {
            return false;
        }
        m_server.m_sentBytes += static_cast<uint64_t>(block.size());
        left -= static_cast<uint64_t>(block.size());
    }
    return true;
}
#endif

bool TestConnection::write(std::string_view bytes)
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

// Sends what is written and no more.
void TestConnection::cut()
{
    m_socket.disconnectFromHost();
    if (m_socket.state() != QAbstractSocket::UnconnectedState) {
        m_socket.waitForDisconnected(1000);
    }
}

bool TestConnection::waitForRelease()
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

} // namespace weightless::testing
