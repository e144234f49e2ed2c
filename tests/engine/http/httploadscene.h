// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/bytes.h"
#include "engine/constants/constantstore.h"
#include "engine/constants/loaders/externaldatamanager.h"
#include "engine/constants/loadoptions.h"
#include "engine/http/httpclient.h"
#include "engine/http/httploader.h"
#include "engine/http/httpresource.h"
#include "tests/engine/constants/loadscene.h"
#include "tests/engine/http/httpscene.h"
#include "tests/engine/vulkan/testdevice.h"

#include <QTest>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace weightless::testing {

inline constexpr uint64_t sliceBytes = 256 * KiB;

inline LoadOptions optionsFor(std::optional<LoadPath> path = {}, LoadMode mode = LoadMode::Streamed)
{
    LoadOptions options;
    options.mode = mode;
    options.forcedPath = path;
    options.sliceBytes = sliceBytes;
    options.sliceCount = 4;
    return options;
}

// Constants w0 … in files of a server.
class HttpScene {
public:
    explicit HttpScene(uint64_t bytes, http::HttpOptions options = impatient(),
        TestServer::Security security = TestServer::Security::Plain)
        : server(security)
        , content(pattern(bytes))
        , m_client(http::HttpClient::create(std::move(options)))
    {
        server.serve("weights.bin", content);
        loaders->addBuiltIn(std::make_shared<http::HttpLoader>());
    }

    void add(uint64_t offset, uint64_t size)
    {
        if (!m_resource) {
            m_resource = http::HttpResource::open(m_client, http::Url(server.url("weights.bin")), {});
        }
        auto info = std::make_shared<ConstantInfo>();
        info->name = "w" + std::to_string(store->count());
        info->descriptor = {DataType::UInt8, {static_cast<int64_t>(size)}};
        info->sizeBytes = size;
        info->source.range = ResourceRange {m_resource, offset, size};
        store->add(std::move(info), true);
        m_places.emplace_back(offset, size);
    }
    // Small and large ones one behind the other, with gaps, as files have them.
    void fill()
    {
        for (uint64_t offset = 100; offset + 500'000 < content.size();) {
            for (const uint64_t size : {uint64_t {400'000}, uint64_t {640}, uint64_t {31}}) {
                add(offset, size);
                offset += size + 77;
            }
        }
    }

    // What the server has sent when nobody reads on and the sockets between the two are full.
    [[nodiscard]] uint64_t sentUntilItRests() const
    {
        uint64_t sent = 0;
        do {
            sent = server.sentBytes();
            QTest::qSleep(400);
        } while (sent != server.sentBytes());
        return sent;
    }

    [[nodiscard]] bool isLoaded(const TestDevice& gpu) const
    {
        for (size_t i = 0; i < m_places.size(); ++i) {
            const auto& [offset, size] = m_places[i];
            if (!store->isSet(i)
                || deviceContent(gpu.device, store->storage(i)) != content.substr(offset, size)) {
                qWarning("constant %zu is wrong", i);
                return false;
            }
        }
        return true;
    }

    TestServer server;
    std::string content;
    std::shared_ptr<ConstantStore> store = std::make_shared<ConstantStore>();
    std::shared_ptr<ExternalDataManager> loaders = std::make_shared<ExternalDataManager>();

private:
    std::shared_ptr<http::HttpClient> m_client;
    std::shared_ptr<const http::HttpResource> m_resource;
    std::vector<std::pair<uint64_t, uint64_t>> m_places;
};

// The ways that constants take to the device, for tables of tests.
struct LoadWay {
    const char* name;
    LoadMode mode;
    std::optional<LoadPath> path;
};
inline const std::vector<LoadWay> loadWays {{"in place", LoadMode::Streamed, {}},
    {"staged", LoadMode::Streamed, LoadPath::Staged}, {"zero-copy", LoadMode::ZeroCopy, {}},
    {"conventional", LoadMode::Conventional, {}}};

} // namespace weightless::testing
