// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/http/cachefolder.h"
#include "engine/http/httpcache.h"
#include "engine/http/httpclient.h"
#include "engine/http/httpresource.h"
#include "tests/engine/http/cachetext.h"
#include "tests/engine/http/httpscene.h"
#include "tests/engine/sizelimit.h"
#include "tests/engine/temporaryfolder.h"

#include <QTest>

using namespace weightless;
using namespace weightless::http;
using namespace weightless::testing;

// Downloads for which the disk has no room.
class TestHttpFullCache : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { keepFromProxies(); }

    // What came until then is there the next time, and one is told.
    void whatCameBeforeIsKept()
    {
        const test::TemporaryFolder folder;
        std::vector<std::string> told;
        {
            const auto cache = HttpCache::open(folder.path(), "u", "1", 5000);
            QVERIFY(cache);
            cache->setProblemSink([&](const std::string& problem) { told.push_back(problem); });
            const test::SizeLimit limit(1000);
            write(*cache, 10, "0123456789");
            write(*cache, 2000, "beyond");
            write(*cache, 2000, "again");
            QCOMPARE(read(*cache, 2000, 6), std::string());
            QCOMPARE(read(*cache, 10, 10), std::string("0123456789"));
        }
        QCOMPARE(told.size(), size_t {1});
        QVERIFY2(told[0].find(folder.path().string()) != std::string::npos
                && told[0].ends_with("takes nothing more: File too large"),
            told[0].c_str());
        const auto cache = HttpCache::open(folder.path(), "u", "1", 5000);
        QCOMPARE(read(*cache, 10, 10), std::string("0123456789"));
        QCOMPARE(read(*cache, 2000, 6), std::string());
    }

    // Where not even the list of what came has room, nothing is left that would fill the disk.
    void whatNoListTellsOfIsRemoved()
    {
        const test::TemporaryFolder folder;
        std::vector<std::string> told;
        {
            const auto cache = HttpCache::open(folder.path(), "u", "1", 5000);
            QVERIFY(cache);
            cache->setProblemSink([&](const std::string& problem) { told.push_back(problem); });
            const test::SizeLimit limit(5);
            write(*cache, 0, "01234");
            cache->save();
            QVERIFY(cache->completeFile() == nullptr);
        }
        QCOMPARE(told.size(), size_t {1});
        QVERIFY2(told[0].find("File too large") != std::string::npos
                && told[0].find("what was received is removed") != std::string::npos,
            told[0].c_str());
        QVERIFY(std::filesystem::is_empty(folder.path()));
    }

    // What an earlier run has listed stays where there is no room for another list, and goes on being given.
    void whatIsListedStays()
    {
        const test::TemporaryFolder folder;
        write(*HttpCache::open(folder.path(), "u", "1", 5000), 0, "01234");
        std::vector<std::string> told;
        auto cache = HttpCache::open(folder.path(), "u", "1", 5000);
        QVERIFY(cache);
        cache->setProblemSink([&](const std::string& problem) { told.push_back(problem); });
        {
            const test::SizeLimit limit(10);
            write(*cache, 5, "56789");
            cache->save();
            QCOMPARE(told.size(), size_t {1});
            QVERIFY2(told[0].find("File too large") != std::string::npos
                    && told[0].find("removed") == std::string::npos,
                told[0].c_str());
            QCOMPARE(read(*cache, 0, 10), std::string("0123456789"));
            QCOMPARE(read(*HttpCache::open(folder.path(), "u", "1", 5000), 0, 10), std::string("01234"));
        }
        cache.reset(); // the list has room again
        QCOMPARE(read(*HttpCache::open(folder.path(), "u", "1", 5000), 0, 10), std::string("0123456789"));
    }

    // It is there for the list alone, until none is needed any more.
    void roomForTheListIsKept()
    {
        const test::TemporaryFolder folder;
        const auto roomBytes = [&] {
            uint64_t bytes = 0;
            for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
                bytes += entry.path().extension() == ".room" ? entry.file_size() : 0;
            }
            return bytes;
        };
        write(*HttpCache::open(folder.path(), "u", "1", 10), 0, "01234");
        QVERIFY(roomBytes() >= 4096);
        write(*HttpCache::open(folder.path(), "u", "1", 10), 5, "56789");
        QCOMPARE(roomBytes(), uint64_t {0});
        QVERIFY(HttpCache::open(folder.path(), "u", "1", 10)->completeFile() != nullptr);
        QCOMPARE(roomBytes(), uint64_t {0});
        write(*HttpCache::open(folder.path(), "v", "1", 10), 0, "01234");
        clearCache(folder.path());
        QVERIFY(std::filesystem::is_empty(folder.path()));
    }

    void aFileThatCannotBeMadeIsToldWithTheReason()
    {
        const test::TemporaryFolder folder;
        TestServer server;
        server.serve("m.bin", pattern(200'000));
        HttpOptions options = impatient();
        options.cacheFolder = folder.path();
        std::string told;
        options.log = [&](LogLevel, const std::string& text) { told += text; };
        const test::SizeLimit limit(100'000);
        const auto resource = HttpResource::open(HttpClient::create(options), Url(server.url("m.bin")), {});
        QVERIFY(contentOf(*resource, 0, 200'000) == pattern(200'000));
        QVERIFY2(told.find("cannot make a file of 200000 bytes in the folder '" + folder.path().string()
                     + "': File too large")
                != std::string::npos,
            told.c_str());
        QVERIFY(std::filesystem::is_empty(folder.path()));
    }

    void aFullDiskIsToldWhereTheDownloadIsNamed()
    {
        const test::TemporaryFolder folder;
        TestServer server;
        server.serve("m.bin", pattern(400'000));
        HttpOptions options = impatient();
        options.cacheFolder = folder.path();
        std::string told;
        options.log = [&](LogLevel, const std::string& text) { told += text; };
        const auto resource = HttpResource::open(HttpClient::create(options), Url(server.url("m.bin")), {});
        const test::SizeLimit limit(100'000);
        QVERIFY(contentOf(*resource, 0, 400'000) == pattern(400'000));
        const std::string start = "what is received of '" + server.url("m.bin") + "' from now on is not kept";
        QVERIFY2(told.find(start) != std::string::npos && told.ends_with("File too large"), told.c_str());
    }
};

QTEST_GUILESS_MAIN(TestHttpFullCache)
#include "tst_http_fullcache.moc"
