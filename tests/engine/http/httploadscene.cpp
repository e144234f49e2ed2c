// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/http/httploadscene.h"

#include "engine/http/httploader.h"
#include "engine/http/httpresource.h"

#include <utility>

namespace weightless::testing {

LoadOptions streamed(std::optional<LoadPath> path)
{
    return optionsFor(LoadMode::Streamed, path, httpSlices);
}

HttpScene::HttpScene(uint64_t bytes, http::HttpOptions options, TestServer::Security security)
    : SourceScene(nullptr, pattern(bytes))
    , server(security)
    , m_client(http::HttpClient::create(std::move(options)))
{
    server.serve("weights.bin", content);
    loaders->addBuiltIn(std::make_shared<http::HttpLoader>());
}

void HttpScene::add(uint64_t offset, uint64_t size)
{
    if (!source) {
        source = http::HttpResource::open(m_client, http::Url(server.url("weights.bin")), {});
    }
    SourceScene::add(offset, size);
}

void HttpScene::fill()
{
    for (uint64_t offset = 100; offset + 500'000 < content.size();) {
        for (const uint64_t size : {uint64_t {400'000}, uint64_t {640}, uint64_t {31}}) {
            add(offset, size);
            offset += size + 77;
        }
    }
}

uint64_t HttpScene::sentUntilItRests() const
{
    uint64_t sent = 0;
    do {
        sent = server.sentBytes();
        QTest::qSleep(400);
    } while (sent != server.sentBytes());
    return sent;
}

void HttpLoadTest::initTestCase()
{
    keepFromProxies();
    WEIGHTLESS_OPEN_TEST_DEVICE(m_gpu);
}

void HttpLoadTest::cleanup()
{
    WEIGHTLESS_VERIFY_VALIDATION(m_gpu);
}

void HttpLoadTest::cleanupTestCase()
{
    WEIGHTLESS_CLOSE_TEST_DEVICE(m_gpu);
}

} // namespace weightless::testing
