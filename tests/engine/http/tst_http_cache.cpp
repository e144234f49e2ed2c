// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/http/cachefolder.h"
#include "engine/http/cachelist.h"
#include "engine/http/httpcache.h"
#include "engine/http/httpclient.h"
#include "engine/http/httporigin.h"
#include "engine/http/httpresource.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/http/cachetext.h"
#include "tests/engine/http/httpscene.h"
#include "tests/engine/temporaryfolder.h"

#include <QDeadlineTimer>
#include <QTest>

#include <chrono>
#include <stop_token>
#include <thread>

using namespace weightless;
using namespace weightless::http;
using namespace weightless::testing;

namespace {

// The only one with this ending.
std::filesystem::path fileWith(const test::TemporaryFolder& folder, const char* ending)
{
    std::filesystem::path found;
    for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
        found = entry.path().extension() == ending ? entry.path() : found;
    }
    return found;
}

} // namespace

class TestHttpCache : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { keepFromProxies(); }

    void rangesAreKept();
    void onlyThisVersionIsKept();
    void whatCannotBeTrustedIsForgotten();
    void whatIsOfAnotherUrlIsNotUsed_data();
    void whatIsOfAnotherUrlIsNotUsed();
    void theOldFormatIsRemoved();
    void othersMayNotLookIntoTheFolder();
    void lists();
    void aFolderThatCannotBeUsedIsNoCache();
    void whatCannotBeKeptIsSaid();
    void whatIsThereIsNotAskedForAgain();
    void whatCameBeforeAStopIsKept();
    void aWholeFileIsAFileOfThisMachine();
    void aNewVersionIsReceivedAnew();
    void onlyWhatWasKeptIsCountedAndCleared();
    void whatIsClearedUnderAReaderIsNotListedAgain();
    void whatCannotBeRemovedIsNamed();
};

void TestHttpCache::rangesAreKept()
{
    const test::TemporaryFolder folder;
    {
        const auto cache = HttpCache::open(folder / "new", "u", "1", 100);
        QVERIFY(cache);
        QVERIFY(read(*cache, 0, 10).empty());
        write(*cache, 10, "0123456789");
        write(*cache, 30, "abc");
        write(*cache, 20, "xxxxxxxxxx"); // between the two
        write(*cache, 90, "end of it.");
        QCOMPARE(read(*cache, 15, 50), std::string("56789xxxxxxxxxxabc"));
        QCOMPARE(read(*cache, 33, 1), std::string());
        QCOMPARE(read(*cache, 99, 10), std::string("."));
        QVERIFY(cache->completeFile() == nullptr);
    }
    const auto cache = HttpCache::open(folder / "new", "u", "1", 100);
    QCOMPARE(read(*cache, 10, 50), std::string("0123456789xxxxxxxxxxabc"));
    QCOMPARE(read(*cache, 90, 50), std::string("end of it."));
    const std::string whole = "----------0123456789xxxxxxxxxxabc" + std::string(57, '-') + "end of it.";
    write(*cache, 0, whole);
    const auto file = cache->completeFile();
    QVERIFY(file != nullptr);
    QCOMPARE(test::contentOf(file->path), whole);
}

void TestHttpCache::onlyThisVersionIsKept()
{
    const test::TemporaryFolder folder;
    write(*HttpCache::open(folder.path(), "u", "1", 10), 0, "0123456789");
    write(*HttpCache::open(folder.path(), "other", "1", 10), 0, "0123456789");
    QCOMPARE(folder.fileCount(), size_t {4});
    QCOMPARE(read(*HttpCache::open(folder.path(), "u", "2", 10), 0, 10), std::string());
    QCOMPARE(folder.fileCount(), size_t {5}); // nothing of the first version; room for the list of the second
    QCOMPARE(read(*HttpCache::open(folder.path(), "other", "1", 10), 0, 10), std::string("0123456789"));
}

void TestHttpCache::whatCannotBeTrustedIsForgotten()
{
    const test::TemporaryFolder folder;
    write(*HttpCache::open(folder.path(), "u", "1", 10), 0, "0123456789");
    const auto listName = fileWith(folder, ".ranges").filename().string();
    folder.write(listName, "weightless download 2\nurl u\nversion 1\nsize 10\n0 4\n3 2\n5 11\nnonsense");
    QCOMPARE(read(*HttpCache::open(folder.path(), "u", "1", 10), 0, 10), std::string("0123"));
    std::filesystem::resize_file(fileWith(folder, ".data"), 5);
    QCOMPARE(read(*HttpCache::open(folder.path(), "u", "1", 10), 0, 10), std::string());
}

void TestHttpCache::whatIsOfAnotherUrlIsNotUsed_data()
{
    QTest::addColumn<QString>("url");
    QTest::addColumn<QString>("version");
    QTest::newRow("URL") << "http://host/victim.onnx?"
                         << "1";
    QTest::newRow("version") << "http://host/attacker.onnx?"
                             << "2";
}

// Whoever finds a URL (or makes a version) whose digest is that of another one has its names, and nothing
// more.
void TestHttpCache::whatIsOfAnotherUrlIsNotUsed()
{
    QFETCH(QString, url);
    QFETCH(QString, version);
    const test::TemporaryFolder folder;
    const auto victimFolder = folder / "victim";
    const auto attackerFolder = folder / "attacker";
    write(*HttpCache::open(victimFolder, url.toStdString(), version.toStdString(), 10), 0, "0123456789");
    write(*HttpCache::open(attackerFolder, "http://host/attacker.onnx?", "1", 10), 0, "poisonous!");
    for (const auto& entry : std::filesystem::directory_iterator(attackerFolder)) {
        for (const auto& victim : std::filesystem::directory_iterator(victimFolder)) {
            if (victim.path().extension() == entry.path().extension()) {
                std::filesystem::copy_file(
                    entry.path(), victim.path(), std::filesystem::copy_options::overwrite_existing);
            }
        }
    }
    {
        const auto cache = HttpCache::open(victimFolder, url.toStdString(), version.toStdString(), 10);
        QVERIFY(cache);
        QCOMPARE(read(*cache, 0, 10), std::string());
        QVERIFY(cache->completeFile() == nullptr);
        write(*cache, 0, "0123456789");
    }
    QCOMPARE(read(*HttpCache::open(victimFolder, url.toStdString(), version.toStdString(), 10), 0, 10),
        std::string("0123456789"));
}

void TestHttpCache::theOldFormatIsRemoved()
{
    const test::TemporaryFolder folder;
    folder.write("cbf29ce484222325-a0.data", "0123456789");
    folder.write("cbf29ce484222325-a0.ranges", "0 10\n");
    folder.write("weights.data", "of somebody else");
    QCOMPARE(read(*HttpCache::open(folder.path(), "u", "1", 10), 0, 10), std::string());
    QVERIFY(!std::filesystem::exists(folder / "cbf29ce484222325-a0.data"));
    QVERIFY(!std::filesystem::exists(folder / "cbf29ce484222325-a0.ranges"));
    QCOMPARE(folder.fileCount(), size_t {4}); // data, list, room for it, and somebody else's
}

void TestHttpCache::othersMayNotLookIntoTheFolder()
{
#ifdef _WIN32
    QSKIP("the user's own folders are the user's there");
#endif
    const test::TemporaryFolder folder;
    QVERIFY(HttpCache::open(folder / "new", "u", "1", 10));
    using std::filesystem::perms;
    const perms others = perms::group_all | perms::others_all;
    QVERIFY((std::filesystem::status(folder / "new").permissions() & others) == perms::none);
}

void TestHttpCache::lists()
{
    CacheList list {"http://host/m.onnx?key=1 2", "W/\"a b\"", 100};
    addRange(list.ranges, 10, 20);
    addRange(list.ranges, 40, 50);
    addRange(list.ranges, 20, 30);
    QCOMPARE(list.ranges, (ByteRanges {{10, 30}, {40, 50}}));
    QCOMPARE(bytesOf(list.ranges), uint64_t {30});
    QCOMPARE(gapsIn(list.ranges, 0, 100), (ByteRanges {{0, 10}, {30, 40}, {50, 100}}));
    QCOMPARE(gapsIn(list.ranges, 15, 45), (ByteRanges {{30, 40}}));
    QCOMPARE(gapsIn(list.ranges, 10, 30), ByteRanges {});
    QCOMPARE(gapsIn({}, 5, 6), (ByteRanges {{5, 6}}));
    const auto parsed = parseCacheList(toText(list));
    QVERIFY(parsed && parsed->isOfSameFile(list));
    QCOMPARE(parsed->ranges, list.ranges);
    for (const char* text : {"", "0 10\n", "weightless download 1\nurl u\nversion 1\nsize 10\n",
             "weightless download 2\n", "weightless download 2\nurl u\nversion 1\nsize ten\n",
             "weightless download 2\nversion 1\nurl u\nsize 10\n"}) {
        QVERIFY2(!parseCacheList(text), text);
    }
    list.version = "1\nsize 100\n0 100"; // no version can pass for ranges
    QVERIFY(!parseCacheList(toText(list))->isOfSameFile(list));
}

void TestHttpCache::aFolderThatCannotBeUsedIsNoCache()
{
    const test::TemporaryFolder folder;
    folder.write("file", "");
    QVERIFY(HttpCache::open(folder / "file", "u", "1", 10) == nullptr);
    TestServer server;
    server.serve("m.bin", pattern(200'000));
    HttpOptions options = impatient();
    options.cacheFolder = folder / "file";
    std::string told;
    options.log = [&](LogLevel, const std::string& text) { told += text; };
    const auto resource = HttpResource::open(HttpClient::create(options), Url(server.url("m.bin")), {});
    QVERIFY(contentOf(*resource, 0, 200'000) == pattern(200'000));
    QVERIFY(told.find("cannot keep downloads in " + displayPath(folder / "file")) != std::string::npos);
    EXPECT_ERROR(HttpCache::prepareFolder(folder / "file"), ErrorKind::Io, "cannot keep downloads in ");
    HttpCache::prepareFolder(folder / "new");
    QVERIFY(std::filesystem::is_empty(folder / "new"));
}

// Small files come whole with the first answer, each time.
void TestHttpCache::whatCannotBeKeptIsSaid()
{
    const test::TemporaryFolder folder;
    TestServer server; // of one that does not tell versions apart nothing is kept
    server.serve("large.bin", pattern(200'000));
    server.serve("small.json", pattern(2'000));
    server.setHook([](const auto&, TestServer::Answer& answer) { answer.headers.erase("ETag"); });
    for (const bool isAsked : {true, false}) {
        HttpOptions options = impatient();
        options.cacheFolder = isAsked ? folder.path() : std::filesystem::path();
        QString told;
        options.log = [&](auto, const std::string& text) { told += QString::fromStdString(text); };
        for (const char* name : {"small.json", "large.bin"}) {
            const auto client = HttpClient::create(options);
            QVERIFY(HttpResource::open(client, Url(server.url(name)), {})->cache() == nullptr);
        }
        QCOMPARE(told.count(QLatin1String("is kept")), isAsked ? 1 : 0);
        QCOMPARE(told.contains(QLatin1String("large.bin")), isAsked);
    }
}

void TestHttpCache::whatIsThereIsNotAskedForAgain()
{
    const test::TemporaryFolder folder;
    HttpOptions options = impatient();
    options.cacheFolder = folder.path();
    for (const bool ranges : {true, false}) {
        TestServer server;
        server.setSupportsRanges(ranges);
        const std::string bytes = pattern(500'000);
        server.serve("m.bin", bytes);
        {
            const auto resource =
                HttpResource::open(HttpClient::create(options), Url(server.url("m.bin")), {});
            QVERIFY(contentOf(*resource, 100'000, 200'000) == bytes.substr(100'000, 200'000));
        }
        const size_t before = server.requests().size();
        const auto resource = HttpResource::open(HttpClient::create(options), Url(server.url("m.bin")), {});
        QVERIFY(contentOf(*resource, 150'000, 150'000) == bytes.substr(150'000, 150'000));
        QCOMPARE(server.requests().size(), before + 1); // whether it is still that version
        QVERIFY(contentOf(*resource, 250'000, 250'000) == bytes.substr(250'000));
        const auto requests = server.requests();
        QCOMPARE(requests.size(), before + 2);
        if (ranges) {
            QCOMPARE(requests.back().range->first, uint64_t {300'000}); // what was missing
        }
    }
}

// It is kept as it comes, not out of the room that is filled: that may be device memory, slow to read.
void TestHttpCache::whatCameBeforeAStopIsKept()
{
    const test::TemporaryFolder folder;
    HttpOptions options = patient();
    options.cacheFolder = folder.path();
    TestServer server;
    const std::string bytes = pattern(300'000);
    server.serve("m.bin", bytes);
    {
        const auto resource = HttpResource::open(HttpClient::create(options), Url(server.url("m.bin")), {});
        server.setHook(
            [](const TestServer::Request&, TestServer::Answer& answer) { answer.stallAfter = 150'000; });
        std::stop_source stop;
        const uint64_t before = server.sentBytes();
        const std::jthread stopper([&] {
            const QDeadlineTimer deadline(std::chrono::seconds(30));
            while (server.sentBytes() < before + 150'000 && !deadline.hasExpired()) {
                QTest::qSleep(5);
            }
            QTest::qSleep(200); // it is on its way
            stop.request_stop();
        });
        std::string room(300'000, '\0');
        EXPECT_ERROR(resource->readAt(0, std::as_writable_bytes(std::span(room)), stop.get_token()),
            ErrorKind::Cancelled, "cancelled");
    }
    const uint64_t stoppedFrom = server.requests().back().range->first; // behind what was there at once
    server.release();
    server.setHook({});
    const auto resource = HttpResource::open(HttpClient::create(options), Url(server.url("m.bin")), {});
    QVERIFY(contentOf(*resource, 0, 300'000) == bytes);
    const uint64_t missingFrom = server.requests().back().range->first;
    QVERIFY2(missingFrom > stoppedFrom && missingFrom <= stoppedFrom + 150'000,
        std::to_string(missingFrom).c_str());
}

void TestHttpCache::aWholeFileIsAFileOfThisMachine()
{
    const test::TemporaryFolder folder;
    TestServer server;
    const std::string bytes = pattern(500'000);
    server.serve("dir/m.onnx", bytes);
    HttpOptions options = impatient();
    options.cacheFolder = folder.path();
    const Url url(server.url("dir/m.onnx"));
    {
        const HttpOrigin origin(HttpClient::create(options), url);
        const SourceRange range = origin.modelRange();
        QVERIFY(std::holds_alternative<ResourceRange>(range));
        QVERIFY(contentOf(*std::get<ResourceRange>(range).resource, 0, 500'000) == bytes);
    }
    HttpOrigin origin(HttpClient::create(options), url);
    const SourceRange range = origin.modelRange();
    QVERIFY(std::holds_alternative<FileRange>(range));
    QVERIFY(test::contentOf(std::get<FileRange>(range).file->path) == bytes);
    QVERIFY(contentOf(*origin.openExternal(range), 1000, 400'000) == bytes.substr(1000, 400'000));
    QCOMPARE(displayPath(origin.path()), server.url("dir/m.onnx"));
}

void TestHttpCache::aNewVersionIsReceivedAnew()
{
    const test::TemporaryFolder folder;
    TestServer server;
    HttpOptions options = impatient();
    options.cacheFolder = folder.path();
    for (int version = 1; version <= 3; ++version) {
        const std::string bytes =
            pattern(200'000 + static_cast<size_t>(version)).substr(static_cast<size_t>(version));
        server.serve("m.bin", bytes, version);
        const auto resource = HttpResource::open(HttpClient::create(options), Url(server.url("m.bin")), {});
        QVERIFY(contentOf(*resource, 0, 200'000) == bytes);
        QVERIFY(folder.fileCount() <= 3); // of one version
    }
}

void TestHttpCache::onlyWhatWasKeptIsCountedAndCleared()
{
    const test::TemporaryFolder folder;
    QCOMPARE(cacheUse(folder / "none").fileCount, uint64_t {0});
    clearCache(folder / "none");
    write(*HttpCache::open(folder.path(), "u", "1", 1000), 100, "0123456789");
    write(*HttpCache::open(folder.path(), "other", "1", 5), 0, "01234");
    folder.write("weights.data", "of somebody else");
    folder.write("a-b.onnx", "as well");
    QCOMPARE(cacheUse(folder.path()).fileCount, uint64_t {2});
    QCOMPARE(cacheUse(folder.path()).sizeBytes, uint64_t {15});
    clearCache(folder.path());
    QCOMPARE(cacheUse(folder.path()).fileCount, uint64_t {0});
    QCOMPARE(folder.fileCount(), size_t {2});
    QCOMPARE(test::contentOf(folder / "weights.data"), std::string("of somebody else"));
}

void TestHttpCache::whatIsClearedUnderAReaderIsNotListedAgain()
{
#ifdef _WIN32
    QSKIP("Windows keeps files that are open");
#endif
    const test::TemporaryFolder folder;
    auto old = HttpCache::open(folder.path(), "u", "1", 10);
    write(*old, 0, "0123456789");
    clearCache(folder.path());
    QCOMPARE(read(*old, 0, 10), std::string("0123456789"));
    QVERIFY(old->completeFile() == nullptr);
    const auto fresh = HttpCache::open(folder.path(), "u", "1", 10);
    old.reset(); // its list would promise what the new file does not have
    QCOMPARE(read(*HttpCache::open(folder.path(), "u", "1", 10), 0, 10), std::string());
}

void TestHttpCache::whatCannotBeRemovedIsNamed()
{
    const test::TemporaryFolder folder;
    // A folder with something in it is not removed like a file.
    std::filesystem::create_directories(folder / "1f-a0.data" / "inner");
    write(*HttpCache::open(folder.path(), "u", "1", 5), 0, "01234");
    EXPECT_ERROR(clearCache(folder.path()), ErrorKind::Io, "1f-a0.data");
    QCOMPARE(folder.fileCount(), size_t {1});
}

QTEST_GUILESS_MAIN(TestHttpCache)
#include "tst_http_cache.moc"
