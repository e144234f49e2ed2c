// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/bytes.h"
#include "engine/constants/loaders/externaldatamanager.h"
#include "engine/http/httpclient.h"
#include "tests/engine/constants/loaders/sourcescene.h"
#include "tests/engine/constants/loadscene.h"
#include "tests/engine/http/httpscene.h"
#include "tests/engine/vulkan/testdevice.h"

#include <QTest>

#include <memory>
#include <optional>
#include <vector>

namespace weightless::testing {

inline constexpr Slices httpSlices {.bytes = 256 * KiB, .count = 4};

[[nodiscard]] LoadOptions streamed(std::optional<LoadPath> path = {});

// The ways of what a server sends.
inline const std::vector<LoadWay> httpWays {{"in place", LoadMode::Streamed},
    {"staged", LoadMode::Streamed, LoadPath::Staged}, {"zero-copy", LoadMode::ZeroCopy},
    {"conventional", LoadMode::Conventional}};

// Constants w0 … in a file of a server.
class HttpScene : public SourceScene {
public:
    explicit HttpScene(uint64_t bytes, http::HttpOptions options = impatient(),
        TestServer::Security security = TestServer::Security::Plain);

    void add(uint64_t offset, uint64_t size);
    // Small and large ones one behind the other, with gaps, as files have them.
    void fill();
    // What the server has sent when nobody reads on and the sockets between the two are full.
    [[nodiscard]] uint64_t sentUntilItRests() const;

    TestServer server;
    std::shared_ptr<ExternalDataManager> loaders = std::make_shared<ExternalDataManager>();

private:
    std::shared_ptr<http::HttpClient> m_client;
};

// What tests of such scenes derive from: a device for all of them, and no validation message from any.
class HttpLoadTest : public QObject {
    Q_OBJECT

protected:
    std::unique_ptr<TestDevice> m_gpu;

protected slots: // Qt Test calls them by name
    void initTestCase();
    void cleanup();
    void cleanupTestCase();
};

} // namespace weightless::testing
